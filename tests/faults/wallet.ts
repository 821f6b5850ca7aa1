import type { PaymentPayload } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { randomBytes } from "node:crypto";
import { type Hex, toHex } from "viem";
import { address } from "@solana/kit";
import { solanaBalance } from "@/sandbox/balances";
import { fundSolanaFees, fundToken } from "@/sandbox/faucets";
import { callRpc } from "@/sandbox/host/json-rpc";
import { PAYER_TOKENS } from "@/sandbox/own-token";
import { TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";
import type { World } from "@/sandbox/world";
import { chargeOf } from "../support/mpp";
import { mppChallengeOf, newMppPayer, pull, push } from "../support/mpp-payer";
import { asHeader, challengeOf, newPayer, payFor, type Call, type Payer } from "../support/service";
import { held, newTokenPayer, paymentHeader, quoteIn, type TokenPlace } from "../support/token-payer";
import { proofHeader, solanaProof, type SignIn } from "../support/wallet-proofs";
import type { Rail } from "./rail";

/** A payment that is signed, and sent nowhere. */
export interface Signed {
  /** How a request brings it. */
  call: Pick<Call, "payment" | "headers">;
  /** Base units that the seller gets, and that are burned besides. */
  amount: bigint;
  burn: bigint;
  /** x402's payload, or the transaction in base64 that its payer has signed in full. */
  x402: PaymentPayload | null;
  transaction: string | null;
}

/** A payer's own fresh wallet, and how it pays on one rail. */
export interface Wallet {
  secret: string;
  /** What payer and seller hold of what is paid in, in base units. */
  balance(): Promise<bigint>;
  sellerBalance(): Promise<bigint>;
  /** The wallet's sign-in for an address of the service, as the header's value. */
  signIn(url: string, change: Partial<SignIn>): Promise<string>;
  sign(origin: string, path: string): Promise<Signed>;
}

/** Code of a wallet that says of everything that it has signed it (EIP-1271). */
const SIGNS_EVERYTHING = "0x631626ba7e60e01b5f5260205ff3";

/** A payer whose signature only the chain can judge. */
async function newContractPayer(world: World, usdc: bigint): Promise<Payer> {
  const payer = await newPayer(world, "base", usdc);
  await callRpc(world.evm.rpcUrl, "anvil_setCode", [payer.address, SIGNS_EVERYTHING]);
  const signer = {
    address: payer.address as Hex, // viem's own spelling of it
    signTypedData: () => Promise.resolve(toHex(randomBytes(96))),
  };
  const client = new x402Client().register(`eip155:${world.evm.chainId}`, new ExactEvmScheme(signer));
  return { ...payer, client };
}

function x402Wallet(payer: Payer): Wallet {
  return {
    ...payer,
    async sign(origin, path) {
      const payment = await payFor(origin, path, payer);
      return {
        call: { payment: asHeader(payment) },
        amount: BigInt(payment.accepted.amount),
        burn: 0n,
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
    signIn: async (url, change) => proofHeader(await solanaProof(payer.secretKey, url, change)),
    async sign(origin, path) {
      const challenge = await mppChallengeOf(origin, path);
      const { transaction, id } = await payer.sign(challenge);
      return {
        call: mode === "mpp-pull" ? pull(challenge, transaction) : push(challenge, id),
        amount: BigInt(chargeOf(challenge).amount),
        burn: 0n,
        x402: null,
        transaction,
      };
    },
  };
}

/** How often a challenge without an offer in the own token is asked for again, and after how long (ms). */
const OFFERS = { tries: 40, everyMs: 500 } as const;

/** Where the market could not be read the offer comes with a later challenge. */
async function tokenOffer(origin: string, path: string) {
  for (let left = OFFERS.tries; left > 0; left -= 1) {
    const { accepts } = await challengeOf(origin, path);
    const offer = accepts.find(({ extra }) => extra.settlement === "self");
    if (offer !== undefined) return offer;
    await new Promise((resolve) => setTimeout(resolve, OFFERS.everyMs));
  }
  throw new Error(`${path} makes no offer in the own token`);
}

async function tokenWallet({ solana: { rpcUrl }, token }: World): Promise<Wallet> {
  if (token === undefined) throw new Error("the own token is not launched there");
  const mint = address(token.mint);
  const place: TokenPlace = {
    ...{ mint, program: TOKEN_PROGRAM, treasury: { address: address(token.treasury) } },
    chain: {
      rpcUrl,
      airdrop: (to, lamports) => fundSolanaFees(rpcUrl, to, lamports),
      mintToken: (_, owner, amount) => fundToken(rpcUrl, mint, owner, amount),
    },
  };
  const payer = await newTokenPayer(place, PAYER_TOKENS);
  return {
    secret: payer.secretKey,
    balance: payer.balance,
    sellerBalance: () => held(place, place.treasury.address),
    signIn: async (url, change) => proofHeader(await solanaProof(payer.secretKey, url, change)),
    async sign(origin, path) {
      const offer = await tokenOffer(origin, path);
      const quote = quoteIn(offer, token.decimals);
      const { transaction } = await payer.sign(quote);
      const { burn, treasury } = quote.amounts;
      return {
        call: { payment: paymentHeader(offer, transaction) },
        ...{ amount: BigInt(treasury), burn: BigInt(burn), x402: null, transaction },
      };
    },
  };
}

/** A wallet with `usdc` base units, or some of the own token on its rail; on Base it may be a contract. */
export async function newWallet(
  world: World,
  rail: Rail,
  usdc: bigint,
  isContract: boolean,
): Promise<Wallet> {
  if (isContract) return x402Wallet(await newContractPayer(world, usdc));
  if (rail === "own-token") return tokenWallet(world);
  if (rail === "base" || rail === "solana") return x402Wallet(await newPayer(world, rail, usdc));
  return mppWallet(world, rail, usdc);
}
