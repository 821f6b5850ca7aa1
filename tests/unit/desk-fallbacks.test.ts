import { describe, expect, it } from "vitest";
import { marketEntry } from "@/lib/desks/market/entry";
import { marketWith } from "@/lib/desks/market/handler";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { DESKS } from "../support/desk-cases";
import { askWhile, type DeskCase, DOWN, type Faults, routeCase } from "../support/desk-matrix";

/**
 * For every provider that another one stands behind: when it refuses the service's region, the other one's
 * data is in the answer, by the coverage that docs/method.md promises, and the answer says so.
 */
const cases = [
  ...DESKS,
  routeCase(
    "market",
    marketEntry,
    marketWith(() => Promise.resolve([])),
    {},
  ),
];

interface Switch {
  desk: string;
  /** Who refuses. */
  refused: readonly string[];
  /** Sources that are asked of those. */
  failed: readonly RegExp[];
  /** Who answers instead. */
  provider: string;
  coverage: number;
  /** Where in the answer that is said or seen; a path, and what is there. */
  shown: readonly (readonly [path: string, expected: unknown])[];
  notes?: readonly string[];
}

const COINBASE = "api.exchange.coinbase.com/*";
const KRAKEN = "api.kraken.com/*";
const YAHOO = "query2.finance.yahoo.com/*";
const OKX = "www.okx.com/*";
const TREASURY_CSV = "home.treasury.gov/*csv*";
const known: unknown = expect.anything();

const SWITCHES: readonly Switch[] = [
  {
    desk: "macro",
    refused: [YAHOO],
    failed: [/^yahoo\.(spx|vix|dxy|gold)$/],
    provider: "FRED",
    coverage: 0.8667, // four of six marks
    shown: [
      ["marks.0.source", "FRED"],
      ["marks.1.source", "FRED"],
      ["marks.2.price", null],
    ],
    notes: ["SPX is from FRED (Yahoo Finance: #).", "VIX is from FRED (Yahoo Finance: #)."],
  },
  {
    desk: "macro",
    refused: [COINBASE],
    failed: [/^coinbase\.(btc|eth)(-24h)?$/],
    provider: "Kraken",
    coverage: 1,
    shown: [
      ["marks.4.source", "Kraken"],
      ["marks.4.changePct", null],
      ["marks.5.source", "Kraken"],
    ],
    notes: ["BTC is from Kraken (Coinbase: #).", "ETH is from Kraken (Coinbase: #)."],
  },
  {
    desk: "macro",
    refused: [COINBASE, KRAKEN],
    failed: [/^coinbase\.(btc|eth)(-24h)?$/, /^kraken\.(btc|eth)$/],
    provider: "Yahoo Finance",
    coverage: 1,
    shown: [
      ["marks.4.source", "Yahoo Finance"],
      ["marks.4.changePct", null],
      ["marks.5.source", "Yahoo Finance"],
    ],
    notes: ["BTC is from Yahoo Finance (Coinbase: #)."],
  },
  {
    desk: "macro",
    refused: [TREASURY_CSV],
    failed: [/^treasury\.year$/],
    provider: "US Treasury",
    coverage: 1,
    shown: [["macro.yields.date", "2026-10-06"]],
  },
  {
    desk: "market",
    refused: [COINBASE],
    failed: [/^coinbase\./],
    provider: "Kraken",
    coverage: 1,
    shown: [["ticks.0.source", "Kraken"]],
    notes: ["BTC is from Kraken (Coinbase: #)."],
  },
  {
    desk: "market",
    refused: [COINBASE, KRAKEN],
    failed: [/^coinbase\./, /^kraken\./],
    provider: "Yahoo Finance",
    coverage: 1,
    shown: [["ticks.1.source", "Yahoo Finance"]],
  },
  {
    desk: "yields",
    refused: [TREASURY_CSV],
    failed: [/^treasury\.year$/],
    provider: "US Treasury",
    coverage: 1,
    shown: [["tbill3m.date", "2026-10-06"]],
  },
  {
    desk: "scalp",
    refused: [OKX],
    failed: [/^okx\.(candles|taker|funding)/],
    provider: "Binance",
    coverage: 1,
    shown: [
      ["scalp.0.venue", "Binance"],
      ["scalp.0.fundingPct", known],
      ["scalp.0.bias", known],
    ],
    notes: ["BTC is from Binance: OKX gave too little."],
  },
  {
    desk: "whales",
    refused: [OKX],
    failed: [/^okx\./],
    provider: "Binance",
    coverage: 1,
    shown: [
      ["positioning.0.venue", "Binance"],
      ["positioning.0.score", known],
    ],
    notes: ["BTC is from Binance: OKX gave too little."],
  },
  {
    desk: "verdict",
    refused: [OKX],
    failed: [/^okx\./],
    provider: "Binance",
    coverage: 0.85,
    shown: [
      ["supporting.tape.venue", "Binance"],
      ["supporting.positioning.venue", "Binance"],
      ["verdict.rationale.0", expect.stringContaining("Binance")],
      ["verdict.rationale.1", expect.stringContaining("Binance")],
    ],
  },
  {
    desk: "verdict",
    refused: [COINBASE],
    failed: [/^coinbase\./],
    provider: "Kraken",
    coverage: 0.85,
    shown: [
      ["supporting.frozen.priceSource", "Kraken"],
      ["supporting.frozen.sigmaDaily", known],
      ["supporting.frozen.baseRate", known],
    ],
  },
  {
    desk: "verdict",
    refused: [YAHOO],
    failed: [/^yahoo\.vix$/],
    provider: "FRED",
    coverage: 0.85,
    shown: [["supporting.vix", known]],
  },
  {
    desk: "verdict",
    refused: [TREASURY_CSV],
    failed: [/^treasury\.year$/],
    provider: "US Treasury",
    coverage: 0.85,
    shown: [["supporting.yields.billPct", known]],
  },
  {
    desk: "desk-brief",
    refused: [OKX, YAHOO, COINBASE],
    failed: [/^okx\./, /^yahoo\./, /^coinbase\./],
    provider: "Binance",
    coverage: 0.885, // 0.3 × 0.8667 + 0.2 × 1 + 0.5 × 0.85
    shown: [
      ["macro.marks.0.source", "FRED"],
      ["macro.marks.4.source", "Kraken"],
      ["supporting.tape.venue", "Binance"],
      ["supporting.frozen.priceSource", "Kraken"],
    ],
    notes: ["BTC is from Kraken (Coinbase: #)."],
  },
  {
    desk: "listing",
    refused: [OKX],
    failed: [/^okx\./],
    provider: "Binance",
    coverage: 0.6864, // without OKX's announcements
    shown: [],
  },
  {
    desk: "wallets on both chains",
    refused: ["mainnet.helius-rpc.com/*"],
    failed: [/^helius\./],
    provider: "Solana RPC",
    coverage: 0.625, // of Solana's side SOL alone
    shown: [
      ["wallet.native.valueUsd", known],
      ["wallet.complete", false],
      ["wallet.hhi", null],
    ],
    notes: [
      "Solana: the RPC provider could not be read; SOL with its value, and token balances by mint, unpriced, only checked tokens named, from the public node.",
    ],
  },
];

