/** An address with its query; what is null is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const named = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named).toString()}`;
}
