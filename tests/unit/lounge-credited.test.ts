import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as publishModule from "@/lib/lounge/publish/handler";
import type * as storeModule from "@/lib/lounge/store";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import { newEvmWallet } from "@/sandbox/accounts";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { newSummary, ORIGIN, PUBLISH, submission } from "../support/lounge-world";
import { evmProof, proofHeader } from "../support/wallet-proofs";

let store: RedisStore;
let ledger: typeof ledgerModule & typeof creditModule;
let publishing: typeof publishModule;
let lounge: typeof storeModule;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] }); // a payment settles when a test says so
  store = await startRedisStore();
  vi.stubEnv("PUBLIC_ORIGIN", ORIGIN);
  vi.stubEnv("UPSTASH_REDIS_REST_URL", store.rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "test-token");
  vi.stubEnv("STORE_TIMEOUT_MS", "5000");
  ledger = {
    ...(await import("@/lib/payments/ledger/ledger")),
    ...(await import("@/lib/payments/ledger/credit")),
  };
  publishing = await import("@/lib/lounge/publish/handler");
  lounge = await import("@/lib/lounge/store");
});
afterAll(async () => {
  await store.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

let payments = 0;
async function claimed(payer: string): Promise<Claim> {
  payments += 1;
  const claim: Claim = {
    ...{ paymentKey: `test:payment:${payments}`, owner: crypto.randomUUID(), leaseMs: 60_000 },
    ...{ fingerprint: "request", secret: "secret", idempotency: "", entry: PUBLISH, payer, rail: "x402-evm" },
    ...{
      walletProved: "for this request",
      slots: DEFAULT_LIMITS.slots,
      bindingKey: null,
      household: crypto.randomUUID(),
      network: "192.0.2.0/24",
      request: "{}",
    },
  };
  expect(await ledger.begin(claim, { claim: "with slot", resume: true })).toMatchObject({ kind: "claimed" });
  return claim;
}

type Request = ReturnType<typeof submission> & { creatorChain: "evm" };
const requestOf = (wallet: string, change = {}) => submission(wallet, change) as Request; // the form of the schema's output

const run = (claim: Claim, request: Request, moved: boolean, headers: Record<string, string> = {}) =>
  publishing.publishSignal(request, {
    ...{ now: new Date(), signal: AbortSignal.timeout(60_000), headers: new Headers(headers) },
    payment: { key: claim.paymentKey, payer: claim.payer, ...(moved && { moved: true as const }) },
  });

/** The intent of a call whose payment is still to move. */
async function intend(
  request: Request,
  payer: string,
): Promise<{ claim: Claim; id: string; written: string }> {
  const claim = await claimed(payer);
  const { answer, effects, reserve = [] } = await run(claim, request, false);
  const facts = { evidence: "{}", facts: "{}", answer: JSON.stringify(answer), binding: null };
  const { kind } = await ledger.writeIntent(claim, { ...facts, effects, reserve });
  return { claim, id: answer.id, written: kind };
}

/** A payment that had moved before, from its crediting to its answer. */
async function fulfil(request: Request, payer: string, headers: Record<string, string> = {}) {
  const claim = await claimed(payer);
  const moved = {
    evidence: "{}",
    facts: "{}",
    receipt: "{}",
    landedAt: Date.now(),
    maxAgeMs: 600_000,
    waitMs: 0,
    resend: "",
  };
  expect(await ledger.credit(claim, moved)).toEqual({ kind: "ok" });
  const { answer, effects, reserve = [] } = await run(claim, request, true, headers);
  const served = { answer: JSON.stringify(answer), effects, reserve, binding: null };
  expect(await ledger.fulfil(claim, served)).toBe("ok");
  const signal = await lounge.readSignal(answer.id);
  if (signal === null) throw new Error("nothing was published");
  return signal;
}

const wallet = () => newEvmWallet().address.toLowerCase();

describe("a signal whose payment settles late", () => {
  it("is published 14 minutes later, and behind what was settled meanwhile", async () => {
    const late = await intend(requestOf(wallet()), wallet());
    const early = await intend(requestOf(wallet()), wallet());
    await ledger.markSettled(early.claim, "{}");
    expect(await lounge.readSignal(late.id)).toBeNull();
    vi.setSystemTime(Date.now() + 14 * 60_000);
    await ledger.markSettled(late.claim, "{}");
    const [first, second] = await lounge.readSignals([early.id, late.id]);
    expect(second).toMatchObject({ publishedAt: Date.now(), seq: (first?.seq ?? NaN) + 1 });
    expect(second?.publishedAt).toBe((first?.publishedAt ?? NaN) + 14 * 60_000);
  });

  it("keeps its text from others meanwhile, and gives it back when nothing moved", async () => {
    const request = requestOf(wallet());
    const first = await intend(request, wallet());
    expect((await intend(request, wallet())).written).toBe("taken");
    await ledger.releaseUnmoved(first.claim, "{}").catch(() => undefined);
    await ledger.release(first.claim);
    expect((await intend(request, wallet())).written).toBe("ok");
  });
});

describe("a payment that had moved", () => {
  it("publishes a duplicate, which says of what, and leaves the text to the first", async () => {
    const request = requestOf(wallet());
    const first = await intend(request, wallet());
    await ledger.markSettled(first.claim, "{}");
    const second = await fulfil(request, wallet());
    expect(second).toMatchObject({ similarTo: first.id });
    const third = await fulfil(request, wallet());
    expect(third).toMatchObject({ similarTo: first.id, seq: second.seq + 1 });
  });

  it("waits while another payment for the same text is undecided", async () => {
    const request = requestOf(wallet());
    const first = await intend(request, wallet());
    const claim = await claimed(wallet());
    await expect(run(claim, request, true)).rejects.toMatchObject({ code: "duplicate_signal" });
    await ledger.release(first.claim);
    expect(await run(claim, request, true)).toMatchObject({ answer: { published: true } });
  });

  it("takes a new text for its own", async () => {
    const request = requestOf(wallet());
    const signal = await fulfil(request, wallet());
    expect(signal.similarTo).toBeNull();
    expect((await intend(request, wallet())).written).toBe("taken");
  });

  it("does not prove its payer to be the creator: anybody may show what landed; a sign-in for the text does", async () => {
    const { address, privateKey } = newEvmWallet();
    const creator = address.toLowerCase();
    expect((await fulfil(requestOf(creator), creator)).creator.proof).toBe("unproved");
    const request = requestOf(creator, { summary: newSummary() });
    const { requestFingerprint } = await import("@/lib/payments/ledger/fingerprint");
    const resources = [`urn:svc:publish:sha256:${await requestFingerprint(PUBLISH, request)}`];
    const issuedAt = new Date(Date.now()).toISOString();
    const proof = proofHeader(await evmProof(privateKey, ORIGIN + PUBLISH, { resources, issuedAt }));
    expect((await fulfil(request, creator, { "sign-in-with-x": proof })).creator.proof).toBe("sign-in");
  });

  it("proves its payer who signs in to have it for this very text, as the refusal asks for, and for no other", async () => {
    const { address, privateKey } = newEvmWallet();
    const creator = address.toLowerCase();
    const { requestFingerprint } = await import("@/lib/payments/ledger/fingerprint");
    const [own, other] = [requestOf(creator), requestOf(wallet())];
    const proofFor = async (request: Request) => {
      const resources = [`urn:svc:payment:post:sha256:${await requestFingerprint(PUBLISH, request)}`];
      const issuedAt = new Date(Date.now()).toISOString();
      return {
        "sign-in-with-x": proofHeader(await evmProof(privateKey, ORIGIN + PUBLISH, { resources, issuedAt })),
      };
    };
    const [forOwn, forOther] = [await proofFor(own), await proofFor(other)];
    expect((await fulfil(own, creator, forOwn)).creator.proof).toBe("payment");
    expect((await fulfil(other, creator, forOther)).creator.proof).toBe("unproved"); // names another as its creator
    const next = requestOf(creator);
    expect((await fulfil(next, creator, forOwn)).creator.proof).toBe("unproved"); // signed for another text
    expect((await fulfil(next, wallet(), await proofFor(next))).creator.proof).toBe("unproved"); // somebody else paid
  });
});
