import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { MIN_COVERAGE, SOURCE_STATUSES } from "@/lib/catalog/intel/envelope";
import { macroEntry, MARK_SYMBOLS, TENORS } from "@/lib/catalog/intel/macro";
import { tvlEntry } from "@/lib/catalog/intel/tvl";
import { composeMacro, MACRO_METHOD } from "@/lib/desks/macro/compose";
import type { MacroInputs } from "@/lib/desks/macro/gather";
import { MAX_AGE } from "@/lib/desks/macro/part";
import { composeTvl, TVL_METHOD } from "@/lib/desks/tvl/compose";
import { calendar } from "@/lib/sources/calendar";
import * as coinbase from "@/lib/sources/coinbase";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import * as feeds from "@/lib/sources/feeds";
import { sentTo, webAddress } from "@/lib/sources/fetcher/address";
import * as fred from "@/lib/sources/fred";
import * as kraken from "@/lib/sources/kraken";
import { llamaChains, llamaProtocols, reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { quote } from "@/lib/sources/quote";
import type { Source } from "@/lib/sources/source";
import * as treasury from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import * as yahoo from "@/lib/sources/yahoo";
import { failed, readingOf } from "../fixtures/readings";

let page = "";
beforeAll(async () => {
  page = await readFile(new URL("../../docs/method.md", import.meta.url), "utf8");
});

/** The document's JSON block of that name. */
function block(name: string): unknown {
  const found = new RegExp(`\`\`\`json ${name}\n([^]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/method.md has no block ${name}`);
  return JSON.parse(found);
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
function duration(text: string | undefined): number {
  const [, count, unit = ""] = /^(\d+) (s|min|h|d)$/.exec(text ?? "") ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}
/** Rows of all tables, cells trimmed, backticks off the first. */
const rows = (): string[][] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const isSource = (value: unknown): value is Source<unknown> =>
  typeof value === "object" && value !== null && "freshMs" in value;
const SOURCES: Source<unknown>[] = [
  llamaChains,
  llamaProtocols,
  fearGreed,
  fedCalendar,
  weekCalendar,
  ...[coinbase, feeds, fred, kraken, treasury, yahoo].flatMap((module) =>
    Object.values(module).filter(isSource),
  ),
];

describe("docs/method.md", () => {
  it("names every source with its address and its windows, and no other", () => {
    const said = rows().filter((cells) => cells.length === 4);
    const told = said.map(([id = "", address = "", fresh, stale]) => ({
      id: id.replaceAll("`", ""),
      address: address.replaceAll("`", "").replace("{year}", "2026"),
      freshMs: duration(fresh),
      staleMs: duration(stale),
    }));
    const real = SOURCES.map((source) => ({
      id: source.id,
      address: sentTo(webAddress({ ...source.address(new Date("2026-10-07")), query: {} }), undefined).slice(
        8,
      ),
      freshMs: source.freshMs,
      staleMs: source.staleMs,
    }));
    const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
    expect(told.sort(byId)).toEqual(real.sort(byId));
    expect(new Set(real.map(({ id }) => id)).size).toBe(real.length);
  });

  it("names every age that a part may have", () => {
    const told = Object.fromEntries(
      rows()
        .filter((cells) => cells.length === 3)
        .map(([part = "", whole, half]) => [
          /`(\w+)`/.exec(part)?.[1],
          { freshMs: duration(whole), staleMs: duration(half) },
        ]),
    );
    expect(told).toEqual(MAX_AGE);
  });

  it("names every status, the weights, the least coverage and the versions", () => {
    for (const status of SOURCE_STATUSES) expect(page).toContain(`\`${status}\``);
    expect(page).toContain(`Below a coverage of ${MIN_COVERAGE} `);
    for (const [entry, version] of [
      [tvlEntry, TVL_METHOD],
      [macroEntry, MACRO_METHOD],
    ] as const) {
      expect(page).toContain(`(\`${version}\`)`);
      const section = page.slice(page.indexOf(`(\`${version}\`)`));
      const weights = /Weights: ([^]*?)\.\s/.exec(section)?.[1] ?? "";
      for (const [part, weight] of Object.entries(entry.coverage))
        expect(weights).toContain(`${part} ${weight}`);
    }
  });

  it("computes its TVL example as the desk does", async () => {
    const given = z
      .object({ chains: z.array(z.unknown()), protocols: z.array(z.unknown()) })
      .parse(block("tvl-given"));
    const now = new Date("2026-10-07T14:00:00Z");
    const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
    async function* text(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(JSON.stringify(given.protocols));
    }
    const protocols = (await reduceProtocols(text())).value;
    expect(50 * 60_000).toBeGreaterThan(llamaProtocols.freshMs);
    const { answer } = composeTvl(
      {
        chains: readingOf(llamaChains, reduceChains(given.chains).value, minutesAgo(10), now),
        protocols: readingOf(llamaProtocols, protocols, minutesAgo(50), now, "stale"),
      },
      now,
    );
    expect(answer).toMatchObject(block("tvl-answer") as object);
    expect(answer.dataAsOf).toBe(minutesAgo(50).toISOString());
  });

  it("computes its macro example as the desk does", () => {
    const timed = quote.extend({ asOf: z.string() }).nullable();
    const given = z
      .object({
        now: z.string(),
        marks: z.record(z.enum(MARK_SYMBOLS), timed),
        dayOpen: z.object({ BTC: z.number(), ETH: z.number() }),
        sentiment: z.object({
          value: z.number(),
          classification: z.string(),
          previous: z.number(),
          asOf: z.string(),
        }),
        yields: z.object({ date: z.string(), y2: z.number(), y10: z.number(), asOf: z.string() }),
        fedCalendar: calendar,
        weekCalendar: z.null(),
        headline: z.string(),
      })
      .parse(block("macro-given"));
    const now = new Date(given.now);
    const first = {
      SPX: yahoo.yahooSpx,
      VIX: yahoo.yahooVix,
      DXY: yahoo.yahooDxy,
      GOLD: yahoo.yahooGold,
      BTC: coinbase.coinbaseBtc,
      ETH: coinbase.coinbaseEth,
    };
    const mark = (symbol: (typeof MARK_SYMBOLS)[number]) => {
      const quoted = given.marks[symbol];
      return [
        quoted === null ? failed<never>(first[symbol]) : readingOf(first[symbol], quoted, quoted.asOf, now),
      ];
    };
    const rates = Object.fromEntries(TENORS.map((tenor) => [tenor, null]));
    const inputs: MacroInputs = {
      marks: {
        SPX: mark("SPX"),
        VIX: mark("VIX"),
        DXY: mark("DXY"),
        GOLD: mark("GOLD"),
        BTC: mark("BTC"),
        ETH: mark("ETH"),
      },
      dayOpen: {
        BTC: readingOf(coinbase.coinbaseBtcDay, { open: given.dayOpen.BTC }, now, now),
        ETH: readingOf(coinbase.coinbaseEthDay, { open: given.dayOpen.ETH }, now, now),
      },
      fearGreed: readingOf(fearGreed, given.sentiment, given.sentiment.asOf, now),
      yields: [
        readingOf(
          treasury.treasuryYear,
          treasury.treasuryYear.kept.parse({
            date: given.yields.date,
            rates: { ...rates, y2: given.yields.y2, y10: given.yields.y10 },
          }),
          given.yields.asOf,
          now,
        ),
      ],
      fedCalendar: readingOf(fedCalendar, given.fedCalendar, now, now),
      weekCalendar: failed(weekCalendar),
      feeds: [
        readingOf(
          feeds.coindesk,
          { items: [{ title: "A story", url: "https://example.com/a", publishedAt: given.headline }] },
          given.headline,
          now,
        ),
      ],
    };
    const { answer } = composeMacro(inputs, now);
    const changePct = Object.fromEntries(answer.marks.map((one) => [one.symbol, one.changePct]));
    const { coverage, stale, dataAsOf } = answer;
    expect({ coverage, stale, dataAsOf, changePct, curve2s10sBps: answer.macro.curve2s10sBps }).toEqual(
      block("macro-answer"),
    );
  });
});
