import { type SiteResponse, textOf } from "@/lib/security/site-response";
import { blockedBy } from "../block-page";
import { isChallenge } from "../challenge";

/** An answer that came anyway, whatever its status, to be looked at for what it shows beside what it was asked for. */
export interface ShownAnswer {
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

const MAX_TEXT = 512 * 1024;

/** The answers that are the site's own words; those of a protection service, and those that never came, are left out. */
export const shownAnswers = (
  all: readonly { path: string; answer: SiteResponse | null }[],
): readonly ShownAnswer[] =>
  all.flatMap(({ path, answer }) =>
    answer === null || isChallenge(answer) || blockedBy(answer) !== null
      ? []
      : [{ path, status: answer.status, headers: answer.headers, text: textOf(answer).slice(0, MAX_TEXT) }],
  );

/** Paths that people can look at; those that the scan made up are told as such. */
export const whereShown = (answers: readonly ShownAnswer[]): string => {
  const paths = [
    ...new Set(answers.map(({ path }) => (isMadeUp(path) ? "a path that does not exist" : path))),
  ];
  return paths.slice(0, 3).join(", ");
};

const isMadeUp = (path: string): boolean => /^\/(?:\.[0-9a-f]{12}|[0-9a-f]{12}\/HEAD)$/.test(path);
