// Sizes as the page shows them.

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
