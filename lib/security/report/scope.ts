import { asRecord, asRecords, asText, asTexts } from "./read-value";

/** What the scope route says of a target and its patterns, for who types them. */
export type Scope =
  | { at: "in_scope"; target: string; host: string; pattern: string; notes: readonly string[] }
  /** The target may be scanned, but these patterns don't allow it. */
  | { at: "not_covered"; target: string; host: string; problems: readonly string[] }
  /** The target itself is refused, whatever the patterns. */
  | { at: "refused"; problems: readonly string[]; never: boolean }
  | { at: "busy"; retryAfterSec: number }
  | { at: "unreachable" };

const messages = (value: unknown): string[] => asRecords(value).map(({ message }) => asText(message));

/** Of an answer's status, its Retry-After in seconds and its parsed body. */
export function readScope(status: number, retryAfterSec: number, body: unknown): Scope {
  const answer = asRecord(body);
  if (status === 429) return { at: "busy", retryAfterSec };
  if (status === 200) {
    const { target, host, inScope, matchedPattern, problems, notes } = answer;
    const named = { target: asText(target), host: asText(host) };
    return inScope === true
      ? { at: "in_scope", ...named, pattern: asText(matchedPattern), notes: asTexts(notes) }
      : { at: "not_covered", ...named, problems: messages(problems) };
  }
  if (status !== 400 && status !== 403) return { at: "unreachable" };
  const reasons = messages(answer.problems).filter((message) => message !== "");
  return {
    at: "refused",
    problems: reasons.length > 0 ? reasons : [asText(answer.error) || "It can't be scanned."],
    never: status === 403,
  };
}

/** What somebody typed for an address: who leaves the scheme out means https. */
export function targetOf(typed: string): string {
  const text = typed.trim();
  return text === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

/** The pattern that allows just the typed host; nothing for what has none. */
export function patternFor(target: string): string {
  return URL.canParse(target) ? new URL(target).hostname : "";
}

/** Patterns, one a line or separated by commas. */
export const patternsOf = (typed: string): string[] =>
  typed.split(/[\s,]+/).filter((pattern) => pattern !== "");
