import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim, May } from "@/lib/payments/ledger/ledger";
import type * as indexModule from "@/lib/payments/ledger/open-payments";
import { APPLIED_AT, FIRST_REPLY } from "@/lib/handler";
import { holderOf } from "@/lib/payments/ledger/reserve";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let ledger: typeof ledgerModule;
let index: typeof indexModule;
let crediting: typeof creditModule;
let store: {
  exists(...keys: string[]): Promise<number>;
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  zrange(key: string, min: number, max: number): Promise<unknown[]>;
  zscore(key: string, member: string): Promise<number | null>;
  zadd(key: string, entry: { score: number; member: string }): Promise<unknown>;
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] }); // leases end when a test says so, however busy the machine is
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("LEDGER_ANSWER_TTL_SEC", "1");
  vi.stubEnv("LEDGER_KEY_TTL_SEC", "2");
  vi.stubEnv("LEDGER_COOLDOWN_MS", "150");
  ledger = await import("@/lib/payments/ledger/ledger");
  index = await import("@/lib/payments/ledger/open-payments");
  crediting = await import("@/lib/payments/ledger/credit");
  store = (await import("@/lib/store/redis")).ledgerStore();
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

let payments = 0;
const newClaim = (change: Partial<Claim> = {}): Claim => ({
  paymentKey: `test:payment:${(payments += 1)}`,
  owner: crypto.randomUUID(),
  leaseMs: 60_000,
  fingerprint: "request",
  secret: "secret",
  idempotency: "",
  entry: "/api/x",
  payer: `payer:${payments}`,
  rail: "x402-evm",
  walletProved: false,
  slots: DEFAULT_LIMITS.slots,
  bindingKey: null,
  household: crypto.randomUUID(),
  network: crypto.randomUUID(),
  request: "{}",
  ...change,
});
const copyOf = (claim: Claim, change: Partial<Claim> = {}): Claim => ({
  ...claim,
  owner: crypto.randomUUID(),
  ...change,
});
const MAY = { claim: "with slot", resume: true } as const;
const WITHOUT_SLOT = { claim: "without slot", resume: true } as const;
const MAY_NOT = { claim: false, resume: true } as const;
const INTENT = {
  ...{
    evidence: '{"nonce":"1"}',
    facts: "{}",
    effects: [],
    reserve: [],
    answer: '{"ok":true}',
    binding: null,
  },
};
const CREDIT = { ...INTENT, receipt: "{}", maxAgeMs: 60_000, waitMs: 0, resend: "" };
/** Lets time pass for the product and for its store. */
const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** `leaseMs` counts from the intent: a slow machine must not lose the claim before it. */
async function settling({ leaseMs = 60_000, ...change }: Partial<Claim> = {}): Promise<Claim> {
  const claim = newClaim(change);
  expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed" });
  expect(await ledger.writeIntent({ ...claim, leaseMs }, INTENT)).toEqual({ kind: "ok" });
  return claim;
}

describe("a claim", () => {
  it("is given to one of many workers at once", async () => {
    const claim = newClaim();
    const results = await Promise.all(Array.from({ length: 20 }, () => ledger.begin(copyOf(claim), MAY)));
    expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "record")).toHaveLength(19);
  });

  it("is not made for a payment that may not be claimed, and leaves no trace then", async () => {
    const claim = newClaim();
    expect(await ledger.begin(claim, MAY_NOT)).toEqual({ kind: "absent" });
    expect(await ledger.begin(copyOf(claim), MAY)).toEqual({ kind: "claimed" });
  });

  it("expires, and its late owner can write no intent", async () => {
    const claim = newClaim({ leaseMs: 30 });
    await ledger.begin(claim, MAY);
    pass(60);
    const successor = copyOf(claim, { leaseMs: 60_000 });
    expect(await ledger.begin(successor, MAY)).toEqual({ kind: "claimed" });
    expect(await ledger.writeIntent(claim, INTENT)).toEqual({ kind: "lost" });
    expect(await ledger.writeIntent(successor, INTENT)).toEqual({ kind: "ok" });
  });

  it("is reported to its own owner again, when the first reply was lost", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed" });
  });

  it("leaves nothing behind once it is released", async () => {
    const { keys } = await import("@/lib/store/keys");
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    await ledger.release(claim);
    expect(await store.exists(keys.payment(claim.paymentKey), keys.answer(claim.paymentKey))).toBe(0);
  });

  it("is released by its owner only, which learns whether it still held it", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    expect(await ledger.release(copyOf(claim))).toBe(false);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({
      kind: "record",
      record: { state: "claimed" },
    });
    expect(await ledger.release(claim)).toBe(true);
    expect(await ledger.begin(copyOf(claim), MAY)).toEqual({ kind: "claimed" });
    expect(await ledger.release(claim)).toBe(false);
  });
});

