import type { PaymentPayload } from "@x402/core/types";
import { solanaBalance } from "@/sandbox/balances";
import type { World } from "@/sandbox/world";
import { chargeOf } from "../support/mpp";
import { mppChallengeOf, newMppPayer, pull, push } from "../support/mpp-payer";
import { asHeader, newPayer, payFor, type Call, type Chain } from "../support/service";
import { proofHeader, solanaProof } from "../support/wallet-proofs";
import type { Point } from "./message";

/** The ways to pay: x402 on each chain, and MPP with a transaction that we send, or that its payer has sent. */
export const RAILS = ["base", "solana", "mpp-pull", "mpp-push"] as const;
export type Rail = (typeof RAILS)[number];
export const X402: readonly Rail[] = ["base", "solana"];
/** Rails on which the service has the payment settled. */
export const SETTLED_HERE = ["base", "solana", "mpp-pull"] as const satisfies readonly Rail[];
export type SettledHere = (typeof SETTLED_HERE)[number];

export const chainOf = (rail: Rail): Chain => (rail === "base" ? "base" : "solana");

const atFirst = (dependency: Point["dependency"], label: string): Point => ({ dependency, label, nth: 1 });

/** The messages that ask whether a payment is good; one on Solana can be completed by one facilitator only. */
export const VERIFY: Readonly<Record<SettledHere, readonly [Point, ...Point[]]>> = {
  base: [atFirst("primary", "verify"), atFirst("fallback", "verify")],
  solana: [atFirst("primary", "verify")],
  "mpp-pull": [atFirst("solana", "simulateTransaction")],
};

/** The message after which the money may have moved. */
export const SETTLE: Readonly<Record<SettledHere, Point>> = {
  base: atFirst("primary", "settle"),
  solana: atFirst("primary", "settle"),
  "mpp-pull": atFirst("solana", "sendTransaction"),
};

/** A payment that is signed, and sent nowhere. */
export interface Signed {
  /** How a request brings it. */
  call: Pick<Call, "payment" | "headers">;
  /** Base units. */
  amount: bigint;
  /** x402's payload, or MPP's transaction in base64. */
  x402: PaymentPayload | null;
  transaction: string | null;
}

/** A payer on one rail, with its own fresh wallet. */
export interface Purse {
  secret: string;
  /** The payer's and the seller's USDC, in base units. */
  balance(): Promise<bigint>;
  sellerBalance(): Promise<bigint>;
  /** The wallet's sign-in for an address of the service, as the header's value. */
  signIn(url: string): Promise<string>;
  sign(origin: string, path: string): Promise<Signed>;
}

async function x402Purse(world: World, chain: Chain, usdc: bigint): Promise<Purse> {
  const payer = await newPayer(world, chain, usdc);
  return {
    ...payer,
    async sign(origin, path) {
      const payment = await payFor(origin, path, payer);
      return {
        call: { payment: asHeader(payment) },
        amount: BigInt(payment.accepted.amount),
        x402: payment,
        transaction: null,
      };
    },
  };
}

async function mppPurse(world: World, mode: "mpp-pull" | "mpp-push", usdc: bigint): Promise<Purse> {
  const payer = await newMppPayer(world, { usdc });
  return {
    secret: payer.secretKey,
    balance: payer.balance,
    sellerBalance: () => solanaBalance(world, world.solana.payTo),
    signIn: async (url) => proofHeader(await solanaProof(payer.secretKey, url)),
    async sign(origin, path) {
      const challenge = await mppChallengeOf(origin, path);
      const { transaction, id } = await payer.sign(challenge);
      return {
        call: mode === "mpp-pull" ? pull(challenge, transaction) : push(challenge, id),
        amount: BigInt(chargeOf(challenge).amount),
        x402: null,
        transaction,
      };
    },
  };
}

/** A payer with `usdc` base units. */
export const newPurse = (world: World, rail: Rail, usdc: bigint): Promise<Purse> =>
  rail === "base" || rail === "solana" ? x402Purse(world, rail, usdc) : mppPurse(world, rail, usdc);
