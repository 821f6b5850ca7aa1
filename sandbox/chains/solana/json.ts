/**
 * JSON with bigints as bare numbers, as Agave writes u64: clients read them back without loss. Members that are
 * undefined are left out.
 */
export function toJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`);
  return `{${members.join(",")}}`;
}