describe("a payment that is settling", () => {
  it("does not expire, and returns no answer", async () => {
    const claim = await settling({ leaseMs: 30 });
    pass(60);
    const results = await ledger.begin(copyOf(claim, { fingerprint: "another" }), MAY);
    expect(results).toMatchObject({ kind: "record", record: { state: "settling", answer: null } });
  });

  it("is taken over after its worker died, by one caller with the same request and its proof", async () => {
    const claim = await settling({ leaseMs: 30 });
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ kind: "record" }); // its worker still lives
    pass(60);
    expect(await ledger.begin(copyOf(claim, { fingerprint: "another" }), MAY)).toMatchObject({
      kind: "record",
    });
    expect(await ledger.begin(copyOf(claim, { secret: "guess" }), MAY)).toMatchObject({
      kind: "record",
      record: { proved: false },
    });
    expect(await ledger.begin(copyOf(claim, { secret: "" }), MAY)).toMatchObject({
      kind: "record",
      record: { proved: false },
    });
    expect(await ledger.begin(copyOf(claim), { claim: "with slot", resume: false })).toMatchObject({
      kind: "record",
    });
    const successors = await Promise.all(
      [1, 2, 3].map(() => ledger.begin(copyOf(claim, { leaseMs: 60_000 }), MAY)),
    );
    expect(successors.filter(({ kind }) => kind === "taken-over")).toHaveLength(1);
    expect(successors.find(({ kind }) => kind === "taken-over")).toMatchObject({
      record: { evidence: INTENT.evidence },
    });
  });

  it("is not given up with a claim whose reply was lost", async () => {
    const claim = await settling();
    await ledger.abandonClaim(claim);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { state: "settling" } });
  });

  it("is listed for recovery with all that it needs", async () => {
    const claim = await settling();
    const open = await index.openPayments(0, 1_000);
    expect(open.find(({ paymentKey }) => paymentKey === claim.paymentKey)).toMatchObject({
      payer: claim.payer,
      rail: claim.rail,
      evidence: INTENT.evidence,
      facts: "{}",
    });
    expect((await index.openPayments(60_000, 1_000)).map(({ paymentKey }) => paymentKey)).not.toContain(
      claim.paymentKey,
    );
  });

  it("stands in the index of open payments until it is closed", async () => {
    const { keys } = await import("@/lib/store/keys");
    const claim = await settling();
    const open = () => store.zrange(keys.openPayments(), 0, -1);
    expect(await open()).toContain(claim.paymentKey);
    await ledger.markSettled(claim, "{}");
    expect(await open()).not.toContain(claim.paymentKey);
  });

  it("stays in the index of open payments when a reconciler has read it before it was there", async () => {
    const { keys } = await import("@/lib/store/keys");
    const claim = await settling();
    // It was listed, released, and had no record when that was read; then it was sold anew.
    expect(await index.dropOpen(claim)).toBe(false);
    expect(await store.zrange(keys.openPayments(), 0, -1)).toContain(claim.paymentKey);
    await ledger.release(claim);
    expect(await index.dropOpen(claim)).toBe(false); // nothing is wrong with one that was released meanwhile
    await store.zadd(keys.openPayments(), { score: 1, member: claim.paymentKey });
    expect(await index.dropOpen(claim)).toBe(true);
    expect(await store.zrange(keys.openPayments(), 0, -1)).not.toContain(claim.paymentKey);
  });
});

describe("a settled payment", () => {
  it("returns its answer to a caller who proves the first call, and is not settled twice", async () => {
    const claim = await settling();
    expect(await ledger.markSettled(claim, '{"transaction":"t"}')).toBe(true);
    expect(await ledger.markSettled(claim, '{"transaction":"other"}')).toBe(true);
    const results = await ledger.begin(copyOf(claim), MAY);
    expect(results).toMatchObject({
      kind: "record",
      record: { state: "settled", proved: true, answer: INTENT.answer, receipt: '{"transaction":"t"}' },
    });
  });

  it("is proved by the idempotency key as well as by the secret", async () => {
    const claim = await settling({ secret: "", idempotency: "key" });
    await ledger.markSettled(claim, "{}");
    expect(await ledger.begin(copyOf(claim, { secret: "guess", idempotency: "key" }), MAY)).toMatchObject({
      record: { proved: true },
    });
    expect(await ledger.begin(copyOf(claim, { secret: "", idempotency: "" }), MAY)).toMatchObject({
      record: { proved: false },
    });
  });

  it("outlives its answer", async () => {
    const claim = await settling();
    await ledger.markSettled(claim, "{}");
    pass(1_200);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({
      record: { state: "settled", answer: null },
    });
  });

  it("applies its effects once, with the settlement", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    await ledger.writeIntent(claim, {
      ...INTENT,
      effects: [
        { command: ["INCR", `count:${claim.paymentKey}`] },
        { command: ["SET", `text:${claim.paymentKey}`, 'a "quoted" é'] },
      ],
    });
    expect(await store.get(`count:${claim.paymentKey}`)).toBeNull();
    await Promise.all([1, 2, 3].map(() => ledger.markSettled(claim, "{}")));
    expect(Number(await store.get(`count:${claim.paymentKey}`))).toBe(1);
    expect(await store.get(`text:${claim.paymentKey}`)).toBe('a "quoted" é');
  });

  it("is settled although the store refuses one of its effects; the others are applied once", async () => {
    const claim = newClaim();
    const [before, text, after] = ["before", "text", "after"].map((name) => `${name}:${claim.paymentKey}`);
    const command = (...words: [string, ...(string | undefined)[]]) => ({
      command: words.map(String) as [string, ...string[]], // every name was made just now
    });
    const effects = [
      command("INCR", before),
      command("SET", text, "a"),
      command("INCR", text),
      command("INCR", after),
    ];
    await ledger.begin(claim, MAY);
    await ledger.writeIntent(claim, { ...INTENT, effects });
    expect(await ledger.markSettled(claim, "{}")).toBe(true);
    expect(await ledger.markSettled(claim, "{}")).toBe(true);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { answer: INTENT.answer } });
    for (const counter of [before, after]) expect(Number(await store.get(String(counter)))).toBe(1);
  });

  it("is not released by anybody", async () => {
    const claim = await settling();
    await ledger.markSettled(claim, "{}");
    await ledger.release(claim);
    await ledger.releaseUnmoved(claim, INTENT.evidence);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { state: "settled" } });
  });
});

