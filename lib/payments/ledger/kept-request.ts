import { LINK_FORM, LINK_HEADER } from "@/lib/http/pay-link-header";
import { canonicalArguments } from "./fingerprint";

type Arguments = Record<string, unknown>;

/** Headers that name under what a sale is noted: an agent, and whoever it is handed over to. */
const NOTED = ["x-agent-id", LINK_HEADER] as const;
/** Longer than any of their values. */
const MAX_VALUE = 128;

/**
 * What a record keeps of a request, by which it can be served without its client: the arguments as canonical JSON, and
 * behind them, where there are any, the headers under which its sale is noted. Both belong to whom the record is bound to.
 */
export function keptRequest(args: Readonly<Arguments>, headers: Headers): string {
  const noted = NOTED.flatMap((name) => {
    const value = headers.get(name);
    return value === null || value.length > MAX_VALUE ? [] : [[name, value]];
  });
  const kept = canonicalArguments(args);
  return noted.length === 0 ? kept : `[${kept},${JSON.stringify(noted)}]`;
}

/** Reads what `keptRequest` wrote. */
export function readKeptRequest(text: string): { args: Arguments; noted: [string, string][] } {
  const kept = JSON.parse(text) as Arguments | [Arguments, [string, string][]];
  const [args, noted] = Array.isArray(kept) ? kept : [kept, []];
  return { args, noted };
}

/** The link that a kept request was paid for, or null. */
export function linkIn(request: string): string | null {
  if (request === "") return null;
  const link = new Headers(readKeptRequest(request).noted).get(LINK_HEADER);
  return link !== null && LINK_FORM.test(link) ? link : null;
}
