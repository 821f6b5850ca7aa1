/**
 * Allows each prerendered page its own inline scripts, by their hashes, and no others. Next.js writes them into pages
 * while it builds, and knows of no hash; its table of routes, where the headers of next.config.ts stand, is what both
 * `next start` and Vercel serve by. Runs after every build.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { pagePolicy, POLICY } from "./security-headers";

/** Of Next's table of routes, what is read here; all else stays as it is. */
const Manifest = z.looseObject({
  headers: z.array(
    z.looseObject({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
  ),
  staticRoutes: z.array(z.looseObject({ page: z.string(), regex: z.string() })),
});

/** Page of every address that has none; it has no address of its own. */
const NOT_FOUND = "/_not-found";

const built = (file: string): URL => new URL(`../.next/${file}`, import.meta.url);

/** A script that stands in the page itself. */
const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** `sha256-…` of each inline script of a page, as CSP level 3 has it. */
const inlineHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(INLINE)].map(
      ([, script = ""]) => `sha256-${createHash("sha256").update(script, "utf8").digest("base64")}`,
    ),
  ),
];

const policyOf = (page: string): { key: string; value: string } => {
  const file = `server/app${page === "/" ? "/index" : page}.html`;
  return { key: POLICY, value: pagePolicy(inlineHashes(readFileSync(built(file), "utf8"))) };
};

/** The pages that were rendered while building; a page that is rendered on request can't be hashed, and there is none. */
const Prerendered = z.object({
  routes: z.record(z.string(), z.looseObject({ dataRoute: z.string().nullable() })),
});

function prerenderedPages(): string[] {
  const { routes } = Prerendered.parse(JSON.parse(readFileSync(built("prerender-manifest.json"), "utf8")));
  return Object.entries(routes).flatMap(([page, { dataRoute }]) => (dataRoute === null ? [] : [page]));
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const path = built("routes-manifest.json");
const manifest = Manifest.parse(JSON.parse(readFileSync(path, "utf8")));
const pages = prerenderedPages().filter((page) => !page.startsWith("/_"));
const rules = pages.map((page) => {
  // A page of a list, such as a desk's, stands in the table under its list's pattern alone.
  const regex =
    manifest.staticRoutes.find((route) => route.page === page)?.regex ?? `^${literal(page)}(?:/)?$`;
  return { source: page, headers: [policyOf(page)], regex };
});
const headers = manifest.headers.map((rule) =>
  rule.source === "/:path*"
    ? { ...rule, headers: rule.headers.map((one) => (one.key === POLICY ? policyOf(NOT_FOUND) : one)) }
    : rule,
);
// The last rule that matches sets a header: a page's own policy comes after that of all addresses.
writeFileSync(path, JSON.stringify({ ...manifest, headers: [...headers, ...rules] }));
console.log(`Policies of ${rules.length} pages, and of the one for addresses without a page`);
