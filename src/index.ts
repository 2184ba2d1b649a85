// arcwise: the library's entry.
export {};
