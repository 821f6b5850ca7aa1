import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { BeginResult, Claim, End, May } from "@/lib/payments/ledger/ledger";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const HOUR_MS = 3_600_000;
const LEASE_MS = 30_000;
/** What lib/payments/ledger/newcomers.ts allows: of one network, in all, and beyond that. */
const [OF_NETWORK, IN_ALL, SHARED, SHOWN] = [100, 1_000, 3, 5];
const SHOWN_MS = 30_000;

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let ledger: typeof ledgerModule;
let crediting: typeof creditModule;
let flush: () => Promise<unknown>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  ledger = await import("@/lib/payments/ledger/ledger");
  crediting = await import("@/lib/payments/ledger/credit");
  const store = (await import("@/lib/store/redis")).ledgerStore();
  flush = () => store.flushdb();
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
beforeEach(() => flush());

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** No node can show a balance, so that newcomers beyond the budgets share a few slots. */
const MAY: May = { claim: "with slot", resume: true, shown: "unread" };
const IN_VAIN: End = {
  ...{ mayHaveMoved: false, isInVain: true, isFreeRefusal: false },
  ...{ isExplained: false, isOld: false },
};
const EVIDENCE = '{"nonce":"1"}';
const INTENT = { evidence: EVIDENCE, facts: "{}", effects: [], reserve: [], answer: "{}", binding: null };

/** A payment of a wallet that has never been seen. */
const newClaim = (change: Partial<Claim> = {}): Claim => ({
  ...{ paymentKey: crypto.randomUUID(), owner: crypto.randomUUID(), leaseMs: LEASE_MS, fingerprint: "f" },
  ...{ secret: "s", idempotency: "", entry: "/api/x", payer: crypto.randomUUID(), rail: "x402-evm" },
  ...{
    walletProved: false,
    slots: DEFAULT_LIMITS.slots,
    network: "192.0.2.0/24",
    bindingKey: null,
    household: crypto.randomUUID(),
    request: "{}",
  },
  ...change,
});

const claimedIn = (results: readonly BeginResult[]): number =>
  results.filter(({ kind }) => kind === "claimed").length;

/** One wallet after another is worked for, and each time nothing is paid. */
async function workInVain(count: number, networkOf: (at: number) => string): Promise<number> {
  let claimed = 0;
  for (let at = 0; at < count; at += 1) {
    const claim = newClaim({ network: networkOf(at) });
    const { kind } = await ledger.begin(claim, MAY);
    if (kind !== "claimed") continue;
    claimed += 1;
    await ledger.release(claim, IN_VAIN);
  }
  return claimed;
}

/** A wallet whose sale is settled. */
async function whoHasPaid(network: string): Promise<string> {
  const claim = newClaim({ network });
  await ledger.begin(claim, MAY);
  await ledger.writeIntent(claim, INTENT);
  await ledger.markSettled(claim, "{}");
  return claim.payer;
}

const here = (): string => "192.0.2.0/24";
const anywhere = (at: number): string => `10.${at >> 8}.${at & 255}.0/24`;