const KINDS: readonly (readonly [name: string, fault: Fault, status: string])[] = [
  ["451", { kind: "status", status: 451 }, "geo_blocked"],
  ["403 about countries", { kind: "status", status: 403 }, "geo_blocked"],
];

const caseOf = (desk: string): DeskCase => {
  const found = cases.find(({ name }) => name === desk);
  if (found === undefined) throw new Error(`no case ${desk}`);
  return found;
};

/** What stands at a path such as `marks.0.source`. */
const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((of, key) => (of as Record<string, unknown> | null | undefined)?.[key], value);

describe.each(KINDS)("a provider that answers %s", (_, fault, status) => {
  it.each(SWITCHES.map((one) => [one.desk, one.refused.join(" and "), one.provider, one] as const))(
    "%s: instead of %s there is %s, and the answer says so",
    async (...[, , , { desk, refused, failed, provider, coverage, shown, notes = [] }]) => {
      const faults = Object.fromEntries(refused.map((match) => [match, fault]));
      const { answer, provenance, coverage: covered } = await askWhile(caseOf(desk), faults);
      expect(covered).toBe(coverage);
      expect(answer?.sources).toContain(provider);
      for (const [path, expected] of shown) expect(at(answer, path), path).toEqual(expected);
      for (const note of notes) expect(answer?.notes).toContain(note.replace("#", status));
      for (const ids of failed) {
        const rows = provenance.filter(({ id }) => ids.test(id));
        expect(rows.length).toBeGreaterThan(0);
        for (const { id, status: said } of rows) {
          expect(said, id).toBe(status);
          expect(answer?.notes.some((note) => note.startsWith(`${id}: ${status}`))).toBe(true);
        }
      }
      const others = provenance.filter(({ id }) => !failed.some((ids) => ids.test(id)));
      expect(others.filter((source) => source.status !== "ok")).toEqual([]);
    },
  );
});

describe("behind two that fail", () => {
  it("the Treasury's month before stands, half as good by its age", async () => {
    const faults: Faults = { [TREASURY_CSV]: DOWN, "home.treasury.gov/*xml": [{ kind: "html" }, 1] };
    const { answer, coverage, provenance } = await askWhile(caseOf("macro"), faults);
    expect(at(answer, "macro.yields.date")).toBe("2026-09-30");
    expect(coverage).toBe(0.925);
    expect(at(answer, "stale")).toBe(true);
    expect(provenance).toContainEqual(expect.objectContaining({ id: "treasury.month-before", status: "ok" }));
  });

  it("Hyperliquid covers 0.275, which is not sold", async () => {
    const faults: Faults = { [OKX]: { kind: "status", status: 451 }, "fapi.binance.com/*": DOWN };
    const { sold, coverage, provenance, missing } = await askWhile(caseOf("whales"), faults);
    expect({ sold, coverage }).toEqual({ sold: false, coverage: 0.275 });
    expect(missing).toEqual(["positioning.BTC.ratios", "positioning.BTC.taker"]);
    expect(provenance).toContainEqual(expect.objectContaining({ id: "hyperliquid.perps", status: "ok" }));
  });

  it("a listing's coin has Hyperliquid's funding, and no ratio", async () => {
    const { answer } = await askWhile(caseOf("listing"), { [OKX]: DOWN, "fapi.binance.com/*": DOWN });
    const rows = at(answer, "candidates") as { institutional: unknown }[];
    const reported = rows.flatMap(({ institutional }) => (institutional === null ? [] : [institutional]));
    expect(reported.length).toBeGreaterThan(0);
    for (const one of reported) expect(one).toEqual({ topPosRatio: null, fundingPct: known });
    expect(answer?.sources).toContain("Hyperliquid");
  });
});
