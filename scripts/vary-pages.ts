/**
 * Adds `Vary: Accept` to prerendered pages, each of which has a twin in Markdown. Next.js overwrites the Vary of its
 * configuration, but appends the headers that are kept with a prerendered page. Runs after every build.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { ALL_PAGES } from "../lib/discovery/pages";

for (const { path } of ALL_PAGES) {
  const file = new URL(`../.next/server/app${path === "/" ? "/index" : path}.meta`, import.meta.url);
  const meta = JSON.parse(readFileSync(file, "utf8")) as { headers: Record<string, string> }; // Next's own format
  writeFileSync(file, JSON.stringify({ ...meta, headers: { ...meta.headers, vary: "Accept" } }, null, 2));
}
