import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import type { RpcClient } from "@/lib/payments/chain/json-rpc";
import { associatedAccount } from "@/lib/payments/chain/solana-transfer";
import { readTokenAccount } from "@/lib/payments/chain/token-account";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { now } from "@/lib/time";

/** How long a balance that was read serves. */
const CACHED_SEC = 300;

/** What a wallet holds of the token. */
export interface Holding {
  /** Base units in its associated account, on the finalized chain. */
  balance: bigint;
  /** When that was read, in milliseconds. */
  at: number;
}

const Kept = z.object({ balance: z.string().regex(/^\d+$/), at: z.number() });
const Info = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});

/** Asks the chain. A wallet without an account of the token, or with one that is not its own any more, holds nothing. */
async function readBalance(ask: RpcClient, token: OwnToken, wallet: string): Promise<bigint> {
  const account = await associatedAccount(wallet, token.mint, token.program);
  const { value } = Info.parse(
    await ask("getAccountInfo", [account, { encoding: "base64", commitment: "finalized" }]),
  );
  if (value === null || value.owner !== token.program) return 0n;
  const held = readTokenAccount(value.data[0]);
  return held !== null && held.mint === token.mint && held.owner === wallet && !held.frozen
    ? held.amount
    : 0n;
}

async function kept(wallet: string): Promise<Holding | null> {
  try {
    const text = await cacheStore().get<string>(keys.tokenHolding(wallet));
    if (text === null) return null;
    const { balance, at } = Kept.parse(JSON.parse(text));
    return { balance: BigInt(balance), at };
  } catch (error) {
    log.warn("holding_not_cached", { why: describe(error) }); // the chain is asked instead
    return null;
  }
}

/** What a wallet holds, at most five minutes ago. Throws when the chain can't be asked. */
export async function holdingOf(ask: RpcClient, token: OwnToken, wallet: string): Promise<Holding> {
  const known = await kept(wallet);
  if (known !== null) return known;
  const holding = { balance: await readBalance(ask, token, wallet), at: now() };
  const text = JSON.stringify({ balance: String(holding.balance), at: holding.at });
  await cacheStore()
    .set(keys.tokenHolding(wallet), text, { ex: CACHED_SEC })
    .catch((error: unknown) => log.warn("holding_not_kept", { why: describe(error) })); // it is read again then
  return holding;
}
