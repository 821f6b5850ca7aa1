/**
 * The same document with nothing in it, as a provider that throttles sends it: JSON keeps its keys and loses what its
 * lists hold, feeds lose their items, CSV keeps its header.
 */
export function emptied(body: string, contentType: string): string {
  if (/xml/.test(contentType)) return body.replace(/\s*<(item|entry)[\s>].*?<\/\1>/gs, "");
  if (/csv/.test(contentType)) return `${body.split("\n", 1)[0] ?? ""}\n`;
  try {
    return JSON.stringify(withoutRows(JSON.parse(body.replace(/^\ufeff/, ""))));
  } catch {
    return ""; // not JSON: nothing is the only empty form that any other document has
  }
}

function withoutRows(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutRows(inner)]));
}
