import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sentTo, webAddress } from "@/lib/sources/fetcher/address";
import type { Source } from "@/lib/sources/source";

/** docs/method.md, as the tests that hold code and words together read it. */
export const page = readFileSync(new URL("../../docs/method.md", import.meta.url), "utf8");

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration as the page writes it, such as `30 min`. */
export function duration(text: string | undefined): number {
  const [, count, unit = ""] = /^(\d+) (s|min|h|d)$/.exec(text ?? "") ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

/** A desk's section: what stands under the heading that names its method's version. */
export function sectionOf(version: string): string {
  const start = page.indexOf(`(\`${version}\`)`);
  if (start < 0) throw new Error(`docs/method.md has no section of ${version}`);
  const end = page.indexOf("\n## ", start);
  return page.slice(start, end < 0 ? undefined : end);
}

/** The page's JSON block of that name. */
export function block(name: string): unknown {
  const found = new RegExp(`\`\`\`json ${name}\n([^]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/method.md has no block ${name}`);
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
  /** Every source that the section's table must name; of those with a key, one for the key as the table writes it. */
  sources: readonly Source<unknown>[];
}

/**
 * Tests that a section names each of the desk's sources, with address and windows, and no other; and its weights. A
 * table's row is | `id` | `host/path` | fresh | stale |; `at` is the moment whose addresses are compared.
 */
export function itDescribes({ version, coverage, sources }: Described, at: Date): void {
  it(`${version}: names every source with its address and its windows, and no other`, () => {
    const told = rowsOf(sectionOf(version))
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
    expect(told.sort(byId)).toEqual(real.sort(byId));
    expect(new Set(real.map(({ id }) => id)).size).toBe(real.length);
  });

  it(`${version}: names the weights`, () => {
    const weights = /Weights: ([^]*?)\.\s/.exec(sectionOf(version))?.[1] ?? "";
    for (const [part, weight] of Object.entries(coverage)) expect(weights).toContain(`${part} ${weight}`);
  });
}
