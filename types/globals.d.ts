// Names that the declarations of the package use and that come with the DOM or with Node's types. Declared here with a
// method each, so that a project which has neither compiles; where they are there, this adds nothing.
declare namespace WebAssembly {
  interface Memory {
    grow(pages: number): number;
  }
}
interface AbortSignal {
  throwIfAborted(): void;
}
interface URL {
  toString(): string;
}
