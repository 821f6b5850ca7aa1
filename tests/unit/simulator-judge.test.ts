import { describe, expect, it } from "vitest";
import { AUTHORIZATION_STATE } from "@/lib/chains/evm-lookup";
import { NETWORKS } from "@/lib/chains/networks";
import { randomness } from "@/sandbox/upstream/market/random";
import { BaseChain } from "../simulator/chains/base";
import { SolanaChain } from "../simulator/chains/solana";
import { base58, signTransfer, solanaKey } from "../simulator/chains/solana-transfer";
import { Judge, type CallResult, type Movement } from "../simulator/judge";
import { Kernel } from "../simulator/kernel";
import type { Payment } from "../simulator/payments";

const NOON = Date.UTC(2026, 0, 15, 12);

const payment: Payment = {
  ...{ id: "buyer 1, payment 1", rail: "x402-evm", key: "key", chainKey: "key", terms: "terms" },
  ...{
    payer: "0xpayer",
    wallet: "0xpayer",
    group: null,
    buyer: "buyer 1",
    path: "/api/sim-first",
    headers: {},
    rebuilt: null,
  },
  ...{ isTricky: false, isStray: false, diesAt: null, account: "eip155:84532", takes: 20_000n, burns: 0n },
  validUntil: NOON + 60_000,
  canMove: () => false,
  sendByOthers: () => undefined,
  cancel: () => undefined,
};

const challenge: CallResult = {
  ...{ payment, by: "owner", status: 402, code: "payment_required", reason: "insufficient_funds" },
  ...{ message: "The paying wallet holds too little USDC.", answerId: null, provesWallet: false },
  ...{ cameAt: NOON, tookMs: 500 },
};

/** What the judge says of a challenge for a payment that has moved like this. */
function complaintsOf(movement: Partial<Movement>, said: Partial<CallResult> = {}): readonly string[] {
  const moved: Movement = { at: NOON, byService: false, wasHiddenSince: () => false, ...movement };
  const judge = new Judge({
    ...{
      now: () => NOON + 500,
      movementOf: () => moved,
      lostAt: () => null,
      hasVanished: () => false,
    },
    ...{ calmAt: NOON, handlersFail: false, recoversEvery: () => 60_000, isQuiet: false },
    ...{
      served: null,
      nodesLie: false,
      ...{ mostUnseen: null, isSilentUntil: 0, canBeSettledByAnother: false },
      isInvented: () => false,
    },
  });
  judge.begin(payment);
  judge.shown(payment, false);
  judge.recordResult({ ...challenge, ...said });
  return judge.violations;
}

const CHALLENGED = ["a challenge leaves for a payment that has moved: buyer 1, payment 1 (x402-evm)"];

describe("the simulator's judge, of a challenge for a payment that has moved", () => {
  it("does not hold against a call what others sent behind its look at the chain", () => {
    expect(complaintsOf({ wasHiddenSince: (since) => since === NOON })).toEqual([]);
  });

  it("complains where no look of this call came too early", () => {
    expect(complaintsOf({})).toEqual(CHALLENGED);
    expect(complaintsOf({ wasHiddenSince: (since) => since < NOON })).toEqual(CHALLENGED);
  });

  it("complains of what the service had sent, whenever that moved", () => {
    expect(complaintsOf({ byService: true, wasHiddenSince: () => true })).toEqual(CHALLENGED);
  });

  it("complains of who says that it has failed, whenever it moved", () => {
    expect(complaintsOf({ wasHiddenSince: () => true }, { reason: "settlement_failed" })).toEqual(CHALLENGED);
  });
});

describe("the simulator's judge, of who cools down", () => {
  const judgeOf = (...others: readonly Partial<Payment>[]): Judge => {
    const judge = new Judge({
      ...{ now: () => NOON, movementOf: () => null, lostAt: () => null, hasVanished: () => false },
      ...{ calmAt: NOON, handlersFail: false, recoversEvery: () => 60_000, isQuiet: false },
      ...{
        served: null,
        nodesLie: false,
        ...{ mostUnseen: null, isSilentUntil: 0, canBeSettledByAnother: false },
        isInvented: () => false,
      },
    });
    for (const one of [payment, ...others.map((other) => ({ ...payment, ...other }))]) judge.begin(one);
    return judge;
  };

  it("blames nobody for what is done to other wallets", () => {
    expect(judgeOf().isBlameless(payment.key)).toBe(true);
    expect(
      judgeOf({ id: "other", key: "other", wallet: "0xother", isTricky: true }).isBlameless(payment.key),
    ).toBe(true);
  });

  it("may blame a payer for what is done to the same wallet on another chain or in another asset", () => {
    const drained = { id: "other", key: "other", rail: "own-token", isTricky: true } as const;
    expect(judgeOf(drained).isBlameless(payment.key)).toBe(false);
  });
});

