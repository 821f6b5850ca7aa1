import { z } from "zod";
import { parsePolicies } from "@/lib/security/grade/csp-policy";
import { HEADER_TESTS, gradeHeaders, gradeOf, scoreOf } from "@/lib/security/grade/grade";
import type { Observation } from "@/lib/security/grade/observation";
import { observation } from "./observation";

const pairs = z.array(z.tuple([z.string(), z.string()]));
const redirects = z.array(z.object({ url: z.string() }));
const cors = z.object({ requestOrigin: z.string().nullable(), headers: pairs });
const outcome = z.object({ result: z.string(), pass: z.boolean(), modifier: z.number() });
const common = { id: z.string(), title: z.string(), needs: z.array(z.string()) };
const single = z.object({
  ...common,
  kind: z.literal("single-test"),
  test: z.string(),
  input: z.object({
    site: z.string(),
    url: z.string(),
    headers: pairs,
    html: z.string().nullable(),
    full: z.object({
      auto: z.object({ status: z.number(), headers: pairs }),
      https: z.object({ verified: z.boolean(), headers: pairs }).nullable(),
      http: z.object({ verified: z.boolean() }).nullable(),
      cors: cors.nullable(),
      httpRedirects: redirects,
    }),
  }),
  expected: outcome,
});
const parse = z.object({
  ...common,
  kind: z.literal("csp-parse"),
  input: z.object({ policies: z.array(z.string()) }),
  expected: z.object({ directives: z.record(z.string(), z.array(z.string())).nullable() }),
});
const grade = z.object({
  ...common,
  kind: z.literal("grade"),
  input: z.object({ score: z.number() }),
  expected: z.object({ score: z.number(), grade: z.string() }),
});
const scan = z.object({
  ...common,
  kind: z.literal("full-scan"),
  input: z.object({
    site: z.string(),
    headers: pairs,
    html: z.string().nullable(),
    httpRedirects: redirects,
    cors,
    httpsHeaders: pairs.optional(),
  }),
  expected: z.object({ score: z.number(), grade: z.string(), tests: z.record(z.string(), outcome) }),
});
/** A file of cases in the form of the recorder that ran Observatory's own tests. */
export const observatoryFile = z.object({
  cases: z.array(z.discriminatedUnion("kind", [single, parse, grade, scan])),
});
export type ObservatoryCase = z.infer<typeof observatoryFile>["cases"][number];

const WARNINGS = "_observatory_duplicate_key_warnings";
const sorted = (lists: Record<string, readonly string[]>): unknown =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()]));

const shownRow = (row: { result: string; pass: boolean | null; scoreChange: number } | undefined): unknown =>
  row && { result: row.result, pass: row.pass, modifier: row.scoreChange };

/** The input of a case as our observation. */
function seenBy(row: z.infer<typeof single>): Observation {
  const { site, url, full, html } = row.input;
  const route = full.httpRedirects.map((hop) => new URL(hop.url));
  return observation({
    host: site,
    url,
    status: full.auto.status,
    headers: full.auto.headers,
    html: html ?? "",
    https: full.https && { pairs: full.https.headers, verified: full.https.verified },
    http: full.http === null ? { kind: "none" } : { kind: "route", route },
    // the recorder's null is an answer without the header: Observatory knows no third state
    cors: { origin: full.cors?.requestOrigin ?? null, pairs: full.cors?.headers ?? [] },
  });
}

/** What we say of a case, and what is expected, in one shape. */
export function compared(row: ObservatoryCase): { ours: unknown; expected: unknown } {
  switch (row.kind) {
    case "single-test": {
      const test = HEADER_TESTS.find(({ id }) => id === row.test);
      const { result, pass, modifier } = row.expected;
      return { ours: shownRow(test?.judge(seenBy(row))), expected: { result, pass, modifier } };
    }
    case "csp-parse": {
      const parsed = parsePolicies(row.input.policies);
      const lists =
        parsed && Object.fromEntries([...parsed.directives].map(([name, set]) => [name, [...set]]));
      const { [WARNINGS]: warnings, ...directives } = row.expected.directives ?? {};
      return {
        ours: parsed && { ...Object(sorted(lists ?? {})), duplicates: parsed.duplicateReports },
        expected: row.expected.directives && {
          ...Object(sorted(directives)),
          duplicates: warnings !== undefined,
        },
      };
    }
    case "grade": {
      const score = scoreOf([row.input.score - 100]);
      // a score above 100 comes of bonuses alone
      return { ours: { score, grade: gradeOf(score) }, expected: row.expected };
    }
    case "full-scan": {
      const { site, headers, html, httpRedirects, httpsHeaders } = row.input;
      const graded = gradeHeaders(
        observation({
          host: site,
          headers,
          html: html ?? "",
          https: { pairs: httpsHeaders ?? headers, verified: true },
          http: { kind: "route", route: httpRedirects.map((hop) => new URL(hop.url)) },
          cors: { origin: row.input.cors.requestOrigin, pairs: row.input.cors.headers },
        }),
      );
      return {
        ours: {
          score: graded.score,
          grade: graded.grade,
          tests: Object.fromEntries(graded.rows.map((line) => [line.id, shownRow(line)])),
        },
        expected: { score: row.expected.score, grade: row.expected.grade, tests: row.expected.tests },
      };
    }
  }
}
