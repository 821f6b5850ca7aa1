import type { RouteEntry } from "@/lib/catalog/define";

/**
 * Whether what the client says it pays for is this entry: its address on whichever of our hosts, or its tool. A
 * client that says nothing is believed; the payment is bound to the request by the ledger anyway.
 */
export function namesEntry(resource: string | null, entry: Pick<RouteEntry, "path" | "tool">): boolean {
  if (resource === null) return true;
  if (!URL.canParse(resource)) return false;
  const { protocol, host, pathname } = new URL(resource);
  if (protocol === "mcp:") return entry.tool !== null && host === "tool" && pathname === `/${entry.tool}`;
  return (protocol === "https:" || protocol === "http:") && pathname === entry.path;
}
