// The address of the page as a link that contains the text.

export const views = ['Parse', 'Explorer'] as const;
export type View = (typeof views)[number];

/** The contents of a link. */
export interface Place {
  readonly view: View;
  readonly text: string;
  /** The name of the model, if it is not the default. */
  readonly model?: string;
}

/** The longest text in a link, in characters; programs do not accept longer ones. */
const LONGEST = 5000;

/** The fragment of a place; none for a text that is too long. */
export function fragmentOf({ view, text, model }: Place): string | undefined {
  if (text.length > LONGEST) return undefined;
  const name = view === 'Parse' ? '' : `view=${view.toLowerCase()}&`;
  const by = model === undefined ? '' : `model=${encodeURIComponent(model)}&`;
  return `#${name}${by}text=${encodeURIComponent(text)}`;
}

/** The place in a fragment, possibly partial. */
export function placeOf(fragment: string): Partial<Place> {
  const values = new URLSearchParams(fragment.slice(1));
  const view = views.find((name) => name.toLowerCase() === values.get('view'));
  const text = values.get('text');
  // A link without a view is one to the trees, and one without a model is one to those of the default.
  const model = values.get('model') ?? undefined;
  return text === null ? { ...(view ? { view } : {}) } : { view: view ?? 'Parse', text, model };
}