describe("a payment whose outcome is unknown", () => {
  it("is closed by the chain's evidence only, one way or the other", async () => {
    const moved = await settling();
    await ledger.markUnknown(moved, "");
    expect(await ledger.begin(copyOf(moved), MAY)).toMatchObject({
      kind: "record",
      record: { state: "unknown", answer: null },
    });
    await ledger.release(moved);
    expect(await ledger.begin(copyOf(moved), MAY)).toMatchObject({ record: { state: "unknown" } });
    expect(await ledger.markSettled(moved, "{}")).toBe(true);

    const unmoved = await settling();
    await ledger.markUnknown(unmoved, "");
    await ledger.releaseUnmoved(unmoved, INTENT.evidence);
    expect(await ledger.begin(copyOf(unmoved), MAY)).toMatchObject({ kind: "busy" }); // its payer cools down
    expect(await ledger.begin(copyOf(unmoved), WITHOUT_SLOT)).toEqual({ kind: "claimed" });
    expect(await ledger.markSettled(unmoved, "{}")).toBe(false);
  });

  it("is released only by the proof of what was written down: another authorization may have its nonce", async () => {
    const claim = await settling();
    await ledger.markUnknown(claim, "");
    expect(await ledger.releaseUnmoved(claim, '{"nonce":"1","validBefore":"other"}')).toBe(false);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { state: "unknown" } });
    expect(await ledger.releaseUnmoved(claim, INTENT.evidence)).toBe(true);
    expect(await ledger.releaseUnmoved(claim, INTENT.evidence)).toBe(false);
  });

  it("is not made unknown by a worker that lost it", async () => {
    const claim = await settling();
    await ledger.markUnknown(copyOf(claim), "");
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { state: "settling" } });
  });
});

describe("how far the chain was searched for an open payment", () => {
  const trailOf = async (claim: Claim): Promise<string> => {
    const results = await ledger.begin(copyOf(claim), { claim: false, resume: false });
    return "record" in results ? results.record.trail : `there is no record: ${results.kind}`;
  };

  it("is kept with it, whoever looked, and listed with the open ones", async () => {
    const claim = await settling();
    await ledger.markUnknown(claim, "hint");
    expect(await trailOf(claim)).toBe("hint");
    const as = { ...claim, evidence: INTENT.evidence };
    expect(await ledger.noteTrail({ ...as, trail: "hint" }, "first")).toBe(true);
    expect(await ledger.noteTrail({ ...as, trail: "first" }, "second")).toBe(true);
    const listed = await index.openPayments(-1_000, 100);
    expect(listed.find(({ paymentKey }) => paymentKey === claim.paymentKey)?.trail).toBe("second");
    await ledger.markSettled(claim, "{}");
    expect(await trailOf(claim)).toBe("");
  });

  it("is not taken back by a slower look, nor noted for another evidence or for a payment that is not open", async () => {
    const claim = await settling();
    const as = { ...claim, evidence: INTENT.evidence, trail: "" };
    expect(await ledger.noteTrail(as, "first")).toBe(true);
    expect(await ledger.noteTrail(as, "slower")).toBe(false);
    expect(await ledger.noteTrail({ ...as, evidence: "{}", trail: "first" }, "other")).toBe(false);
    expect(await trailOf(claim)).toBe("first");
    await ledger.markUnknown(claim, "");
    expect(await trailOf(claim)).toBe("first");
    await ledger.markSettled(claim, "{}");
    expect(await ledger.noteTrail(as, "late")).toBe(false);
    expect(await ledger.noteTrail({ ...as, paymentKey: "nobody's" }, "late")).toBe(false);
    expect(await store.exists("nobody's")).toBe(0);
  });
});