describe("work for wallets that have never paid", () => {
  it("is bounded by network, however many wallets one balance feeds in turn; who has paid is untouched", async () => {
    const payer = await whoHasPaid(here());
    expect(await workInVain(1_000, here)).toBe(OF_NETWORK + SHARED);
    for (let sale = 0; sale < 10; sale += 1) {
      const claim = newClaim({ payer });
      expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed", hasPaid: true });
      await ledger.release(claim);
    }
    // Nor has it cost newcomers elsewhere anything.
    expect(await ledger.begin(newClaim({ network: "198.51.100.0/24" }), MAY)).toEqual({ kind: "claimed" });
  });

  it("is bounded in all, from however many networks", async () => {
    expect(await workInVain(IN_ALL + 200, anywhere)).toBe(IN_ALL + SHARED);
  });

  it("is counted before it is done: wallets that come at once get no more", async () => {
    const results = await Promise.all(
      Array.from({ length: OF_NETWORK + 50 }, () => ledger.begin(newClaim(), MAY)),
    );
    expect(claimedIn(results)).toBe(OF_NETWORK + SHARED);
  });

  it("goes on in a few shared slots behind that, each for a lease, and says how long the wait is", async () => {
    await workInVain(OF_NETWORK + SHARED, here);
    pass(10_000);
    expect(await ledger.begin(newClaim(), MAY)).toEqual({
      kind: "busy",
      waitMs: expect.any(Number) as number,
    });
    pass(LEASE_MS - 10_000);
    expect(await workInVain(10, here)).toBe(SHARED);
  });

  it("gives a shared slot back at once where it is paid for", async () => {
    await workInVain(OF_NETWORK, here);
    for (let sale = 0; sale < 3 * SHARED; sale += 1) await whoHasPaid(here());
    expect(await workInVain(10, here)).toBe(SHARED);
  });

  it("costs a network's busy wallets thirty looks at the chain a minute, and who has paid none of theirs", async () => {
    const payer = await whoHasPaid("198.51.100.0/24");
    await workInVain(OF_NETWORK + SHARED, here);
    pass(60_000 - 1);
    await workInVain(SHARED, here); // the shared slots are taken again
    const looks = async (many: number, change: Partial<Claim> = {}): Promise<number> => {
      let looked = 0;
      for (let at = 0; at < many; at += 1) {
        const result = await ledger.begin(newClaim(change), MAY);
        if (result.kind !== "busy") throw new Error("it has a slot");
        if (result.noLook !== true) looked += 1;
      }
      return looked;
    };
    expect(await looks(100)).toBe(30);
    pass(10_000);
    expect(await looks(10)).toBe(0);
    const slots = DEFAULT_LIMITS.slots.most + 1; // one more for its sale
    for (let at = 0; at < slots; at += 1)
      await ledger.begin(newClaim({ payer, network: "198.51.100.0/24" }), MAY);
    expect(await looks(40, { payer, network: "198.51.100.0/24" })).toBe(40);
    pass(15_000); // shorter than the lease of those that have the shared slots
    expect(await looks(10)).toBe(0);
  });

  it("is forgotten after an hour", async () => {
    await workInVain(OF_NETWORK + SHARED, here);
    pass(HOUR_MS);
    expect(await workInVain(20, here)).toBe(20);
  });

  it.each([
    [
      "is settled",
      async (claim: Claim) => {
        await ledger.writeIntent(claim, INTENT);
        await ledger.markSettled(claim, "{}");
      },
    ],
    [
      "is credited",
      async (claim: Claim) => {
        const moved = {
          ...INTENT,
          receipt: "{}",
          landedAt: Date.now() + 2_000,
          maxAgeMs: 60_000,
          waitMs: 0,
          resend: "",
        };
        expect(await crediting.credit(claim, moved)).toEqual({ kind: "ok" });
      },
    ],
    ["ends for an outage", async (claim: Claim) => void (await ledger.release(claim))],
    ["may have been claimed, by a call that never heard", (claim: Claim) => ledger.abandonClaim(claim)],
    [
      "fails to settle by no doing of theirs",
      async (claim: Claim) => {
        await ledger.writeIntent(claim, INTENT);
        await ledger.markUnknown(claim, "");
        await ledger.releaseBlameless(claim, EVIDENCE);
      },
    ],
  ])("does not count where it %s", async (_, end) => {
    for (let sale = 0; sale < OF_NETWORK + 20; sale += 1) {
      const claim = newClaim();
      expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed" });
      await end(claim);
    }
  });

  it("counts where a wallet was emptied between verify and settle", async () => {
    let claimed = 0;
    for (let wallet = 0; wallet < OF_NETWORK + 20; wallet += 1) {
      const claim = newClaim();
      if ((await ledger.begin(claim, MAY)).kind !== "claimed") continue;
      claimed += 1;
      await ledger.writeIntent(claim, INTENT);
      await ledger.markUnknown(claim, "");
      await ledger.releaseUnmoved(claim, EVIDENCE);
    }
    expect(claimed).toBe(OF_NETWORK + SHARED);
  });

  it("is bounded for contracts too, which get their slot behind the verification", async () => {
    let worked = 0;
    for (let wallet = 0; wallet < OF_NETWORK + 20; wallet += 1) {
      const claim = newClaim();
      expect(await ledger.begin(claim, { claim: "without slot", resume: true })).toEqual({ kind: "claimed" });
      if ((await ledger.takeSlot(claim)).kind === "ok") worked += 1;
      await ledger.release(claim, IN_VAIN);
    }
    expect(worked).toBe(OF_NETWORK + SHARED);
  });
});