describe("the simulator's judge, of a credited payment that is served", () => {
  const MINUTE = 60_000;
  /** What it says when that is so many minutes after the credit. */
  function complaintsAfter(minutes: number, handlersFail = false): readonly string[] {
    const judge = new Judge({
      ...{ now: () => NOON + minutes * MINUTE, movementOf: () => null, lostAt: () => null },
      ...{
        hasVanished: () => false,
        calmAt: NOON,
        handlersFail,
        recoversEvery: () => MINUTE,
        ...{
          isQuiet: false,
          served: null,
          nodesLie: false,
          ...{ mostUnseen: null, isSilentUntil: 0, canBeSettledByAnother: false },
          isInvented: () => false,
        },
      },
    });
    judge.begin(payment);
    judge.servedCredit(payment.key, NOON);
    return judge.violations;
  }

  it("complains where recovery had time to serve it, and nothing kept it from that", () => {
    expect(complaintsAfter(4)).toEqual([]);
    expect(complaintsAfter(5)).toEqual([
      `a credited payment is served by nobody until its client comes back: ${payment.key}`,
    ]);
    expect(complaintsAfter(5, true)).toEqual([]);
  });
});

describe("a simulated chain", () => {
  it("knows on Base of a look that came too early for a transfer, or of a node that was behind", async () => {
    const kernel = new Kernel(NOON);
    const chain = new BaseChain(kernel, randomness(1), () => undefined);
    const asset = NETWORKS.testnet.evm.usdc.toLowerCase();
    const [from, to, nonce] = [`0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`, `0x${"c".repeat(64)}`];
    const validBefore = String(NOON / 1000 + 120);
    const authorization = { from, to, value: "20000", validAfter: "0", validBefore, nonce };
    const look = (lag: number): unknown => {
      const data = `${AUTHORIZATION_STATE}${from.slice(2).padStart(64, "0")}${nonce.slice(2)}`;
      return chain.ask("eth_call", [{ to: asset, data }, "latest"], lag);
    };
    chain.balances.mint(from, 20_000n);
    chain.noteSigned(authorization, "0xsigned");
    look(0);
    chain.submit(authorization, "0xsigned", "somebody else", () => undefined);
    await kernel.run(() => chain.moved.length > 0, NOON + 60_000);
    const [moved] = chain.moved;
    const landedAt = kernel.now;
    expect(moved?.wasHiddenSince(NOON)).toBe(true);
    expect(moved?.wasHiddenSince(landedAt)).toBe(false);
    look(0);
    expect(moved?.wasHiddenSince(landedAt)).toBe(false);
    look(1);
    expect(moved?.wasHiddenSince(landedAt)).toBe(true);
    // A call that came later must not refuse it, whatever a node that is behind shows.
    expect(moved?.wasHiddenSince(landedAt + 1)).toBe(false);
  });

  it("knows on Solana of a look at what was not confirmed yet", async () => {
    const kernel = new Kernel(NOON);
    const chain = new SolanaChain(kernel, randomness(1), () => undefined);
    const payer = solanaKey(Buffer.alloc(32, 1));
    const [source, destination] = [2, 3].map((fill) => base58(Buffer.alloc(32, fill)));
    if (source === undefined || destination === undefined) throw new Error("there are two accounts");
    chain.mint(source, 20_000n);
    const blockhash = chain.latestBlockhash();
    const terms = { payer, feePayer: payer.address, source, destination, amount: 20_000 };
    const transfer = signTransfer({ ...terms, blockhash, memo: null });
    const look = (): unknown =>
      chain.ask("getSignaturesForAddress", [source, { commitment: "confirmed" }], 0, "service");
    chain.submit(transfer, transfer.wire, "signature", "somebody else", () => undefined);
    await kernel.run(() => chain.moved.length > 0, NOON + 60_000);
    const [moved] = chain.moved;
    const landedAt = kernel.now;
    expect(JSON.stringify(look())).not.toContain('"signature":"signature"');
    expect(moved?.wasHiddenSince(landedAt)).toBe(true);
    kernel.after(2_000, () => undefined);
    await kernel.run(() => false, landedAt + 4_000);
    const later = kernel.now;
    expect(JSON.stringify(look())).toContain('"signature":"signature"');
    expect(moved?.wasHiddenSince(later)).toBe(false);
    expect(moved?.wasHiddenSince(landedAt)).toBe(true);
  });
});