describe("a payment that moved before the ledger knew of it", () => {
  const moved = (change: Partial<creditModule.Credit> = {}): creditModule.Credit => ({
    evidence: INTENT.evidence,
    facts: "{}",
    receipt: '{"transaction":"t"}',
    landedAt: Date.now(),
    maxAgeMs: 600_000,
    waitMs: 0,
    resend: "",
    ...change,
  });
  const ANSWER = { answer: INTENT.answer, effects: [], reserve: [], binding: null };

  async function credited({ leaseMs = 60_000, ...change }: Partial<Claim> = {}): Promise<Claim> {
    const claim = newClaim(change);
    await ledger.begin(claim, MAY);
    expect(await crediting.credit({ ...claim, leaseMs }, moved())).toEqual({ kind: "ok" });
    return claim;
  }

  it("is credited under a claim, and served once", async () => {
    const claim = await credited();
    const effects = [{ command: ["INCR", `count:${claim.paymentKey}`] as const }];
    expect(await crediting.fulfil(claim, { ...ANSWER, effects })).toBe("ok");
    expect(await crediting.fulfil(claim, { ...ANSWER, effects })).toBe("lost");
    expect(Number(await store.get(`count:${claim.paymentKey}`))).toBe(1);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({
      kind: "record",
      record: { state: "settled", answer: INTENT.answer, receipt: '{"transaction":"t"}' },
    });
  });

  it("is credited to nobody whose claim ran out", async () => {
    const claim = newClaim({ leaseMs: 20 });
    await ledger.begin(claim, MAY);
    pass(40);
    expect(await crediting.credit(claim, moved())).toEqual({ kind: "lost" });
    const successor = copyOf(claim, { leaseMs: 60_000 });
    await ledger.begin(successor, MAY);
    expect(await crediting.credit(claim, moved())).toEqual({ kind: "lost" });
    expect(await crediting.credit(successor, moved())).toEqual({ kind: "ok" });
  });

  it("is spent when it is old, or landed before the store was found empty", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    expect(await crediting.credit(claim, moved({ landedAt: Date.now() - 700_000 }))).toEqual({
      kind: "spent",
    });
    expect(await crediting.credit(claim, moved({ landedAt: Date.now() - 300_000 }))).toEqual({
      kind: "spent",
    }); // this store is younger
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ record: { state: "claimed" } });
  });

  it("is credited to a caller who proves the wallet although the store was lost meanwhile, but not for ever", async () => {
    const claim = newClaim({ walletProved: "for this request" });
    await ledger.begin(claim, MAY);
    expect(await crediting.credit(claim, moved({ landedAt: Date.now() - 700_000 }))).toEqual({
      kind: "spent",
    });
    expect(await crediting.credit(claim, moved({ landedAt: Date.now() - 300_000 }))).toEqual({ kind: "ok" });
  });

  it("returns no answer, and is neither released nor settled by another call", async () => {
    const claim = await credited();
    await ledger.release(claim);
    await ledger.releaseUnmoved(claim, INTENT.evidence);
    expect(await ledger.markSettled(claim, "{}")).toBe(false);
    expect(await crediting.fulfil(copyOf(claim), ANSWER)).toBe("lost");
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({
      kind: "record",
      record: { state: "credited", answer: null },
    });
  });

  it("is served by the next call with the same request and its proof, once its worker released it or died", async () => {
    for (const released of [true, false]) {
      const claim = await credited({ leaseMs: released ? 60_000 : 30 });
      if (released) await crediting.releaseCredit(claim);
      else pass(60);
      for (const change of [{ fingerprint: "another" }, { secret: "guess" }])
        expect(await ledger.begin(copyOf(claim, change), MAY)).toMatchObject({ kind: "record" });
      const successors = [1, 2, 3].map(() => copyOf(claim, { leaseMs: 60_000 }));
      const results = await Promise.all(successors.map((successor) => ledger.begin(successor, MAY)));
      expect(results.filter(({ kind }) => kind === "taken-over")).toHaveLength(1);
      expect(await crediting.fulfil(claim, ANSWER)).toBe("lost");
      const successor = successors.find((_, which) => results[which]?.kind === "taken-over");
      expect(successor && (await crediting.fulfil(successor, ANSWER))).toBe("ok");
    }
  });

  it("is kept for a proof of its wallet when a caller without one brings it, and for nobody longer than that", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    expect(await crediting.credit(claim, moved({ waitMs: 1_200 }))).toEqual({ kind: "waits", waitMs: 1_200 });
    expect(await crediting.fulfil(claim, ANSWER)).toBe("lost");
    pass(1_000);
    const early = await ledger.begin(copyOf(claim), MAY);
    expect(early).toMatchObject({ kind: "record", record: { state: "credited", waitMs: 200 } });
    pass(201);
    expect(await ledger.begin(copyOf(claim), MAY)).toMatchObject({ kind: "taken-over" });
  });

  it("is bound to another request by who proves the wallet, while no call is at it and nothing is served", async () => {
    const rebinding = { ...MAY, rebind: true };
    const mine: Partial<Claim> = {
      fingerprint: "mine",
      secret: "mine",
      idempotency: "",
      walletProved: "for this request",
      request: '{"a":1}',
    };
    const thiefs = newClaim({ fingerprint: "thief's" });
    await ledger.begin(thiefs, MAY);
    await crediting.credit(thiefs, moved({ waitMs: 120_000 }));
    // Neither without the proof, nor with one that only reads, nor where something is wrong with the payment.
    for (const walletProved of [false, "for reading"] as const)
      expect(await ledger.begin(copyOf(thiefs, { ...mine, walletProved }), rebinding)).toMatchObject({
        kind: "record",
        record: { fingerprint: "thief's" },
      });
    expect(await ledger.begin(copyOf(thiefs, mine), MAY)).toMatchObject({ kind: "record" });
    const owner = copyOf(thiefs, mine);
    expect(await ledger.begin(owner, rebinding)).toMatchObject({
      kind: "taken-over",
      record: { fingerprint: "mine", proved: true },
    });
    // Its own call is at it now: a second proof waits, the thief's request is forgotten.
    expect(await ledger.begin(copyOf(thiefs, mine), rebinding)).toMatchObject({ kind: "record" });
    expect(await ledger.begin(copyOf(thiefs), MAY)).toMatchObject({
      record: { fingerprint: "mine", proved: false },
    });
    expect(await crediting.fulfil(owner, ANSWER)).toBe("ok");
    const late = await ledger.begin(copyOf(thiefs, { ...mine, fingerprint: "later" }), rebinding);
    expect(late).toMatchObject({ kind: "record", record: { state: "settled", fingerprint: "mine" } });
  });

  it("counts its age and its wait from when it was first presented, although the chain could not be asked then", async () => {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    const landedAt = Date.now();
    await ledger.release(claim, { ...ledger.BLAMELESS, mayHaveMoved: true });
    pass(1_000_000);
    const again = copyOf(claim, { owner: "again" });
    expect(await ledger.begin(again, MAY)).toEqual({ kind: "claimed", ageMs: 1_000_000 });
    expect(await crediting.credit(again, moved({ landedAt, waitMs: 120_000 }))).toEqual({ kind: "ok" });
    // Nodes may be out for long.
    const patient = newClaim();
    for (const hours of [0, 5, 18]) {
      pass(hours * 3_600_000);
      const next = copyOf(patient);
      await ledger.begin(next, MAY);
      await ledger.release(next, { ...ledger.BLAMELESS, mayHaveMoved: true });
    }
    await ledger.begin(patient, MAY);
    const early = { landedAt: Date.now() - 23 * 3_600_000 - 60_000, waitMs: 120_000 };
    expect(await crediting.credit(patient, moved(early))).toEqual({ kind: "ok" });
    // One that was released because nothing could have moved is new each time.
    const other = newClaim();
    await ledger.begin(other, MAY);
    await ledger.release(other);
    pass(1_000_000);
    await ledger.begin(other, MAY);
    expect(await crediting.credit(other, moved({ landedAt }))).toEqual({ kind: "spent" });
  });

  it("stands on the open list until it is served, or on the list of debts, from where it is served still", async () => {
    const { keys } = await import("@/lib/store/keys");
    const listed = async ({ paymentKey }: Claim) =>
      (await index.openPayments(0, 1_000)).find((one) => one.paymentKey === paymentKey);
    const owedScore = ({ paymentKey }: Claim) => store.zscore(keys.debts(), paymentKey);
    const claim = await credited();
    expect(await listed(claim)).toMatchObject({ state: "credited", entry: claim.entry });
    const debt = { payer: claim.payer, network: "n", amount: "1", transaction: "t", at: 1_000 };
    expect(await crediting.owe(claim, debt)).toBe("ok");
    expect([await listed(claim), Number(await owedScore(claim))]).toEqual([undefined, 1_000]);
    expect(await crediting.fulfil(claim, ANSWER)).toBe("ok");
    expect(await owedScore(claim)).toBeNull();
    expect(await crediting.owe(claim, debt)).toBe("lost");
  });

  it("is proved by the holder of its wallet, whichever call claimed it first", async () => {
    const claim = await credited({ leaseMs: 30 });
    pass(60);
    const holder = copyOf(claim, { secret: "other", walletProved: "for this request" });
    expect(await ledger.begin(holder, MAY)).toMatchObject({ kind: "taken-over", record: { proved: true } });
  });
});

