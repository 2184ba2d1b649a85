// The messages between the page and its worker: calls of methods that yield any number of items.

/** A method of the worker; the signal aborts when no more items are wanted. */
export type Method = (input: never, signal: AbortSignal) => AsyncIterable<unknown>;

/** The input of a method. */
export type Input<M extends Method> = Parameters<M>[0];

/** The items that a method yields. */
export type Item<M extends Method> = ReturnType<M> extends AsyncIterable<infer I> ? I : never;

/** From the page: a call, or its cancellation. */
export type Request =
  | { readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly id: number; readonly cancelled: true };

/** From the worker: an item of a call, its end, or its error. */
export type Answer =
  | { readonly id: number; readonly item: unknown }
  | { readonly id: number; readonly ended: true }
  | { readonly id: number; readonly error: string };
