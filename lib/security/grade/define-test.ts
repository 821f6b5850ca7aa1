import { untrustedText } from "../untrusted-text";
import type { Observation } from "./observation";

/** What one result of a test is worth, and what it says in a sentence. `pass` is null for what was not tested. */
export interface Outcome {
  change: number;
  pass: boolean | null;
  reason: string;
}

/** One line of the header checklist. `scoreChange` is in points of the grade; positive ones count only near the top. */
export interface GradeRow {
  id: string;
  title: string;
  result: string;
  pass: boolean | null;
  scoreChange: number;
  reason: string;
  documentation: string;
}

export interface HeaderTest {
  id: string;
  judge(seen: Observation): GradeRow;
}

interface TestDefinition<Result extends string> {
  id: string;
  title: string;
  documentation: string;
  outcomes: Readonly<Record<Result, Outcome>>;
  judge(seen: Observation): NoInfer<Result>;
  /** What the result is about, by the site's own names, worst first: the cookies, scripts or sources that it comes from. */
  about?(seen: Observation, result: Result): readonly string[];
}

const MAX_NAMED = 4;
const MAX_NAME = 64;

/** Names that a site gave, cleaned and few, as a sentence; empty where there are none. */
function seenAs(names: readonly string[]): string {
  const clean = [...new Set(names.map((name) => untrustedText(name).slice(0, MAX_NAME)))].filter(
    (name) => name !== "",
  );
  if (clean.length === 0) return "";
  return ` Seen: ${clean.slice(0, MAX_NAMED).join(", ")}${clean.length > MAX_NAMED ? ", …" : "."}`;
}

/** A test of the grade: its results with their worth are data, its judgement names one of them. */
export function defineTest<Result extends string>(test: TestDefinition<Result>): HeaderTest {
  const { id, title, documentation } = test;
  return {
    id,
    judge(seen) {
      const result = test.judge(seen);
      const { change, pass, reason } = test.outcomes[result];
      const about = pass === false ? (test.about?.(seen, result) ?? []) : [];
      return {
        ...{ id, title, result, pass, scoreChange: change },
        reason: `${reason}${seenAs(about)}`,
        documentation,
      };
    },
  };
}

export const passes = (change: number, reason: string): Outcome => ({ change, pass: true, reason });
export const fails = (change: number, reason: string): Outcome => ({ change, pass: false, reason });
export const untested = (reason: string): Outcome => ({ change: 0, pass: null, reason });

/** The reference of web platform headers that the rows link to. */
export const HEADER_DOCS = "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers";
export const SECURITY_DOCS = "https://developer.mozilla.org/en-US/docs/Web/Security";
