import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ENTRIES } from "@/lib/catalog/entries.generated";
import { DEFAULT_LIMITS, isPaid } from "@/lib/catalog/define";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as daysModule from "@/lib/payments/journal/days";
import type { exportJournal } from "@/lib/payments/journal/export/handler";
import type { trimJournal } from "@/lib/payments/journal/trim/handler";
import { CSV_HEADER, csvRow, readLine, wholeUnits } from "@/lib/payments/journal/line";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import { NETWORKS } from "@/lib/chains/networks";
import type { Receipt } from "@/lib/payments/rails/rail";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const { evm, solana } = NETWORKS.mainnet;
const START = Date.parse("2026-11-22T23:50:00Z");
const DAY_MS = 86_400_000;
const ON_BASE: Receipt = {
  rail: "x402-evm",
  network: evm.id,
  payer: `0x${"a".repeat(40)}`,
  amount: "20000",
  transaction: `0x${"b".repeat(64)}`,
  at: START,
  by: "primary",
};

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let engine: Awaited<ReturnType<typeof embeddedEngine>>;
let ledger: typeof ledgerModule;
let crediting: typeof creditModule;
let days: typeof daysModule;
let exporting: typeof exportJournal;
let trimming: typeof trimJournal;

const ask = async (...words: string[]) =>
  (await engine.run([words.map((word) => Buffer.from(word))], false))[0];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  engine = await embeddedEngine();
  redis = await startRedisRest({ port: 0, token: "t", engine });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  ledger = await import("@/lib/payments/ledger/ledger");
  crediting = await import("@/lib/payments/ledger/credit");
  days = await import("@/lib/payments/journal/days");
  ({ exportJournal: exporting } = await import("@/lib/payments/journal/export/handler"));
  ({ trimJournal: trimming } = await import("@/lib/payments/journal/trim/handler"));
});
beforeEach(async () => {
  vi.setSystemTime(START);
  await ask("FLUSHALL");
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

let payments = 0;
const newClaim = (entry: string): Claim => ({
  ...{ paymentKey: `journal:${(payments += 1)}`, owner: crypto.randomUUID(), leaseMs: 60_000, entry },
  ...{ fingerprint: "f", secret: "s", idempotency: "", payer: `payer:${payments}`, rail: "x402-evm" },
  ...{
    walletProved: false,
    slots: DEFAULT_LIMITS.slots,
    bindingKey: null,
    household: crypto.randomUUID(),
    network: "192.0.2.0/24",
    request: "{}",
  },
});

async function settling(entry = "/api/svc-intel-tvl"): Promise<Claim> {
  const claim = newClaim(entry);
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const intent = { evidence: "{}", facts: "{}", effects: [], reserve: [], answer: "{}", binding: null };
  expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
  return claim;
}

async function sell(receipt: Partial<Receipt> = {}, entry?: string): Promise<void> {
  const claim = await settling(entry);
  expect(await ledger.markSettled(claim, JSON.stringify({ ...ON_BASE, ...receipt }))).toBe(true);
}

const context = () => ({
  now: new Date(),
  signal: new AbortController().signal,
  headers: new Headers(),
});

/** All rows of a month, page by page, as a command reads them. */
async function exported(month: string): Promise<string[]> {
  const rows: string[] = [];
  for (let after: string | undefined; ;) {
    const { answer } = await exporting({ month, after }, context());
    rows.push(...answer.rows);
    if (answer.next === null) return rows;
    after = answer.next;
  }
}

describe("a sale", () => {
  it("has one line, with all that a book needs, however often it is recorded", async () => {
    const claim = await settling();
    for (let time = 0; time < 3; time++)
      expect(await ledger.markSettled(claim, JSON.stringify(ON_BASE))).toBe(true);
    const { payer, transaction } = ON_BASE;
    expect(await exported("2026-11")).toEqual([
      `2026-11-22T23:50:00.000Z,settled,intel-tvl,${evm.id},USDC,0.02,${payer},${transaction},primary,`,
    ]);
  });

  it("has a line in none of the ways in which nothing is sold", async () => {
    const [given, proved] = [await settling(), await settling()];
    await ledger.release(given);
    await ledger.markUnknown(proved, "");
    await ledger.releaseUnmoved(proved, "{}");
    expect(await ledger.markSettled(given, JSON.stringify(ON_BASE))).toBe(false);
    expect(await exported("2026-11")).toEqual([]);
  });

  it("of a payment that had moved before says so, and that nobody here settled it", async () => {
    const claim = newClaim("/api/svc-intel-tvl");
    await ledger.begin(claim, { claim: "with slot", resume: true });
    const { by: _, ...receipt } = ON_BASE;
    const moved = { evidence: "{}", facts: "{}", receipt: JSON.stringify(receipt), landedAt: Date.now() };
    expect(await crediting.credit(claim, { ...moved, maxAgeMs: 60_000, waitMs: 0, resend: "" })).toEqual({
      kind: "ok",
    });
    expect(await exported("2026-11")).toEqual([]);
    expect(await crediting.fulfil(claim, { answer: "{}", effects: [], reserve: [], binding: null })).toBe(
      "ok",
    );
    const [row] = await exported("2026-11");
    expect(row).toMatch(/^[^,]+,credited,intel-tvl,.*,-,$/);
  });

  it("is recorded and applied even where the journal can't be written, or its receipt not be read", async () => {
    const [unread, refused] = [await settling(), await settling()];
    expect(await ledger.markSettled(unread, "no receipt")).toBe(true);
    expect(await exported("2026-11")).toHaveLength(1);
    const { keys } = await import("@/lib/store/keys");
    await ask("DEL", keys.journalDay(days.dayOf("2026-11-22")));
    await ask("SET", keys.journalDay(days.dayOf("2026-11-22")), "no stream");
    expect(await ledger.markSettled(refused, JSON.stringify(ON_BASE))).toBe(true);
  });
});

describe("a line", () => {
  const longest = { amount: "9990000", by: "fallback" };
  const receipts: [string, Partial<Receipt>][] = [
    ["Base", longest],
    ["Solana", { ...longest, network: solana.id, payer: "P".repeat(44), transaction: "T".repeat(88) }],
  ];

  it.each(receipts)("takes at most 200 bytes for every route that sells on %s", async (_, receipt) => {
    for (const { path } of ENTRIES.filter(isPaid)) await sell(receipt, path);
    const { keys } = await import("@/lib/store/keys");
    const reply = await ask("XRANGE", keys.journalDay(days.dayOf("2026-11-22")), "-", "+");
    const lines = (Array.isArray(reply) ? reply : []).map((entry) => String((entry as unknown[][])[1]?.[1]));
    expect(lines).toHaveLength(ENTRIES.filter(isPaid).length);
    for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(200);
    expect(await exported("2026-11")).toSatisfy((rows: string[]) =>
      rows.every((row) => row.includes(receipt.network ?? evm.id) && row.includes("9.99")),
    );
  });

  it("tells every network that is known from the others", () => {
    const ids = Object.values(NETWORKS).flatMap((each): string[] => [each.evm.id, each.solana.id]);
    for (const id of ids)
      expect(readLine("1-0", `settled r ${id.slice(0, 13)} USDC 1 p t -`).network).toBe(id);
    expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBe(ids.length);
  });

  it("that can't be read stops an export, rather than being left out of it", () => {
    expect(() => readLine("1-0", "settled intel-tvl")).toThrow("can't be read");
  });

  it("has as many columns as the header, its amount exact", () => {
    const line = readLine("1795300000000-0", `refunded - ${evm.id} USDC -20000 p t - 0xabc`);
    expect(csvRow(line).split(",")).toHaveLength(CSV_HEADER.split(",").length);
    expect(["0", "1", "-20000", "1000000", "123456789012345678"].map(wholeUnits)).toEqual([
      ...["0.00", "0.000001", "-0.02", "1.00", "123456789012.345678"],
    ]);
  });
});

describe("an export", () => {
  it("has each line once, over days and pages, and none of another month", async () => {
    const { keys } = await import("@/lib/store/keys");
    vi.setSystemTime(Date.parse("2026-10-31T23:59:59.999Z"));
    await sell({ transaction: "october" });
    vi.setSystemTime(START);
    for (let sale = 0; sale < 3; sale++) await sell({ transaction: `t${sale}` });
    // Full pages, without a ledger's work for each.
    const filled = days.dayOf("2026-11-23");
    for (let at = 1; at <= 2_000; at++)
      await ask(
        "XADD",
        keys.journalDay(filled),
        `${START + DAY_MS + at}-0`,
        "line",
        `settled r ${evm.id} USDC 1 p f${at} -`,
      );
    await ask("HSET", keys.journal(), String(filled), "2000");
    vi.setSystemTime(START + 2 * DAY_MS);
    await sell({ transaction: "last" });
    const transactions = (await exported("2026-11")).map((row) => row.split(",")[7]);
    const expected = ["t0", "t1", "t2", ...Array.from({ length: 2_000 }, (_, at) => `f${at + 1}`), "last"];
    expect(transactions).toEqual(expected);
    expect((await exported("2026-10")).map((row) => row.split(",")[7])).toEqual(["october"]);
  });

  it("stays complete when a day of it is let go between two pages", async () => {
    await sell({ transaction: "first" });
    vi.setSystemTime(START + DAY_MS);
    await sell({ transaction: "second" });
    const { answer } = await exporting({ month: "2026-11", after: undefined }, context());
    await trimming({ exported: [{ date: "2026-11-22", lines: 1 }] }, context());
    const rest = await exporting({ month: "2026-11", after: answer.next ?? "" }, context());
    expect(rest.answer.rows.map((row) => row.split(",")[7])).toEqual(["second"]);
  });
});

describe("letting go of a day", () => {
  const trim = async (date: string, lines: number) =>
    (await trimming({ exported: [{ date, lines }] }, context())).answer.days[0]?.became;

  it("deletes what was exported, and nothing that was not", async () => {
    await sell();
    await sell();
    expect(await trim("2026-11-22", 2)).toBe("open");
    vi.setSystemTime(START + DAY_MS);
    expect(await trim("2026-11-22", 1)).toBe("differs");
    expect(await exported("2026-11")).toHaveLength(2);
    expect(await trim("2026-11-22", 2)).toBe("trimmed");
    expect(await trim("2026-11-22", 2)).toBe("gone");
    expect(await trim("2027-11-22", 2)).toBe("open");
    expect(await exported("2026-11")).toEqual([]);
    expect(await days.journalDays()).toEqual([]);
  });
});
