/** Whether a host is one of these names or lies under one. Hosts and names are lower case. */
export function suffixOf(host: string, names: ReadonlySet<string>): string | null {
  for (let rest = host; ;) {
    if (names.has(rest)) return rest;
    const dot = rest.indexOf(".");
    if (dot < 0) return null;
    rest = rest.slice(dot + 1);
  }
}
