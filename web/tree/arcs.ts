// The arcs of a drawing as elements of the page.
import type { Sentence } from '../../src/conllu/sentence.js';

type ArcElement = SVGGElement;

export function arcsOf(box: Element): ArcElement[] {
  return [...box.querySelectorAll<ArcElement>('.arc')];
}

/** The arc of a word, or its first part. */
export function arcOf(box: Element, word: number): ArcElement | undefined {
  return arcsOf(box).find(({ dataset }) => dataset.dependent === String(word));
}

/** The word to which an element or one of its ancestors belongs. */
export function wordAt(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const owner = target.closest<SVGElement>('[data-dependent],[data-word]');
  return owner ? Number(owner.dataset.dependent ?? owner.dataset.word) : undefined;
}

/** Makes a drawing interactive: wide lines as targets, names for screen readers, one tab stop. */
export function equip(drawing: Element): void {
  drawing.setAttribute('role', 'group');
  nameByTitle(drawing);
  const announced = new Set<string>();
  for (const arc of arcsOf(drawing)) {
    arc.setAttribute('role', 'img');
    arc.setAttribute('tabindex', '-1');
    nameByTitle(arc);
    // An arc that continues in further lines is announced once.
    const arcName = `${arc.dataset.dependent} ${arc.getAttribute('aria-label')}`;
    if (announced.has(arcName)) arc.setAttribute('aria-hidden', 'true');
    announced.add(arcName);
    const line = arc.querySelector('.line');
    const hit = line?.cloneNode() as Element | undefined;
    for (const name of ['stroke-width', 'stroke-dasharray']) hit?.removeAttribute(name);
    hit?.setAttribute('class', 'hit');
    if (hit) arc.prepend(hit);
  }
  for (const [at, word] of [...drawing.querySelectorAll<SVGElement>('.word')].entries()) {
    word.dataset.word = String(at + 1);
  }
  arcOf(drawing, 1)?.setAttribute('tabindex', '0');
}

/** The most by which a drawing is enlarged: letters larger than these are harder to read. */
const LARGEST = 1.5;

/** Enlarges a drawing that leaves room. */
export function enlarge(drawing: Element, room: number): void {
  const [width, height] = ['width', 'height'].map((name) => Number(drawing.getAttribute(name)));
  const factor = Math.min(LARGEST, room / width);
  if (!(factor > 1)) return;
  drawing.setAttribute('width', String(Math.floor(factor * width)));
  drawing.setAttribute('height', String(Math.floor(factor * height)));
}

/** Focuses the arc of a word, which becomes the tab stop. */
export function focusArc(drawing: Element, word: number | undefined): void {
  const arc = word === undefined ? undefined : arcOf(drawing, word);
  if (!arc) return;
  for (const other of arcsOf(drawing)) other.setAttribute('tabindex', '-1');
  arc.setAttribute('tabindex', '0');
  arc.focus();
}

/** Replaces titles by labels, because a tooltip would cover the page's details of the arc. */
function nameByTitle(element: Element): void {
  const title = element.querySelector(':scope > title');
  element.setAttribute('aria-label', title?.textContent ?? '');
  title?.remove();
}

/** Marks only the arc of a word and the words at its ends. */
export function markArcs(box: Element, { words }: Sentence, selected: number | undefined): void {
  const head = selected === undefined ? undefined : words[selected - 1]?.head;
  for (const arc of arcsOf(box)) arc.classList.toggle('selected', wordAt(arc) === selected);
  for (const word of box.querySelectorAll('.word')) {
    const number = wordAt(word);
    word.classList.toggle('dependent', number === selected);
    word.classList.toggle('head', number === head);
  }
}
