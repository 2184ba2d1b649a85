// What the page and its worker say to each other: calls of methods that give any number of items, one after the other.

/** A method of the worker; the signal says that nobody waits for more. */
export type Method = (input: never, signal: AbortSignal) => AsyncIterable<unknown>;

/** What a method is called with. */
export type Input<M extends Method> = Parameters<M>[0];

/** What a method gives. */
export type Item<M extends Method> = ReturnType<M> extends AsyncIterable<infer I> ? I : never;

/** From the page: a call, or that its items are no longer wanted. */
export type Request =
  | { readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly id: number; readonly cancelled: true };

/** From the worker: an item of a call, its end, or why it failed. */
export type Answer =
  | { readonly id: number; readonly item: unknown }
  | { readonly id: number; readonly ended: true }
  | { readonly id: number; readonly error: string };
