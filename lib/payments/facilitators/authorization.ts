import { env } from "@/lib/env";
import { cdpToken } from "./cdp-token";
import type { Facilitator } from "./list";

/** Whether an address is that of CDP's own host, by scheme, name and port: only there do its tokens go. */
const isCdps = (address: string): boolean => new URL(address).origin === new URL(env().CDP_API_ORIGIN).origin;

/**
 * The header that a facilitator wants with one request: its token, or one that CDP's key signs for this very request.
 * Throws when no token can be signed; nothing has been sent then.
 */
export async function authorization(
  { token }: Facilitator,
  method: "GET" | "POST",
  address: string,
): Promise<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (!isCdps(address)) return {};
  return { authorization: `Bearer ${await cdpToken(method, new URL(address))}` };
}
