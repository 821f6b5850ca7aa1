/**
 * Gives Next the page by which it refuses: a file's reader whose range or condition fits no more (416, 412) or who sends
 * something (405), a path that is no UTF-8 (400). It looks for that among pages of its older kind, of which a build without
 * `pages/` has none, and then makes a 500 of each of them. Runs after every build; Vercel refuses by itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";

/** Sent with the type of the file that was asked for, whatever that is; the status says the rest. */
const TEXT = "This request was not answered. The status says why.\n";
/** Pages by which Next refuses, what it looks for beside each, and what it sends where a page fails. */
const PAGES = ["/_error", "/_app", "/_document", "/500"];
const FILE = "pages/refusal.html"; // what ends so is sent as it is

const server = (file: string): URL => new URL(`../.next/server/${file}`, import.meta.url);

if (process.env.VERCEL === undefined) {
  const manifest = server("pages-manifest.json");
  const pages = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(manifest, "utf8")));
  writeFileSync(server(FILE), TEXT);
  const ours = Object.fromEntries(PAGES.map((page) => [page, FILE]));
  writeFileSync(manifest, JSON.stringify({ ...pages, ...ours }));
}
