// The addresses of the documentation.

/** The address of a page of docs/. */
export function documentation(page: string): string {
  return `https://github.com/arcwise/arcwise/blob/main/docs/${page}.md`;
}
