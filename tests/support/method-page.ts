import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sentTo, webAddress } from "@/lib/sources/fetcher/address";
import type { Source } from "@/lib/sources/source";

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");

/** docs/method.md: what all desks share. */
export const sharedPage = read("method.md");

/** The desks' pages by file name, as the tests that hold code and words together read them. */
export const deskPages: ReadonlyMap<string, string> = new Map(
  readdirSync(new URL("../../docs/method", import.meta.url)).map((file) => [file, read(`method/${file}`)]),
);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration as the page writes it, such as `30 min`. */
export function duration(text: string | undefined): number {
  const [, count, unit = ""] = /^(\d+) (s|min|h|d)$/.exec(text ?? "") ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

/** The page of a desk: its title names its method's version. */
export function pageOf(version: string): string {
  const page = deskPages.get(`${version.split("/")[0] ?? ""}.md`);
  if (page?.split("\n")[0]?.endsWith(`(\`${version}\`)`) !== true)
    throw new Error(`docs/method/ has no page of ${version}`);
  return page;
}

/** The JSON block of that name on a desk's page. */
export function block(name: string): unknown {
  const pattern = new RegExp(`\`\`\`json ${name}\n([^]*?)\n\`\`\``);
  const [found, second] = [...deskPages.values()].flatMap((page) => pattern.exec(page)?.[1] ?? []);
  if (found === undefined || second !== undefined) throw new Error(`docs/method/ has not one block ${name}`);
  return JSON.parse(found);
}

/** Rows of all tables in a text whose first cell is code, cells trimmed. */
export const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

interface Described {
  version: string;
  /** Weight of each promised part. */
  coverage: Readonly<Record<string, number>>;
  /** Every source that the page's table must name; of those with a key, one for the key as the table writes it. */
  sources: readonly Source<unknown>[];
}

/**
 * Tests that a page names each of the desk's sources, with address and windows, and no other; and its weights. A
 * table's row is | `id` | `host/path` | fresh | stale |; `at` is the moment whose addresses are compared.
 */
export function itDescribes({ version, coverage, sources }: Described, at: Date): void {
  it(`${version}: names every source with its address and its windows, and no other`, () => {
    const reported = rowsOf(pageOf(version))
      .filter((cells) => cells.length === 4)
      .map(([id = "", address = "", fresh, stale]) => ({
        id: id.replaceAll("`", ""),
        address: address.replaceAll("`", "").replace("{year}", String(at.getUTCFullYear())),
        freshMs: duration(fresh),
        staleMs: duration(stale),
      }));
    const real = sources.map((source) => ({
      id: source.id,
      address: decodeURIComponent(
        sentTo(webAddress({ ...source.address(at), query: {} }), undefined).slice("https://".length),
      ),
      freshMs: source.freshMs,
      staleMs: source.staleMs,
    }));
    const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
    expect(reported.sort(byId)).toEqual(real.sort(byId));
    expect(new Set(real.map(({ id }) => id)).size).toBe(real.length);
  });

  it(`${version}: names the weights`, () => {
    const weights = /Weights: ([^]*?)\.\s/.exec(pageOf(version))?.[1] ?? "";
    for (const [part, weight] of Object.entries(coverage)) expect(weights).toContain(`${part} ${weight}`);
  });
}
