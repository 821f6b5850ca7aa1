import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { type Observation, observe } from "@/lib/security/grade/observation";
import type { SiteResponse } from "@/lib/security/site-response";
import { ROOT } from "@/sandbox/service";

/** A file of recorded answers with what Mozilla's grader said of each, for whoever has one. */
const CASES = process.env.OBSERVATORY_CASES;
export const OBSERVATORY = path.join(ROOT, "bench", "peers", "observatory");

const pairs = z.array(z.tuple([z.string(), z.string()]));
const Case = z.object({
  id: z.string(),
  test: z.string(),
  needs: z.array(z.string()),
  input: z.object({
    site: z.string(),
    url: z.string(),
    headers: pairs,
    html: z.string().nullable(),
    full: z.object({
      auto: z.object({ status: z.number(), headers: pairs }),
      https: z.object({ verified: z.boolean(), headers: pairs }).nullable(),
      http: z.object({ verified: z.boolean() }).nullable(),
      cors: z.object({ requestOrigin: z.string().nullable(), headers: pairs }).nullable(),
      httpRedirects: z.array(z.object({ url: z.string() })),
    }),
  }),
  expected: z.object({ result: z.string(), modifier: z.number() }),
});
export type ObservatoryCase = z.infer<typeof Case>;

const File = z.object({ cases: z.array(z.looseObject({ kind: z.string() })) });

/** The cases of one test on one answer, without those that need the preload list; null where there are none here. */
export function observatoryCases(): ObservatoryCase[] | null {
  if (CASES === undefined) return null;
  const { cases } = File.parse(JSON.parse(readFileSync(CASES, "utf8")));
  return cases
    .filter(({ kind }) => kind === "single-test")
    .map((one) => Case.parse(one))
    .filter(({ needs }) => !needs.includes("hsts-preload-list"));
}

function headersOf(list: z.infer<typeof pairs>): Headers {
  const headers = new Headers();
  for (const [name, value] of list) headers.append(name, value);
  return headers;
}

const lastTwoLabels = (host: string): string => host.split(".").slice(-2).join(".");

/** What our scan would have got of a case, and the step from there to what is graded, as a scan takes it. */
export function received({ input }: ObservatoryCase): () => Observation {
  const { site, url, html, full } = input;
  const page: SiteResponse = {
    url,
    status: full.auto.status,
    headers: headersOf(full.auto.headers),
    body: new TextEncoder().encode(html ?? ""),
    truncated: false,
  };
  const https = full.https && { headers: headersOf(full.https.headers), verified: full.https.verified };
  const route = full.httpRedirects.map((hop) => new URL(hop.url));
  const cors = { origin: full.cors?.requestOrigin ?? null, headers: headersOf(full.cors?.headers ?? []) };
  return () => ({
    ...observe(page, {
      host: site,
      http: full.http === null ? { kind: "none" } : { kind: "route", route },
      cors,
      isPreloaded: () => false,
      registrableDomain: lastTwoLabels,
    }),
    https,
  });
}

/** Mozilla's grader, as bench/peers/observatory/grader.mjs makes it. */
export interface MozillaGrader {
  ALGORITHM_VERSION: number;
  retrieved(input: ObservatoryCase["input"]): unknown;
  grade(retrieved: unknown): { results: Record<string, string | null> };
  worth(result: string): number | undefined;
}

/** Loads it from its own packages, which must be installed. */
export const mozillaGrader = async (): Promise<MozillaGrader> =>
  (await import(pathToFileURL(path.join(OBSERVATORY, "grader.mjs")).href)) as MozillaGrader; // our own file's exports
