import { bytesToBase64Url, textToBase64, textToBase64Url } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";
import type { PaymentRequirements } from "@x402/core/types";
import type { Randomness } from "@/sandbox/upstream/market/random";
import { termsOf, type Authorization, type BaseChain } from "./chains/base";
import type { SolanaChain } from "./chains/solana";
import {
  base58,
  completeTransfer,
  signBurnAndTransfer,
  signTransfer,
  type SolanaKey,
  type SolanaTransfer,
} from "./chains/solana-transfer";
import { DECIMALS, type SimulatedToken } from "./own-token";
import type { Rail } from "./plan";
import type { RoutePath } from "./routes";

const { evm, solana } = NETWORKS.testnet;

/** A 402's body, as far as a payer reads it. */
export interface Challenge {
  x402: { x402Version: 2; resource: { url: string }; accepts: PaymentRequirements[] };
  mpp: { request: string }[];
}

/** A payment as its payer made it. */
export interface Payment {
  id: string;
  rail: Rail;
  /** What the ledger knows it by. */
  key: string;
  /** What the chain knows it by. */
  chainKey: string;
  /** What was signed: another payment may have the same key on the chain. */
  terms: string;
  payer: string;
  /** Of which wallet it is, on whichever chain, in whichever asset. */
  wallet: string;
  /** Where the ledger counts it: its network, and the asset where that is not USDC. */
  account: string;
  /** What our wallet gets of it, and what it burns. */
  takes: bigint;
  burns: bigint;
  /** Of the whole buyer's purchases, where they have an Idempotency-Key. */
  group: string | null;
  buyer: string;
  /** Something happens to it, or to its wallet, outside of the service. */
  isTricky: boolean;
  /** It reached us with another memo than that of the challenge that it is brought with. */
  isStray: boolean;
  path: RoutePath;
  headers: Readonly<Record<string, string>>;
  /** The header that anybody can make who sees the chain; null where the chain doesn't tell enough. */
  rebuilt: Readonly<Record<string, string>> | null;
  /** Until when (ms) it can land, as its payer has it. */
  validUntil: number;
  /** When its blockhash runs out (ms); null where it has none. */
  diesAt: number | null;
  /** Whether the chain would still take it, now or when its wallet has money again. */
  canMove(): boolean;
  /** Has somebody else send it to the chain. */
  sendByOthers(by: string): void;
  /** Takes it back on the chain, where that can be. */
  cancel(): void;
}

/** A wallet on both chains. */
export interface Wallet {
  evm: string;
  key: SolanaKey;
  account: string;
  /** Where it holds the service's own token. */
  tokenAccount: string;
}

export interface PayingWorld {
  random: Randomness;
  base: BaseChain;
  solana: SolanaChain;
  now: () => number;
  /** The seller's token account on Solana. */
  sellerAccount: string;
  token: SimulatedToken;
}

export interface PaymentTerms {
  id: string;
  rail: Rail;
  wallet: Wallet;
  challenge: Challenge;
  buyer: string;
  isTricky: boolean;
  path: RoutePath;
  /** The challenge whose memo it has, where that is another than it is brought with. */
  memoOf: Challenge | null;
  idempotencyKey: string | null;
  forgetsReplay: boolean;
  /** Signs with the nonce of an earlier payment, for another time. */
  twinOf: Authorization | null;
  /** How long an authorization is to be valid, in seconds; null is as long as the offer says. */
  windowSec: number | null;
  /** How much longer than the one before it an authorization of the same nonce is valid, in seconds. */
  twinSec: number;
}

/** A payment, and what of it a twin needs. */
export interface Signed {
  payment: Payment;
  authorization: Authorization | null;
}

const isTokens = ({ extra }: PaymentRequirements): boolean => extra.settlement === "self";

/** The offer of USDC on a network. */
const offerOn = ({ x402 }: Challenge, network: string): PaymentRequirements | undefined =>
  x402.accepts.find((offer) => offer.network === network && !isTokens(offer));

const withoutReplay = ({ extra, ...offer }: PaymentRequirements) => {
  const { replay: _, ...rest } = extra;
  return { ...offer, extra: rest };
};

/** Pays a challenge by the buyer's rail; null where it makes no such offer. */
export function sign(world: PayingWorld, terms: PaymentTerms): Signed | null {
  if (terms.rail === "x402-evm") return signEvm(world, terms);
  if (terms.rail === "x402-solana") return signSolana(world, terms);
  if (terms.rail === "own-token") return signToken(world, terms);
  return signMpp(world, terms);
}

/** A transaction's id is its first signature. */
const idOf = (wire: string): string => base58(Buffer.from(wire, "base64").subarray(1, 65));

