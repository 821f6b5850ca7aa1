import type { Problem } from "./problem";

/** Longer addresses are refused unread. */
export const MAX_LENGTH = 2_048;

/** Brackets, or a last label that parsers take for a number: an address, though perhaps one that none can read. */
const LIKE_AN_ADDRESS = /^\[|(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i;

const AUTHORITY = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i;

/**
 * What is wrong with a target as it was written. Address parsers forgive much (tabs, backslashes, missing slashes,
 * full-width dots), each in its own way; what any of them might read differently is refused before one reads it.
 */
export function rawProblems(raw: string): Problem[] {
  if (raw.length > MAX_LENGTH)
    return [{ code: "target_malformed", message: `The target is longer than ${MAX_LENGTH} characters.` }];
  const problems: Problem[] = [];
  const authority = AUTHORITY.exec(raw)?.[1] ?? "";
  if (/[\s\p{Cc}\p{Cf}\p{Zs}\u{feff}]/u.test(raw))
    problems.push({ code: "target_malformed", message: "The target holds a space or a control character." });
  if (!/^https:\/\/[^/\\?#]/i.test(raw))
    problems.push({ code: "not_https", message: "Write the target as https://host." });
  if (/[\\%]/.test(authority) || /^https:\/\/[^/?#]*\\/i.test(raw))
    problems.push({ code: "host_malformed", message: "The host holds a backslash or a percent sign." });
  if (authority.includes("@"))
    problems.push({ code: "credentials", message: "Leave credentials out of the target." });
  const host = authority.replace(/^.*@/, "").replace(/:[0-9]*$/, "");
  if (LIKE_AN_ADDRESS.test(host))
    problems.push({ code: "ip_literal", message: "Name a host, not an address: whose site is it?" });
  if (/[^\x00-\x7f]/.test(authority) || /(?:^|\.)xn--/i.test(host))
    problems.push({
      code: "punycode",
      message: "Internationalised names are not scanned: they can look like another site's.",
    });
  return problems;
}
