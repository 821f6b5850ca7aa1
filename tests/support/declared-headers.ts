import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { NextConfig } from "next";

export type HeaderRule = Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>[number];

const run = promisify(execFile);
const PRINTED = `
  import { config } from "./next.config.ts";
  console.log(JSON.stringify(await config.headers()));
`;

/** The rules of next.config.ts in a folder of the repository, as a build with these settings reads them. */
export async function declaredHeaders(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<readonly HeaderRule[]> {
  const env = { PATH: process.env.PATH, ...settings, NODE_ENV: "production" as const };
  const words = ["--import", "tsx", "--input-type=module", "--eval", PRINTED];
  const { stdout } = await run(process.execPath, words, { cwd: folder, env });
  return JSON.parse(stdout) as HeaderRule[]; // of the type that the configuration itself has
}

/** Next's own reader of a rule's `source`; it comes without types. */
const { match } = createRequire(import.meta.url)("next/dist/compiled/path-to-regexp") as {
  match: (
    source: string,
    options: { strict: boolean; sensitive: boolean },
  ) => (path: string) => false | { params: Readonly<Record<string, string | string[]>> };
};

type Condition = NonNullable<HeaderRule["has"]>[number];

function holds({ type, key, value }: Condition, headers: Headers): boolean {
  if (type !== "header") throw new Error(`no rule has had a condition of the kind ${type} so far`);
  const given = headers.get(key);
  return given !== null && (value === undefined || new RegExp(`^(?:${value})$`).test(given));
}

/** A rule's headers with what its `source` took of the path; none where the rule is for others. */
function headersOf({ source, has = [], missing = [], headers }: HeaderRule, path: string, request: Headers) {
  const matched = match(source, { strict: true, sensitive: false })(path);
  if (matched === false || !has.every((condition) => holds(condition, request))) return [];
  if (missing.some((condition) => holds(condition, request))) return [];
  const filled = (value: string): string =>
    value.replaceAll(/:(\w+)/g, (all, name: string) => String(matched.params[name] ?? all));
  return headers.map(({ key, value }) => [key.toLowerCase(), filled(value)] as const);
}

/** What the rules that name a request give its answer, by names in lower case: of two that give the same, the later one. */
export const headersFor = (
  rules: readonly HeaderRule[],
  path: string,
  request: Headers,
): ReadonlyMap<string, string> => new Map(rules.flatMap((rule) => headersOf(rule, path, request)));