const common = ({ id, rail, buyer, isTricky, path, memoOf, idempotencyKey, wallet }: PaymentTerms) => ({
  ...{ id, rail, buyer, isTricky, path, isStray: memoOf !== null },
  wallet: wallet.evm,
  group: idempotencyKey === null ? null : `${idempotencyKey} ${wallet.evm} ${path}`,
});

const x402Header = (
  terms: Pick<PaymentTerms, "challenge" | "idempotencyKey">,
  accepted: object,
  payload: object,
) => {
  const { challenge, idempotencyKey } = terms;
  const value = { x402Version: 2, accepted, resource: challenge.x402.resource, payload };
  return {
    "payment-signature": textToBase64(JSON.stringify(value)),
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
  };
};

function signEvm({ random, base, now }: PayingWorld, terms: PaymentTerms): Signed | null {
  const { id, wallet, challenge, forgetsReplay, twinOf, windowSec, twinSec } = terms;
  const offer = offerOn(challenge, evm.id);
  if (offer === undefined) return null;
  const seconds = Math.floor(now() / 1000);
  const window = windowSec ?? offer.maxTimeoutSeconds;
  const validBefore = twinOf === null ? seconds + window : Number(twinOf.validBefore) + twinSec;
  const authorization: Authorization = {
    from: wallet.evm,
    to: offer.payTo.toLowerCase(),
    value: offer.amount,
    validAfter: "0",
    validBefore: String(validBefore),
    nonce: twinOf?.nonce ?? `0x${random.hex(64, `nonce ${id}`)}`,
  };
  const signature = `0x${random.hex(128, `signature ${id}`)}1b`; // as wallets write v: other forms are rewritten
  base.noteSigned(authorization, signature);
  const payload = { signature, authorization };
  const accepted = forgetsReplay ? withoutReplay(offer) : offer;
  const chainKey = `${wallet.evm}:${authorization.nonce}`;
  const payment: Payment = {
    ...common(terms),
    key: `${evm.id}:${evm.usdc}:${chainKey}`.toLowerCase(),
    ...{ chainKey, terms: termsOf(authorization) },
    payer: wallet.evm,
    ...{ account: evm.id, takes: BigInt(offer.amount), burns: 0n },
    headers: x402Header(terms, accepted, payload),
    rebuilt: x402Header({ ...terms, idempotencyKey: null }, withoutReplay(offer), payload),
    ...{ validUntil: validBefore * 1000, diesAt: null },
    canMove: () => base.canTake(authorization),
    sendByOthers: (by) => void base.submit(authorization, signature, by, () => undefined),
    cancel: () => base.cancel(authorization),
  };
  return { payment, authorization };
}

function transfer(
  world: PayingWorld,
  terms: PaymentTerms,
  offered: { feePayer: string; amount: string; memo: string },
) {
  const { solana: chain, sellerAccount } = world;
  const { wallet } = terms;
  const signed = signTransfer({
    payer: wallet.key,
    feePayer: offered.feePayer,
    ...{ source: wallet.account, destination: sellerAccount },
    amount: Number(offered.amount),
    blockhash: chain.latestBlockhash(),
    memo: offered.memo,
  });
  chain.noteSigned(signed);
  return signed;
}

const onSolana = (
  world: PayingWorld,
  terms: PaymentTerms,
  { messageHash, amount, burn, blockhash }: SolanaTransfer,
) => ({
  ...common(terms),
  ...{ account: solana.id as string, takes: amount, burns: burn },
  key: `${solana.id}:${messageHash}`.toLowerCase(),
  ...{ chainKey: messageHash, terms: messageHash },
  payer: terms.wallet.key.address,
  ...{ validUntil: world.now() + 61_000, diesAt: world.solana.diesAt(blockhash) },
  canMove: () => world.solana.canTake(messageHash),
  cancel: () => undefined,
});

/** An x402 transfer is completed by its fee payer; no other party can send it. */
function signSolana(world: PayingWorld, terms: PaymentTerms): Signed | null {
  const { id, challenge, forgetsReplay } = terms;
  const offer = offerOn(challenge, solana.id);
  if (offer === undefined) return null;
  const memo = world.random.hex(32, `memo ${id}`);
  const signed = transfer(world, terms, {
    feePayer: String(offer.extra.feePayer),
    amount: offer.amount,
    memo,
  });
  const payload = { transaction: signed.wire };
  const accepted = forgetsReplay ? withoutReplay(offer) : offer;
  const payment: Payment = {
    ...onSolana(world, terms, signed),
    headers: x402Header(terms, accepted, payload),
    rebuilt: x402Header({ ...terms, idempotencyKey: null }, withoutReplay(offer), payload),
    // Whoever has the payer's signature can hand it to the facilitator, or be one.
    sendByOthers: (by) => {
      const { wire } = completeTransfer(signed, terms.wallet.key);
      world.solana.submit(signed, wire, idOf(wire), by, () => undefined);
    },
  };
  return { payment, authorization: null };
}