describe("a payer", () => {
  const of = (payer: string): Partial<Claim> => ({ payer });

  const BUSY = { kind: "busy", waitMs: expect.any(Number) as number, isHeld: true };
  const claims = (payer: string, count: number, change: Partial<Claim> = {}): Claim[] =>
    Array.from({ length: count }, () => newClaim({ ...of(payer), ...change }));
  const kinds = async (all: readonly Claim[], may: May = MAY): Promise<string[]> =>
    (await Promise.all(all.map((claim) => ledger.begin(claim, may)))).map(({ kind }) => kind);

  it("has four slots from the claim on, whatever comes at once", async () => {
    const forty = claims(crypto.randomUUID(), 40);
    const got = await kinds(forty);
    expect(got.filter((kind) => kind === "claimed")).toHaveLength(4);
    expect(got.filter((kind) => kind === "busy")).toHaveLength(36);
  });

  it.each([
    ["settled", async (claim: Claim) => void (await ledger.markSettled(claim, "{}")), 2],
    ["released", async (claim: Claim) => void (await ledger.release(claim)), 1],
  ])("gets a slot back with each call that is %s, and one more for a sale", async (_, end, free) => {
    const payer = crypto.randomUUID();
    const four = await Promise.all([1, 2, 3, 4].map(() => settling(of(payer))));
    const [fifth, ...others] = claims(payer, 3);
    if (fifth === undefined || four[0] === undefined) throw new Error("too few");
    expect(await ledger.begin(fifth, MAY)).toEqual(BUSY);
    await end(four[0]);
    const got = await kinds([fifth, ...others]);
    expect(got.filter((kind) => kind === "claimed")).toHaveLength(free);
  });

  it("gets the slot of a credited payment back, which takes none", async () => {
    const payer = crypto.randomUUID();
    const [one, ...three] = claims(payer, 4);
    if (one === undefined) throw new Error("too few");
    expect(await kinds([one, ...three])).toEqual(["claimed", "claimed", "claimed", "claimed"]);
    expect(await crediting.credit(one, { ...CREDIT, landedAt: Date.now() })).toEqual({ kind: "ok" });
    expect(await kinds(claims(payer, 2))).toEqual(["claimed", "busy"]);
  });

  it("is told how long it must wait at most: as long as the slot that ends first", async () => {
    const payer = crypto.randomUUID();
    for (const leaseMs of [50_000, 20_000, 40_000, 30_000]) await kinds(claims(payer, 1, { leaseMs }));
    pass(3_000);
    expect(await ledger.begin(newClaim(of(payer)), MAY)).toEqual({
      kind: "busy",
      waitMs: 17_000,
      isHeld: true,
    });
    pass(17_001);
    expect(await kinds(claims(payer, 2))).toEqual(["claimed", "busy"]);
  });

  it("keeps the slot of a payment of which nothing is known, and no slot of a call that died", async () => {
    const payer = crypto.randomUUID();
    const slots = { group: "scans", most: 1 };
    const unknown = await settling({ ...of(payer), slots });
    await ledger.markUnknown(unknown, "");
    pass(14 * 60_000);
    expect(await kinds(claims(payer, 1, { slots }))).toEqual(["busy"]);
    pass(61_000);
    expect(await kinds(claims(payer, 1, { slots, leaseMs: 1_000 }))).toEqual(["claimed"]);
    pass(1_001);
    expect(await kinds(claims(payer, 1, { slots }))).toEqual(["claimed"]);
  });

  it("keeps a slot from the intent on for as long as the intent's lease", async () => {
    const payer = crypto.randomUUID();
    const slots = { group: "scans", most: 1 };
    const claim = newClaim({ ...of(payer), slots, leaseMs: 1_000 });
    await ledger.begin(claim, MAY);
    await ledger.writeIntent({ ...claim, leaseMs: 60_000 }, INTENT);
    pass(59_000);
    expect(await kinds(claims(payer, 1, { slots }))).toEqual(["busy"]);
    pass(1_001);
    expect(await kinds(claims(payer, 1, { slots }))).toEqual(["claimed"]);
  });

  it("has the slots of each group apart, and none of another payer's", async () => {
    const payer = crypto.randomUUID();
    const slots = { group: "scans", most: 1 };
    expect(await kinds(claims(payer, 2, { slots }))).toEqual(["claimed", "busy"]);
    expect(await kinds(claims(payer, 5))).toEqual([...Array<string>(4).fill("claimed"), "busy"]);
    expect(await kinds(claims(crypto.randomUUID(), 1, { slots }))).toEqual(["claimed"]);
  });

  it("takes no slot where it need not, and one later where it must", async () => {
    const payer = crypto.randomUUID();
    expect(await kinds(claims(payer, 3))).toEqual(["claimed", "claimed", "claimed"]);
    const [late, later] = claims(payer, 2);
    if (late === undefined || later === undefined) throw new Error("too few");
    expect(await kinds([late, later], WITHOUT_SLOT)).toEqual(["claimed", "claimed"]);
    expect(await ledger.takeSlot(late)).toEqual({ kind: "ok" });
    expect(await ledger.takeSlot(late)).toEqual({ kind: "ok" });
    expect(await ledger.takeSlot(later)).toEqual(BUSY);
    expect(await ledger.takeSlot(copyOf(later))).toEqual({ kind: "lost" });
    await ledger.release(late);
    expect(await ledger.takeSlot(later)).toEqual({ kind: "ok" });
  });

  it("hears no `busy` under a key that has bought, by a claim or by a slot", async () => {
    const payer = crypto.randomUUID();
    const bindingKey = `binding:${payer}`;
    const four = await Promise.all([1, 2, 3, 4].map(() => settling(of(payer))));
    const value = `request ${four[0]?.paymentKey}`;
    await store.set(bindingKey, value);
    const [next, late] = claims(payer, 2, { bindingKey });
    if (next === undefined || late === undefined) throw new Error("too few");
    expect(await ledger.begin(next, MAY)).toEqual({ kind: "bound", value });
    await ledger.begin(late, WITHOUT_SLOT);
    expect(await ledger.takeSlot(late)).toEqual({ kind: "bound", value });
  });

  it("gets a cooldown after a payment that moved nothing", async () => {
    const payer = crypto.randomUUID();
    const failed = await settling(of(payer));
    await ledger.markUnknown(failed, "");
    await ledger.releaseUnmoved(failed, INTENT.evidence);
    pass(50);
    expect(await ledger.begin(newClaim(of(payer)), MAY)).toEqual({ kind: "busy", waitMs: 100 });
    pass(101);
    expect(await kinds(claims(payer, 1))).toEqual(["claimed"]);
  });

  it("does not cool down for a payment that moved nothing by no doing of its own, and keeps a cooldown that runs", async () => {
    const payer = crypto.randomUUID();
    const [own, others] = [await settling(of(payer)), await settling(of(payer))];
    for (const failed of [own, others]) await ledger.markUnknown(failed, "");
    expect(await ledger.releaseBlameless(others, INTENT.evidence)).toBe(true);
    await settling(of(payer));
    await ledger.releaseUnmoved(own, INTENT.evidence);
    const third = await settling(of(crypto.randomUUID()));
    await ledger.markUnknown(third, "");
    expect(await ledger.releaseBlameless({ ...third, payer }, INTENT.evidence)).toBe(true);
    expect(await ledger.begin(newClaim(of(payer)), MAY)).toMatchObject({ kind: "busy" });
  });

  it("does not cool down for a handler that failed", async () => {
    const payer = crypto.randomUUID();
    const failed = newClaim(of(payer));
    await ledger.begin(failed, MAY);
    await ledger.release(failed);
    await settling(of(payer));
  });
});

