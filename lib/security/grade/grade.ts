import { crossOriginEmbedderPolicy } from "./coep";
import { cookies } from "./cookies";
import { crossOriginOpenerPolicy } from "./coop";
import { crossOriginResourcePolicy } from "./corp";
import { crossOriginResourceSharing } from "./cors";
import { contentSecurityPolicy } from "./csp";
import type { GradeRow, HeaderTest } from "./define-test";
import { strictTransportSecurity } from "./hsts";
import type { Observation } from "./observation";
import { redirection } from "./redirection";
import { referrerPolicy } from "./referrer-policy";
import { subresourceIntegrity } from "./sri";
import { xContentTypeOptions } from "./x-content-type-options";
import { xFrameOptions } from "./x-frame-options";

export const ALGORITHM = "Observatory-compatible, algorithm version 6";

/** The tests of the grade, in the order of its report. */
export const HEADER_TESTS: readonly HeaderTest[] = [
  crossOriginResourceSharing,
  crossOriginOpenerPolicy,
  crossOriginEmbedderPolicy,
  crossOriginResourcePolicy,
  contentSecurityPolicy,
  redirection,
  referrerPolicy,
  strictTransportSecurity,
  subresourceIntegrity,
  xContentTypeOptions,
  xFrameOptions,
  cookies,
];

/** Lowest score of each grade, best first. */
const GRADES = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
] as const;
export type Grade = (typeof GRADES)[number][1] | "F";

export interface HeaderGrade {
  algorithm: string;
  /** Null, like the score, when the answer's status says that it is not the page itself (404, 5xx …). */
  grade: Grade | null;
  /** From 0; bonuses can carry it above 100. */
  score: number | null;
  testsPassed: number;
  testsFailed: number;
  rows: readonly GradeRow[];
}

const BASE = 100;
/** Bonuses count only for a site that is good without them. */
const BONUS_FROM = 90;

/** The grade of one observation, with each test's row. Pure; under a millisecond for an ordinary page. */
export function gradeHeaders(seen: Observation): HeaderGrade {
  const rows = HEADER_TESTS.map((test) => test.judge(seen));
  const score = isPage(seen.page.status) ? scoreOf(rows.map((row) => row.scoreChange)) : null;
  return {
    algorithm: ALGORITHM,
    grade: score === null ? null : gradeOf(score),
    score,
    testsPassed: rows.filter((row) => row.pass === true).length,
    testsFailed: rows.filter((row) => row.pass === false).length,
    rows,
  };
}

/** 100 and the penalties; the bonuses too where that leaves 90 or more. Never below 0. */
export function scoreOf(changes: readonly number[]): number {
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const uncurved = BASE + sum(changes.filter((change) => change < 0));
  return Math.max(0, uncurved >= BONUS_FROM ? BASE + sum(changes) : uncurved);
}

/** Scores come in steps of five, and what lies between two belongs to the lower. */
export function gradeOf(score: number): Grade {
  const step = score - (score % 5);
  return GRADES.find(([least]) => step >= least)?.[1] ?? "F";
}

const isPage = (status: number): boolean =>
  (status >= 200 && status < 400) || status === 401 || status === 403;
