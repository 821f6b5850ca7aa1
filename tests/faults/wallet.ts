import type { PaymentPayload } from "@x402/core/types";
import { solanaBalance } from "@/sandbox/balances";
import type { World } from "@/sandbox/world";
import { chargeOf } from "../support/mpp";
import { mppChallengeOf, newMppPayer, pull, push } from "../support/mpp-payer";
import { asHeader, newPayer, payFor, type Call, type Chain } from "../support/service";
import { proofHeader, solanaProof } from "../support/wallet-proofs";
import type { Rail } from "./rail";

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

/** A payer's own fresh wallet, and how it pays on one rail. */
export interface Wallet {
  secret: string;
  /** The payer's and the seller's USDC, in base units. */
  balance(): Promise<bigint>;
  sellerBalance(): Promise<bigint>;
  /** The wallet's sign-in for an address of the service, as the header's value. */
  signIn(url: string): Promise<string>;
  sign(origin: string, path: string): Promise<Signed>;
}

async function x402Wallet(world: World, chain: Chain, usdc: bigint): Promise<Wallet> {
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

async function mppWallet(world: World, mode: "mpp-pull" | "mpp-push", usdc: bigint): Promise<Wallet> {
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

/** A wallet with `usdc` base units. */
export const newWallet = (world: World, rail: Rail, usdc: bigint): Promise<Wallet> =>
  rail === "base" || rail === "solana" ? x402Wallet(world, rail, usdc) : mppWallet(world, rail, usdc);