describe("a newcomer whose balance our node has shown, beyond the budgets", () => {
  const PRICE = 20_000n;
  const NOT_RUN: End = { ...IN_VAIN, isInVain: false };
  const moves = { amount: String(PRICE), asset: "eip155:84532/USDC" };
  const begin = (change: Partial<Claim> = {}, shown?: bigint) => {
    const may: May = { claim: "with slot", resume: true };
    return ledger.begin(newClaim({ moves, ...change }), shown === undefined ? may : { ...may, shown });
  };

  it("passes where nobody else does, five of a network within 30 seconds, and others elsewhere", async () => {
    await workInVain(OF_NETWORK, here);
    expect(await begin()).toEqual({ kind: "unshown" });
    for (let at = 0; at < SHOWN; at += 1) expect(await begin({}, PRICE)).toEqual({ kind: "claimed" });
    pass(10_000);
    expect(await begin({}, PRICE)).toEqual({ kind: "busy", waitMs: SHOWN_MS - 10_000 });
    expect(await begin({ network: "198.51.100.0/24" })).toEqual({ kind: "claimed" });
    pass(SHOWN_MS - 10_000);
    expect(await begin({}, PRICE)).toEqual({ kind: "claimed" });
  });

  it("passes with one claim at a time", async () => {
    await workInVain(OF_NETWORK, here);
    const claim = newClaim({ moves });
    const may: May = { claim: "with slot", resume: true, shown: 10n * PRICE };
    expect(await ledger.begin(claim, may)).toEqual({ kind: "claimed" });
    expect(await begin({ payer: claim.payer }, 10n * PRICE)).toEqual({ kind: "busy", waitMs: SHOWN_MS });
    await ledger.release(claim, NOT_RUN);
    expect(await begin({ payer: claim.payer }, 10n * PRICE)).toEqual({ kind: "claimed" });
  });

  it("passes no hard budget: routes with one slot a payer keep theirs", async () => {
    await workInVain(OF_NETWORK, here);
    const slots = { group: "chat", most: 1 };
    for (let at = 0; at < SHARED; at += 1) expect(await begin({ slots }, PRICE)).toEqual({ kind: "claimed" });
    expect(await begin({ slots }, PRICE)).toMatchObject({ kind: "busy" });
  });

  it("has no more open claims than its balance pays for", async () => {
    const payer = crypto.randomUUID();
    expect(await begin({ payer })).toEqual({ kind: "claimed" });
    expect(await begin({ payer })).toEqual({ kind: "claimed", open: PRICE });
    expect(await begin({ payer }, 2n * PRICE)).toMatchObject({ kind: "busy", isHeld: true });
    expect(await begin({ payer }, 3n * PRICE)).toEqual({ kind: "claimed", open: 2n * PRICE });
    const other = { amount: "7", asset: "solana:x/mint" };
    expect(await begin({ payer, moves: other }, 7n)).toEqual({ kind: "claimed" });
  });

  it("counts for nothing where no handler ran, however often", async () => {
    for (let at = 0; at < OF_NETWORK + 50; at += 1) {
      const claim = newClaim({ moves });
      expect(await ledger.begin(claim, { claim: "with slot", resume: true })).toEqual({ kind: "claimed" });
      await ledger.release(claim, NOT_RUN);
    }
  });
});