describe("what can be had once", () => {
  const unique = () => ({ key: `unique:${crypto.randomUUID()}`, taken: "It is taken." });
  const reserving = (key: { key: string; taken: string }, value: string, ttlSec?: number) => ({
    ...INTENT,
    reserve: [{ ...key, value, ...(ttlSec !== undefined && { ttlSec }) }],
  });
  async function claimed(): Promise<Claim> {
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    return claim;
  }

  it("is the first's that comes to its intent, and of all others none moves money", async () => {
    const one = unique();
    const calls = await Promise.all(Array.from({ length: 12 }, () => claimed()));
    const written = await Promise.all(
      calls.map((claim, index) => ledger.writeIntent(claim, reserving(one, `of ${index}`))),
    );
    expect(written.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    expect(written.filter(({ kind }) => kind === "taken")).toHaveLength(11);
    expect(written.find(({ kind }) => kind === "taken")).toMatchObject({ reservation: one });
    const first = written.findIndex(({ kind }) => kind === "ok");
    const text = String(await store.get(one.key));
    expect(holderOf(text)).toEqual({ value: `of ${first}`, pending: true });
  });

  it("leaves nothing of a call that was refused for it: neither its key nor what it reserved before", async () => {
    const [free, taken] = [unique(), unique()];
    const holder = await claimed();
    await ledger.writeIntent(holder, reserving(taken, "holder"));
    const refused = await claimed();
    const binding = { key: `binding:${refused.payer}`, value: `request ${refused.paymentKey}` };
    const reserve = [free, taken].map((one) => ({ ...one, value: "another" }));
    expect(await ledger.writeIntent(refused, { ...INTENT, binding, reserve })).toMatchObject({
      kind: "taken",
      reservation: taken,
    });
    expect(await store.get(free.key)).toBeNull();
    expect(await store.get(binding.key)).toBeNull();
    expect(await ledger.release(refused)).toBe(true);
    expect(holderOf(String(await store.get(taken.key)))).toEqual({ value: "holder", pending: true });
  });

  it.each([
    ["is released", async (claim: Claim) => void (await ledger.release(claim))],
    [
      "moved nothing",
      async (claim: Claim) => {
        await ledger.markUnknown(claim, "");
        await ledger.releaseUnmoved(claim, INTENT.evidence);
      },
    ],
  ])("is free again when its payment %s", async (_, end) => {
    const one = unique();
    const first = await claimed();
    await ledger.writeIntent(first, reserving(one, "first"));
    await end(first);
    expect(await store.get(one.key)).toBeNull();
    expect(await ledger.writeIntent(await claimed(), reserving(one, "second"))).toEqual({ kind: "ok" });
  });

  it("is its payment's for good once that is settled, for as long as it says, and nobody's release ends it", async () => {
    const [one, short] = [unique(), unique()];
    const first = await claimed();
    const reserve = [
      { ...one, value: "first" },
      { ...short, value: "first", ttlSec: 60 },
    ];
    await ledger.writeIntent(first, { ...INTENT, reserve });
    await ledger.markSettled(first, "{}");
    expect(await store.get(one.key)).toBe("first");
    expect(await ledger.writeIntent(await claimed(), reserving(one, "second"))).toMatchObject({
      kind: "taken",
    });
    const again = await claimed();
    expect(await ledger.writeIntent(again, reserving(one, "first"))).toEqual({ kind: "ok" }); // has it already
    await ledger.release(again);
    expect(await store.get(one.key)).toBe("first");
    pass(59_000);
    expect(await store.get(short.key)).toBe("first");
    pass(1_001);
    expect([await store.get(short.key), await store.get(one.key)]).toEqual([null, "first"]);
  });

  it("refuses a credited payment's answer, which is then made without it", async () => {
    const one = unique();
    const holder = await claimed();
    await ledger.writeIntent(holder, reserving(one, "holder"));
    const late = await claimed();
    const moved = { ...CREDIT, landedAt: Date.now() };
    expect(await crediting.credit({ ...late, walletProved: "for this request" }, moved)).toEqual({
      kind: "ok",
    });
    expect(await crediting.fulfil(late, reserving(one, "late"))).toBe("taken");
    expect(await crediting.fulfil(late, INTENT)).toBe("ok");
    const free = unique();
    const other = await claimed();
    expect(await crediting.credit({ ...other, walletProved: "for this request" }, moved)).toEqual({
      kind: "ok",
    });
    expect(await crediting.fulfil(other, reserving(free, "other"))).toBe("ok");
    expect(await store.get(free.key)).toBe("other");
  });
});

describe("an effect", () => {
  it("takes the moment at which it is applied, wherever it names it, and no text of a caller's for it", async () => {
    const key = `published:${crypto.randomUUID()}`;
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    const byCaller = JSON.stringify({ text: `mine ${APPLIED_AT}`, at: 0 }).replace(":0", `:${APPLIED_AT}`);
    const effects = [
      { command: ["SET", key, byCaller] },
      { command: ["ZADD", `${key}:all`, APPLIED_AT, "member"] },
    ] as const;
    await ledger.writeIntent(claim, { ...INTENT, effects });
    pass(14 * 60_000);
    const at = Date.now();
    await ledger.markSettled(claim, "{}");
    expect(JSON.parse(String(await store.get(key)))).toEqual({ text: `mine ${APPLIED_AT}`, at });
    expect(Number(await store.zscore(`${key}:all`, "member"))).toBe(at);
  });

  it("carry what the first of them replied, so that each settlement knows its place without a gap", async () => {
    const key = `order:${crypto.randomUUID()}`;
    const claims = [newClaim(), newClaim(), newClaim()];
    for (const claim of claims) {
      await ledger.begin(claim, MAY);
      const byCaller = JSON.stringify({ text: `mine ${FIRST_REPLY}` });
      const effects = [
        { command: ["RPUSH", key, claim.paymentKey] },
        { command: ["SET", `${key}:${claim.paymentKey}`, `${FIRST_REPLY} ${byCaller}`] },
      ] as const;
      await ledger.writeIntent(claim, { ...INTENT, effects });
    }
    const settled = [claims[2], claims[0], claims[1]].map((claim) => claim ?? newClaim());
    for (const claim of settled) await ledger.markSettled(claim, "{}");
    const places = await Promise.all(settled.map(({ paymentKey }) => store.get(`${key}:${paymentKey}`)));
    const text = JSON.stringify({ text: `mine ${FIRST_REPLY}` });
    expect(places).toEqual([1, 2, 3].map((place) => `${place} ${text}`));
  });

  it("keep the mark of a first reply that is no number", async () => {
    const key = `order:${crypto.randomUUID()}`;
    const claim = newClaim();
    await ledger.begin(claim, MAY);
    const effects = [
      { command: ["SET", key, "x"] },
      { command: ["SET", key, `still ${FIRST_REPLY}`] },
    ] as const;
    await ledger.writeIntent(claim, { ...INTENT, effects });
    await ledger.markSettled(claim, "{}");
    expect(await store.get(key)).toBe(`still ${FIRST_REPLY}`);
  });
});

describe("an idempotency key", () => {
  const bindingOf = (claim: Claim) => ({
    key: `binding:${payments}`,
    value: `${claim.fingerprint} ${claim.paymentKey}`,
  });

  it("belongs to the first payment that came to its intent, and is free again when that is released", async () => {
    const first = newClaim();
    const binding = bindingOf(first);
    await ledger.begin(first, MAY);
    expect(await ledger.writeIntent(first, { ...INTENT, binding })).toEqual({ kind: "ok" });
    expect(await ledger.boundTo(binding.key)).toBe(binding.value);

    const second = newClaim();
    await ledger.begin(second, MAY);
    const other = { ...binding, value: `${second.fingerprint} ${second.paymentKey}` };
    expect(await ledger.writeIntent(second, { ...INTENT, binding: other })).toEqual({ kind: "bound" });
    await ledger.release(first);
    expect(await ledger.boundTo(binding.key)).toBeNull();
    expect(await ledger.writeIntent(second, { ...INTENT, binding: other })).toEqual({ kind: "ok" });
  });

  it("is its payment's for as long as the answer is kept, however long it took to settle", async () => {
    const claim = newClaim();
    const binding = bindingOf(claim);
    await ledger.begin(claim, MAY);
    await ledger.writeIntent(claim, { ...INTENT, binding });
    pass(800);
    expect(await ledger.markSettled(claim, "{}")).toBe(true);
    pass(800); // longer than answers are kept here, from the intent on
    expect(await ledger.boundTo(binding.key)).toBe(binding.value);
    pass(400);
    expect(await ledger.boundTo(binding.key)).toBeNull();
  });

  it("that ran out, and belongs to a later payment by now, stays with that when the earlier one is released", async () => {
    const first = newClaim();
    const binding = bindingOf(first);
    await ledger.begin(first, MAY);
    await ledger.writeIntent(first, { ...INTENT, binding });
    pass(1_200); // as long as answers are kept here
    const second = newClaim();
    const other = { ...binding, value: `${second.fingerprint} ${second.paymentKey}` };
    await ledger.begin(second, MAY);
    expect(await ledger.writeIntent(second, { ...INTENT, binding: other })).toEqual({ kind: "ok" });
    expect(await ledger.release(first)).toBe(true);
    expect(await ledger.boundTo(binding.key)).toBe(other.value);
  });
});

describe("with the store gone", () => {
  it("every step fails loudly", async () => {
    const gone = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
    vi.resetModules();
    vi.stubEnv("UPSTASH_REDIS_REST_URL", gone.url);
    const alone = await import("@/lib/payments/ledger/ledger");
    await gone.close();
    const claim = newClaim();
    await expect(alone.begin(claim, MAY)).rejects.toThrow();
    await expect(alone.writeIntent(claim, INTENT)).rejects.toThrow();
    await expect(alone.markSettled(claim, "{}")).rejects.toThrow();
  });
});
