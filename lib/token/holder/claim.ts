import { isAddress } from "@solana/kit";
import { env } from "@/lib/env";
import type { GuardedCall } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { clientNetwork } from "@/lib/http/client-address";
import { keepAlive } from "@/lib/http/keep-alive";
import { rateLimited } from "@/lib/http/limit-headers";
import { describe, log } from "@/lib/http/log";
import { HOLDER_WALLET } from "@/lib/http/request-headers";
import { type OwnToken, ownToken } from "@/lib/payments/token/own-token";
import { holderResource } from "@/lib/payments/wallet-proof/bound";
import { readWalletProof, type WalletProof } from "@/lib/payments/wallet-proof/read";
import { countRequest } from "@/lib/store/rate-limit";
import { now, timeoutSignal } from "@/lib/time";
import { type Holding, holdingOf } from "../holding";
import { isHolder, type Tier, tierOf } from "../tier";

/** Questions to our nodes for balances that nobody asked for of late: anybody can cause them, by a wallet for each. */
const RULE = { name: "holdings", perMinute: 30 };
const LOOK_MS = 5_000;

/** What a call says of its caller's holding, and how far that counts. */
export type Claim =
  /** It says nothing. */
  | { kind: "none" }
  /** It does not count, as `because` says; with a proof that names `signIn` it might. */
  | { kind: "guest"; because: string; signIn?: readonly string[] }
  | { kind: "holder"; wallet: string; tier: Tier; proof: WalletProof };

const guest = (because: string, signIn?: readonly string[]): Claim => ({
  kind: "guest",
  because: `X-Token-Holder-Wallet: ${because}`,
  ...(signIn !== undefined && { signIn }),
});

/** What a wallet holds, read for this caller. Throws ApiError 429, and what the chain's nodes make it throw. */
export const lookUpHolding = (token: OwnToken, wallet: string, headers: Headers): Promise<Holding> =>
  holdingOf(token, wallet, {
    signal: timeoutSignal(LOOK_MS),
    by: clientNetwork(headers),
    mayAsk: async () => {
      const state = await countRequest(clientNetwork(headers), keepAlive, RULE);
      if (!state.allowed) throw rateLimited(state, now());
    },
  });

export const NOT_TOLD =
  "what the wallet held at 00:00 UTC can't be told yet, so that nothing of it counts. Try again later.";

async function judge(token: OwnToken, wallet: string, proof: WalletProof, headers: Headers): Promise<Claim> {
  const holding = await lookUpHolding(token, wallet, headers).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    log.warn("holding_not_read", { why: describe(error) });
    return null;
  });
  if (holding === null) return guest("the chain can't be asked for the wallet's balance at the moment.");
  const { counted } = holding;
  if (counted === null) return guest(NOT_TOLD);
  if (!isHolder(token, counted))
    return guest(
      "the wallet holds too little that counts. What it has held since 00:00 UTC counts; GET /api/tcx-credits tells.",
    );
  return { kind: "holder", wallet, proof, tier: tierOf(token, counted) };
}

/**
 * Judges the claim of a call. It counts after the launch, with a `SIGN-IN-WITH-X` of that very wallet for this very route,
 * which is not used up here. What can't be found out counts for nothing. Throws ApiError 400 for what is no wallet, and for
 * a proof that is no good or another wallet's; 429 while one network has caused too many questions to the chain.
 */
export async function readClaim({
  path,
  headers,
  now: at,
}: Pick<GuardedCall, "path" | "headers" | "now">): Promise<Claim> {
  const wallet = headers.get(HOLDER_WALLET);
  if (wallet === null) return { kind: "none" };
  const token = ownToken();
  if (token === null) return guest("the token is not launched, and everybody is a guest.");
  if (!isAddress(wallet))
    throw new ApiError("invalid_request", "X-Token-Holder-Wallet must be a Solana wallet's address.");
  const resource = holderResource(path);
  const proof = await readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path, now: at, resource });
  if (proof === null)
    return guest(
      `a claim counts with a proof of its wallet. Send SIGN-IN-WITH-X with \`resources\` that hold ${resource}.`,
      [resource],
    );
  if (proof.address !== wallet)
    throw new ApiError(
      "invalid_request",
      "SIGN-IN-WITH-X is signed by another wallet than X-Token-Holder-Wallet names.",
    );
  return judge(token, wallet, proof, headers);
}