describe("a wallet's slots", () => {
  it("grow with its settled sales, one each and twelve at most, and not on routes with one slot", async () => {
    const payer = crypto.randomUUID();
    const openAtOnce = async (slots: Claim["slots"]): Promise<number> => {
      const claims: Claim[] = [];
      for (;;) {
        const claim = newClaim({ payer, slots });
        if ((await ledger.begin(claim, MAY)).kind !== "claimed") break;
        claims.push(claim);
      }
      for (const claim of claims) await ledger.release(claim);
      return claims.length;
    };
    const { slots } = DEFAULT_LIMITS;
    expect(await openAtOnce(slots)).toBe(slots.most);
    for (let sale = 1; sale <= 14; sale += 1) {
      const claim = newClaim({ payer });
      await ledger.begin(claim, MAY);
      await ledger.writeIntent(claim, INTENT);
      await ledger.markSettled(claim, "{}");
      expect(await openAtOnce(slots)).toBe(slots.most + Math.min(12, sale));
    }
    expect(await openAtOnce({ group: "chat", most: 1 })).toBe(1);
  });

  it("are free as soon as the call that holds one is refused", async () => {
    const slots = { group: "calls", most: 1 };
    const claim = newClaim({ slots });
    await ledger.begin(claim, MAY);
    expect(await ledger.begin(newClaim({ payer: claim.payer, slots }), MAY)).toMatchObject({ isHeld: true });
    await ledger.release(claim, { ...IN_VAIN, isInVain: false });
    expect(await ledger.begin(newClaim({ payer: claim.payer, slots }), MAY)).toEqual({ kind: "claimed" });
  });
});