/** A payment in the own token is signed in full: whoever sees it can send it. */
function signToken(world: PayingWorld, terms: PaymentTerms): Signed | null {
  const { challenge, forgetsReplay, wallet } = terms;
  const offer = challenge.x402.accepts.find(isTokens);
  if (offer === undefined) return null;
  const { mint, treasuryAccount } = world.token;
  const burn = BigInt(String(offer.extra.burn));
  const signed = signBurnAndTransfer({
    ...{ payer: wallet.key, source: wallet.tokenAccount, destination: treasuryAccount },
    ...{ mint, decimals: DECIMALS, burn, kept: BigInt(offer.amount) - burn },
    blockhash: world.solana.latestBlockhash(),
    memo: String(offer.extra.quoteId),
  });
  world.solana.noteSigned(signed);
  const payload = { transaction: signed.wire };
  const accepted = forgetsReplay ? withoutReplay(offer) : offer;
  const payment: Payment = {
    ...onSolana(world, terms, signed),
    account: `${solana.id}:${mint}`,
    headers: x402Header(terms, accepted, payload),
    rebuilt: x402Header({ ...terms, idempotencyKey: null }, withoutReplay(offer), payload),
    sendByOthers: (by) => world.solana.submit(signed, signed.wire, idOf(signed.wire), by, () => undefined),
  };
  return { payment, authorization: null };
}

interface ChargeRequest {
  amount: string;
  externalId: string;
}

/** What the first of a challenge's charges asks for, in the service's own format. */
const chargeOf = ({ mpp: [offered] }: Challenge): ChargeRequest =>
  JSON.parse(Buffer.from(offered?.request ?? "", "base64url").toString()) as ChargeRequest;

function signMpp(world: PayingWorld, terms: PaymentTerms): Signed | null {
  const { rail, wallet, challenge, memoOf, idempotencyKey } = terms;
  const [offered] = challenge.mpp;
  if (offered === undefined) return null;
  const signed = transfer(world, terms, {
    feePayer: wallet.key.address,
    amount: chargeOf(challenge).amount,
    memo: chargeOf(memoOf ?? challenge).externalId,
  });
  const signature = idOf(signed.wire);
  const payload =
    rail === "mpp-pull"
      ? { type: "transaction", transaction: signed.wire }
      : { type: "signature", signature };
  const credential = textToBase64Url(JSON.stringify({ challenge: offered, payload }));
  const payment: Payment = {
    ...onSolana(world, terms, signed),
    headers: {
      authorization: `Payment ${credential}`,
      ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
    },
    rebuilt: null,
    sendByOthers: (by) => world.solana.submit(signed, signed.wire, signature, by, () => undefined),
  };
  return { payment, authorization: null };
}

/** Something that was signed in a wallet's name, as somebody else than its payer brings it. */
interface Brought {
  wallet: Wallet;
  challenge: Challenge;
  /** Names it among all that is brought. */
  id: string;
}

const bring = (challenge: Challenge, accepted: PaymentRequirements, payload: object) =>
  x402Header({ challenge, idempotencyKey: null }, withoutReplay(accepted), payload);

/**
 * A transfer that a wallet signed long ago: all of it stands on the chain, behind what the ledger remembers. Null where
 * nothing on Solana is offered.
 */
export function bringOld(
  { random, solana: chain, sellerAccount }: PayingWorld,
  { wallet, challenge, id }: Brought,
) {
  const offer = offerOn(challenge, solana.id);
  if (offer === undefined) return null;
  const signed = signTransfer({
    ...{ payer: wallet.key, feePayer: String(offer.extra.feePayer), source: wallet.account },
    ...{ destination: sellerAccount, amount: Number(offer.amount), memo: random.hex(32, `old memo ${id}`) },
    blockhash: base58(Buffer.from(random.hex(64, `old blockhash ${id}`), "hex")),
  });
  chain.noteSigned(signed);
  return bring(challenge, offer, { transaction: signed.wire });
}

/** An authorization that nobody signed, in a wallet's name, whose time is over. Null where nothing on Base is offered. */
export function invent({ random, now }: PayingWorld, { wallet, challenge, id }: Brought) {
  const offer = offerOn(challenge, evm.id);
  if (offer === undefined) return null;
  const authorization: Authorization = {
    ...{ from: wallet.evm, to: offer.payTo.toLowerCase(), value: offer.amount, validAfter: "0" },
    validBefore: String(Math.floor(now() / 1000) - 60),
    nonce: `0x${random.hex(64, `invented nonce ${id}`)}`,
  };
  const signature = `0x${random.hex(130, `invented signature ${id}`)}`;
  return bring(challenge, offer, { signature, authorization });
}

/** Base64url of bytes, for keys that only have to be hard to guess. */
export const token = (random: Randomness, name: string): string =>
  bytesToBase64Url(Buffer.from(random.hex(44, name), "hex"));
