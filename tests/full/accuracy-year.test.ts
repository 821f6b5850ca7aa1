import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { accuracyDocumentation } from "@/lib/accuracy/page/documentation";
import { accuracyWith } from "@/lib/accuracy/page/handler";
import { scoreVerdictsWith } from "@/lib/accuracy/score-verdicts/handler";
import { SIGNALS } from "@/lib/catalog/intel/signals";
import { deskWith } from "@/lib/desks/desk";
import { verdictDeskWith } from "@/lib/desks/verdict/handler";
import type { Effect } from "@/lib/handler";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { noStore, reader } from "../fixtures/test-source";

/**
 * A year of the simulated market: each day a verdict is bought through the real desk, its effects are applied as the
 * ledger applies them, and the page scores what is due. Beside it the test keeps what the buyers got, and computes the
 * page's numbers from that and the simulator's own later prices.
 */
const DAY_MS = 86_400_000;
const START = Date.parse("2025-10-01T00:00:00Z");
const DAYS = 365;
const APPLY = "for _, effect in ipairs(cjson.decode(ARGV[1])) do redis.call(unpack(effect)) end return 'ok'";

let now = START;
let upstream: Upstream;
let store: RedisStore;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 11, now: () => now, protocolRows: 60 });
  store = await startRedisStore();
});
afterAll(async () => {
  await upstream.close();
  await store.close();
});

const context = () => ({ now: new Date(now), signal: new AbortController().signal, headers: new Headers() });

/** Windows are wide, so that calendars and the like are not read every day of the year. */
const openReader = () =>
  reader({ origin: upstream.url, store: noStore, timeoutMs: 20_000, breakerMs: 0, windowScale: 40 });

/** When in its day the counting verdict is bought: on the five minutes, at another hour each day. */
const timeOf = (day: number): number => START + day * DAY_MS + ((day * 7) % 288) * 300_000;
/** On these days Coinbase has no price, so Kraken's is frozen, and Kraken's decides. */
const isKrakens = (day: number): boolean => day % 60 === 17;
/** On these days nobody has one. */
const isBlind = (day: number): boolean => day % 90 === 40;

const TICKERS = ["api.exchange.coinbase.com/products/BTC-USD/ticker", "api.kraken.com/0/public/Ticker"];

const coinbaseTicker = z.object({ price: z.string() });
const krakenTicker = z.object({ result: z.object({ XXBTZUSD: z.object({ c: z.array(z.string()) }) }) });

/** What an exchange's ticker says at a moment: another endpoint than the one that scoring reads. */
async function tickerAt(at: number, source: string): Promise<number> {
  const before = now;
  now = at;
  const [coinbase = "", kraken = ""] = TICKERS;
  const path = source === "Kraken" ? `${kraken}?pair=XBTUSD` : coinbase;
  const answer: unknown = await (await fetch(`${upstream.url}/${path}`)).json();
  now = before;
  return Number(
    source === "Kraken"
      ? krakenTicker.parse(answer).result.XXBTZUSD.c[0]
      : coinbaseTicker.parse(answer).price,
  );
}

type Sold = Awaited<ReturnType<ReturnType<typeof buyer>>>["answer"];

function buyer() {
  const desk = verdictDeskWith({
    creators: () => Promise.resolve(null),
    proven: () => Promise.resolve(new Set()),
  });
  const sell = deskWith(desk)(openReader());
  return async (includeInsider: boolean) => {
    const { answer, effects } = await sell({ includeInsider }, context());
    const commands = effects.map(({ command }: Effect) => command);
    await store.redis.eval(APPLY, [], [JSON.stringify(commands)]);
    return { answer };
  };
}

describe("a year of verdicts", () => {
  it("is on the page as a separate computation from what was sold says", async () => {
    const buy = buyer();
    const tools = {
      redis: () => store.redis,
      read: openReader(),
    };
    const page = accuracyWith(tools);
    const schedule = scoreVerdictsWith(tools);
    let extra = 0;
    const sold: Sold[] = [];
    for (let day = 0; day < DAYS; day++) {
      upstream.clearFaults();
      if (isKrakens(day) || isBlind(day)) upstream.setFault(TICKERS[0] ?? "", { kind: "down" });
      if (isBlind(day)) upstream.setFault(TICKERS[1] ?? "", { kind: "down" });
      now = timeOf(day);
      if (day % 20 === 3) {
        await buy(false); // counts for nothing but the number of the sold
        extra++;
      }
      sold.push((await buy(true)).answer);
      if (day % 25 === 4) {
        now += 60_000;
        await buy(true); // the day's second
        extra++;
      }
      upstream.clearFaults();
      now = timeOf(day) + 2 * DAY_MS;
      if (day % 3 === 0) await page({}, context());
      if (day % 30 === 29) await schedule({}, context());
    }
    now = START + (DAYS + 3) * DAY_MS;
    await schedule({}, context());
    expect((await schedule({}, context())).answer).toMatchObject({
      scored: 0,
      voids: 0,
      open: 0,
      daysCounted: 0,
    });
    const { answer } = await page({}, context());
    accuracyDocumentation.output.parse(answer);

    const rows = sold.map(({ verdict, supporting: { frozen } }) => ({ signal: verdict.signal, frozen }));
    const expected = new Map(SIGNALS.map((signal) => [signal, { n: 0, hits: 0, voids: 0, base: 0 }]));
    for (const { signal, frozen } of rows) {
      const row = expected.get(signal);
      if (row === undefined) throw new Error(signal);
      const off = Math.abs(Date.parse(frozen.priceAt ?? "") - Date.parse(frozen.at));
      if (
        !(off <= 300_000) ||
        frozen.price === null ||
        frozen.sigmaDaily === null ||
        frozen.baseRate === null
      ) {
        row.voids++;
        continue;
      }
      const later = await tickerAt(Date.parse(frozen.at) + DAY_MS, frozen.priceSource ?? "");
      const r = Math.log(later / frozen.price) / frozen.sigmaDaily;
      const hit = {
        snipe: r >= 0.5,
        follow: r >= 0.25,
        watch: Math.abs(r) <= 0.5,
        avoid: r <= -0.25,
        rebalance: Math.abs(r) >= 1,
      };
      row.n++;
      row.base += frozen.baseRate;
      if (hit[signal]) row.hits++;
    }
    for (const { signal, n, hits, voids, hitRate, baseRate } of answer.bySignal) {
      const row = expected.get(signal);
      if (row === undefined) throw new Error(signal);
      expect({ signal, n, hits, voids }).toEqual({ signal, n: row.n, hits: row.hits, voids: row.voids });
      if (row.n < 30) expect([hitRate, baseRate]).toEqual([null, null]);
      else {
        expect(hitRate).toBeCloseTo(row.hits / row.n, 4);
        expect(baseRate).toBeCloseTo(row.base / row.n, 3);
      }
    }
    expect(answer.evaluated + answer.voids).toBe(DAYS);
    expect(rows.filter(({ frozen }) => frozen.price === null).length).toBeGreaterThan(3);
    expect(rows.filter(({ frozen }) => frozen.priceSource === "Kraken").length).toBeGreaterThan(3);
    const counted = answer.sold.bySignal.reduce((sum, { n, voids }) => sum + n + voids, 0);
    expect(counted).toBe(DAYS + extra);
    expect(answer.bySignal.filter(({ n }) => n >= 30).length).toBeGreaterThanOrEqual(2);
  }, 900_000);
});