describe("refusals behind a verification", () => {
  const REFUSED: End = { ...IN_VAIN, isFreeRefusal: true };

  it("are free ten times an hour, for one payment that comes again as for many; then the wait is told", async () => {
    const claim = newClaim({ payer: await whoHasPaid(here()) });
    let refused = 0;
    for (let call = 0; call < 30; call += 1) {
      const again = { ...claim, owner: crypto.randomUUID() };
      if ((await ledger.begin(again, MAY)).kind !== "claimed") continue;
      refused += 1;
      await ledger.release(again, REFUSED);
      pass(1_000);
    }
    expect(refused).toBe(10);
    const reported = await ledger.begin(claim, MAY);
    if (reported.kind !== "busy") throw new Error(reported.kind);
    expect(reported.waitMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(await ledger.begin(newClaim(), MAY)).toEqual({ kind: "claimed" });
    pass(reported.waitMs);
    expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed", hasPaid: true });
  });
});

describe("a wallet that was emptied after a scan", () => {
  it.each([
    ["scans", 86_400_000],
    ["calls", 60_000],
  ])("of %s waits for %i ms", async (group, ms) => {
    const claim = newClaim({ slots: { group, most: 1 } });
    await ledger.begin(claim, MAY);
    await ledger.writeIntent(claim, INTENT);
    await ledger.markUnknown(claim, "");
    expect(await ledger.releaseUnmoved(claim, EVIDENCE)).toBe(true);
    expect(await ledger.begin(newClaim({ payer: claim.payer }), MAY)).toEqual({ kind: "busy", waitMs: ms });
  });

  it("keeps newcomers of its address, or its /64, from scans for as long: the next wallet costs nothing", async () => {
    const SCANS = { group: "scans", most: 1 };
    const household = "2001:db8:1:2::/64";
    const paying = newClaim({ household });
    await ledger.begin(paying, MAY);
    await ledger.writeIntent(paying, INTENT);
    await ledger.markSettled(paying, "{}");
    const emptied = newClaim({ slots: SCANS, household });
    await ledger.begin(emptied, MAY);
    await ledger.writeIntent(emptied, INTENT);
    await ledger.markUnknown(emptied, "");
    expect(await ledger.releaseUnmoved(emptied, EVIDENCE)).toBe(true);

    const begin = async (change: Partial<Claim>) => (await ledger.begin(newClaim(change), MAY)).kind;
    for (let wallet = 0; wallet < 20; wallet += 1)
      expect(await begin({ slots: SCANS, household })).toBe("busy");
    const contract = newClaim({ slots: SCANS, household });
    await ledger.begin(contract, { claim: "without slot", resume: true });
    expect(await ledger.takeSlot(contract)).toMatchObject({ kind: "busy" });
    // Nobody else waits: other calls, who has paid, and the rest of its /48.
    expect(await begin({ household })).toBe("claimed");
    expect(await begin({ slots: SCANS, household, payer: paying.payer })).toBe("claimed");
    expect(await begin({ slots: SCANS, household: "2001:db8:1:3::/64" })).toBe("claimed");
    pass(86_400_000);
    expect(await begin({ slots: SCANS, household })).toBe("claimed");
  });

  it("whose address is not known keeps nobody else from scans", async () => {
    const emptied = newClaim({ slots: { group: "scans", most: 1 }, household: "" });
    await ledger.begin(emptied, MAY);
    await ledger.writeIntent(emptied, INTENT);
    await ledger.markUnknown(emptied, "");
    expect(await ledger.releaseUnmoved(emptied, EVIDENCE)).toBe(true);
    const other = newClaim({ slots: { group: "scans", most: 1 }, household: "" });
    expect((await ledger.begin(other, MAY)).kind).toBe("claimed");
  });

  it("waits no shorter for what else comes to nothing meanwhile", async () => {
    const payer = await whoHasPaid(here());
    const [scan, call] = [newClaim({ payer, slots: { group: "scans", most: 1 } }), newClaim({ payer })];
    for (const claim of [scan, call]) {
      await ledger.begin(claim, MAY);
      await ledger.writeIntent(claim, INTENT);
      await ledger.markUnknown(claim, "");
    }
    for (const claim of [scan, call]) expect(await ledger.releaseUnmoved(claim, EVIDENCE)).toBe(true);
    expect(await ledger.begin(newClaim({ payer }), MAY)).toEqual({ kind: "busy", waitMs: 86_400_000 });
  });

  it("keeps newcomers of its address from scans although it had paid before", async () => {
    const payer = await whoHasPaid("198.51.100.0/24");
    const SCANS = { group: "scans", most: 1 };
    const household = "192.0.2.7";
    const claim = newClaim({ payer, slots: SCANS, household });
    await ledger.begin(claim, MAY);
    await ledger.writeIntent(claim, INTENT);
    await ledger.markUnknown(claim, "");
    await ledger.releaseUnmoved(claim, EVIDENCE);
    expect((await ledger.begin(newClaim({ payer, slots: SCANS, household }), MAY)).kind).toBe("busy");
    expect((await ledger.begin(newClaim({ slots: SCANS, household }), MAY)).kind).toBe("busy");
    expect((await ledger.begin(newClaim({ slots: SCANS }), MAY)).kind).toBe("claimed");
  });
});

describe("facilitators' time for who has paid", () => {
  const EXPLAINED: End = { ...IN_VAIN, isExplained: true };
  /** Payments that a facilitator refuses, one after another; how many of them it was asked about. */
  async function refusedTo(payer: string, many: number, end: End): Promise<number> {
    let asked = 0;
    for (let at = 0; at < many; at += 1) {
      const claim = newClaim({ payer });
      if ((await ledger.begin(claim, MAY)).kind !== "claimed") continue;
      asked += 1;
      await ledger.release(claim, end);
    }
    return asked;
  }
  const claimOf = (payer: string) => ledger.begin(newClaim({ payer }), MAY);

  it("is five payments a minute that our own node finds wanting, too; others' are their own", async () => {
    const [payer, other] = [await whoHasPaid(here()), await whoHasPaid(here())];
    expect(await refusedTo(payer, 3, EXPLAINED)).toBe(3);
    pass(20_000);
    expect(await refusedTo(payer, 30, EXPLAINED)).toBe(2);
    expect(await claimOf(payer)).toEqual({ kind: "busy", waitMs: 40_000 });
    expect(await claimOf(other)).toEqual({ kind: "claimed", hasPaid: true });
    pass(40_000);
    expect(await refusedTo(payer, 30, EXPLAINED)).toBe(3);
    expect(await claimOf(payer)).toEqual({ kind: "busy", waitMs: 20_000 });
  });

  it("says the true wait where several were under way at once", async () => {
    const payer = await whoHasPaid(here());
    await refusedTo(payer, 3, EXPLAINED);
    pass(10_000);
    const claims = Array.from({ length: 4 }, () => newClaim({ payer }));
    for (const claim of claims) expect((await ledger.begin(claim, MAY)).kind).toBe("claimed");
    for (const claim of claims) await ledger.release(claim, EXPLAINED);
    // Of seven, three have to be forgotten.
    expect(await claimOf(payer)).toEqual({ kind: "busy", waitMs: 50_000 });
    pass(50_000);
    expect(await claimOf(payer)).toEqual({ kind: "claimed", hasPaid: true });
  });

  it("is not used up by what has run out, which anybody may have read on the chain", async () => {
    const payer = await whoHasPaid(here());
    expect(await refusedTo(payer, 50, { ...IN_VAIN, isOld: true })).toBe(50);
    expect(await claimOf(payer)).toEqual({ kind: "claimed", hasPaid: true });
  });

  it("is never refused for what only a facilitator objects to", async () => {
    const payer = await whoHasPaid(here());
    expect(await refusedTo(payer, 50, IN_VAIN)).toBe(50);
    expect(await claimOf(payer)).toEqual({ kind: "claimed", hasPaid: true });
  });

  it("is no stranger's to use up: of a payer whom only the verification tells, nothing is counted before it", async () => {
    const payer = await whoHasPaid(here());
    for (let at = 0; at < 20; at += 1) {
      const claim = newClaim({ payer });
      expect((await ledger.begin(claim, { claim: "without slot", resume: true })).kind).toBe("claimed");
      await ledger.release(claim, EXPLAINED);
    }
    expect(await claimOf(payer)).toEqual({ kind: "claimed", hasPaid: true });
  });

  it("is five payments a minute for a wallet that never paid, which can keep the balance that it shows", async () => {
    const payer = crypto.randomUUID();
    expect(await refusedTo(payer, 8, EXPLAINED)).toBe(5);
    pass(60_000);
    expect(await refusedTo(payer, 8, EXPLAINED)).toBe(5);
  });
});

describe("payments of which nobody knows how old they are", () => {
  const MAY_BE_OLD: May = { ...MAY, mayBeOld: true };
  const OLD: End = { ...IN_VAIN, isOld: true };
  const OTHER_NETWORK = "198.51.100.0/24";
  const MOST_OLD = 5;

  it("never fill a payer's slots: a stranger's last one, and those of sales, are for what is shown to be none", async () => {
    const payer = await whoHasPaid(OTHER_NETWORK);
    const { most } = DEFAULT_LIMITS.slots;
    const kinds: string[] = [];
    for (let at = 0; at < 2 * most; at += 1)
      kinds.push((await ledger.begin(newClaim({ payer }), MAY_BE_OLD)).kind);
    expect(kinds.filter((kind) => kind === "claimed")).toHaveLength(most - 1);
    expect(kinds.filter((kind) => kind === "doubted")).toHaveLength(most + 1);
    for (const _ of ["the last", "its sale's"])
      expect(await ledger.begin(newClaim({ payer }), MAY)).toEqual({ kind: "claimed", hasPaid: true });
    expect(await ledger.begin(newClaim({ payer }), MAY_BE_OLD)).toMatchObject({ kind: "busy" });
  });

  it("take no slot of a group that has one", async () => {
    const claim = newClaim({ slots: { group: "scans", most: 1 } });
    expect(await ledger.begin(claim, MAY_BE_OLD)).toEqual({ kind: "doubted" });
    expect(await ledger.begin(claim, MAY)).toEqual({ kind: "claimed" });
  });

  it("are all doubted that come from a network of which many had run out, within a minute", async () => {
    const payer = await whoHasPaid(OTHER_NETWORK);
    const begin = (change: Partial<Claim>) => ledger.begin(newClaim(change), MAY_BE_OLD);
    for (let at = 0; at < MOST_OLD; at += 1) {
      const claim = newClaim({ payer });
      expect(await ledger.begin(claim, MAY_BE_OLD)).toEqual({ kind: "claimed", hasPaid: true });
      await ledger.release(claim, OLD);
    }
    expect(await begin({ payer })).toEqual({ kind: "doubted" });
    expect(await begin({})).toEqual({ kind: "doubted" });
    // Their payer is served from elsewhere, and from there with what is shown to be none.
    expect(await begin({ payer, network: OTHER_NETWORK })).toEqual({ kind: "claimed", hasPaid: true });
    expect(await ledger.begin(newClaim({ payer }), MAY)).toEqual({ kind: "claimed", hasPaid: true });
    pass(60_000);
    expect(await begin({ payer })).toEqual({ kind: "claimed", hasPaid: true });
  });
});
