import { mediaType } from "../media-type";
import { leadsTo, type SiteResponse, textOf } from "../site-response";
import { blockedBy } from "./block-page";
import { isChallenge } from "./challenge";
import type { ProbeRow } from "./probe-row";

/** An answer as a probe may judge it: its text, or why there is none to judge. */
export type ReadAnswer =
  | { kind: "text"; text: string; type: string; truncated: boolean }
  | { kind: "none"; status: "absent" | "blocked" | "inconclusive"; observed: string };

/** Whatever the reason: silence, a broken connection, a body that does not decompress, a request that was not made any more. */
const NO_ANSWER = "No answer came that could be read.";

/** Statuses that say nothing about the path: the site was busy, or in trouble. */
const PASSING = new Set([408, 425, 429]);

/**
 * Reads an answer (null: none came). Only 200 and 206 carry content to judge; a redirect is not an exposure, and
 * neither is a refusal. The text is without a byte order mark.
 */
export function readAnswer(answer: SiteResponse | null): ReadAnswer {
  if (answer === null) return none("inconclusive", NO_ANSWER);
  if (isChallenge(answer)) return none("inconclusive", "A challenge page for browsers came instead.");
  const service = blockedBy(answer);
  if (service !== null) return none("blocked", `${service} refused the path in the site's place.`);
  const { status } = answer;
  if (PASSING.has(status) || status >= 500) return none("inconclusive", `The site answered ${status}.`);
  if (status === 401 || status === 403) return none("blocked", `The site refuses the path (${status}).`);
  if (status >= 300 && status < 400) return none("absent", `The path redirects (${status}).`);
  if (status !== 200 && status !== 206) return none("absent", `The site answered ${status}.`);
  return { kind: "text", text: textOf(answer), type: mediaType(answer.headers), truncated: answer.truncated };
}

/**
 * The same of a document that may stand elsewhere: an answer that leads on, to where the scan does not follow, says neither
 * that there is one nor that there is none, unless it leads to the homepage.
 */
export function readDocument(answer: SiteResponse | null): ReadAnswer {
  const read = readAnswer(answer);
  if (read.kind !== "none" || read.status !== "absent" || answer === null) return read;
  if (answer.status < 300 || answer.status >= 400 || !answer.headers.has("location")) return read;
  return leadsTo(answer)?.pathname === "/"
    ? none("absent", `The path leads to the homepage (${answer.status}).`)
    : none("inconclusive", `The path leads on (${answer.status}) to where the scan does not follow.`);
}

const none = (status: "absent" | "blocked" | "inconclusive", observed: string): ReadAnswer => ({
  kind: "none",
  status,
  observed,
});

/** The row of a probe whose answer can't be judged. */
export const rowWithoutText = (
  id: string,
  path: string,
  read: Extract<ReadAnswer, { kind: "none" }>,
): ProbeRow => ({
  id,
  path,
  status: read.status,
  observed: read.observed,
  findings: [],
});

/** Whether a document begins as HTML or XML do, whatever its type claims. */
export const startsAsMarkup = (text: string): boolean => /^<[a-z!?]/i.test(text.trimStart().slice(0, 2));

/** Whether an answer is the site's own word: no challenge, no protection service's refusal, no site in trouble. */
export function isOwnWord(answer: SiteResponse): boolean {
  const read = readAnswer(answer);
  return blockedBy(answer) === null && (read.kind === "text" || read.status !== "inconclusive");
}
