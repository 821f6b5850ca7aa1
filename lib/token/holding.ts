import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { type RpcClient, rpcClient } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { associatedAccount } from "@/lib/chains/associated-account";
import { readTokenAccount } from "@/lib/chains/token-account";
import { dayOf } from "@/lib/payments/token/market";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { type AtMidnight, heldAtMidnight } from "./midnight";

/** How long a balance that was read serves, and for how long it does not count yet where it can't be told. */
const CACHED_SEC = 300;
const UNTOLD_SEC = 60;
const DAY_MS = 86_400_000;
/** A midnight's balance is asked for on its day alone. */
const DAY_SEC = DAY_MS / 1000;

/** What a wallet holds of the token, in base units of its associated account, on the finalized chain. */
export interface Holding {
  /** When it was read. */
  balance: bigint;
  /**
   * What counts: the lower of that and of what it held at 00:00 UTC, so that tokens that move within a day count for one
   * wallet only. Null while that can't be told.
   */
  counted: bigint | null;
  /** When that was read, in milliseconds. */
  at: number;
}

const units = z.string().regex(/^\d+$/);
const Kept = z.object({ balance: units, counted: units.nullable(), at: z.number() });
const Info = z.object({
  context: z.object({ slot: z.int() }),
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});

interface Balance {
  account: string;
  balance: bigint;
  slot: number;
}

/** Asks the chain. A wallet without an account of the token, or with one that is not its own any more, holds nothing. */
async function readBalance(ask: RpcClient, token: OwnToken, wallet: string): Promise<Balance> {
  const account = await associatedAccount(wallet, token.mint, token.program);
  const { value, context } = Info.parse(
    await ask("getAccountInfo", [account, { encoding: "base64", commitment: "finalized" }]),
  );
  const { slot } = context;
  const nothing = { account, slot, balance: 0n };
  if (value === null || value.owner !== token.program) return nothing;
  const held = readTokenAccount(value.data[0]);
  return held !== null && held.mint === token.mint && held.owner === wallet && !held.frozen
    ? { account, slot, balance: held.amount }
    : nothing;
}

const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What one node says of a wallet. A midnight's balance that is known already is not asked for again. */
async function askNode(
  ask: RpcClient,
  token: OwnToken,
  wallet: string,
  { midnight, known }: { midnight: number; known: bigint | null },
): Promise<{ balance: bigint; atMidnight: AtMidnight | null }> {
  const read = await readBalance(ask, token, wallet);
  const { balance } = read;
  if (balance === 0n) return { balance, atMidnight: { balance: 0n, lasting: false } };
  if (known !== null) return { balance, atMidnight: { balance: known, lasting: true } };
  return { balance, atMidnight: await heldAtMidnight(ask, { ...read, midnight }) };
}

/** What this process has read of late, each as old as it says: a call whose balance is known makes no trip for it. */
const remembered = new Map<string, Holding>();
const MAX_REMEMBERED = 10_000;

/** Yesterday's is of no use, since another midnight counts. */
const serves = (holding: Holding, now: number): boolean =>
  dayOf(holding.at) === dayOf(now) &&
  now - holding.at < (holding.counted === null ? UNTOLD_SEC : CACHED_SEC) * 1000;

function remember(wallet: string, holding: Holding): void {
  remembered.delete(wallet); // the newest comes last
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
  remembered.set(wallet, holding);
}

/** What can't be read is asked of the chain. */
async function kept(wallet: string, at: number): Promise<{ holding: Holding | null; known: bigint | null }> {
  try {
    const [text, known] = await cacheStore().mget<[string | null, string | null]>(
      keys.tokenHolding(wallet),
      keys.tokenMidnight(wallet, dayOf(at)),
    );
    const read = text === null ? null : Kept.parse(JSON.parse(text));
    const holding = read && {
      ...{ balance: BigInt(read.balance), at: read.at },
      counted: read.counted === null ? null : BigInt(read.counted),
    };
    return {
      holding: holding !== null && serves(holding, at) ? holding : null,
      known: known === null ? null : BigInt(units.parse(known)),
    };
  } catch (error) {
    log.warn("holding_not_cached", { why: describe(error) });
    return { holding: null, known: null };
  }
}

/** What is not kept is read again. */
async function keep(
  wallet: string,
  { balance, counted, at }: Holding,
  lasting: bigint | null,
): Promise<void> {
  const text = JSON.stringify({
    balance: String(balance),
    counted: counted === null ? null : String(counted),
    at,
  });
  const pipeline = cacheStore().pipeline();
  pipeline.set(keys.tokenHolding(wallet), text, { ex: CACHED_SEC });
  if (lasting !== null) pipeline.set(keys.tokenMidnight(wallet, dayOf(at)), String(lasting), { ex: DAY_SEC });
  await pipeline.exec().catch((error: unknown) => log.warn("holding_not_kept", { why: describe(error) }));
}

const Doubt = z.object({ balance: units, at: z.number() });

/**
 * Whether an earlier look, a minute ago or more, found the same balance without a history: one that lags behind its bank has
 * caught up by then. The first look is noted, and what can't be noted is not known.
 */
async function isFoundAgain(wallet: string, balance: bigint, at: number): Promise<boolean> {
  const name = keys.tokenDoubt(wallet, dayOf(at));
  try {
    const text = await cacheStore().get<string>(name);
    const earlier = text === null ? null : Doubt.parse(JSON.parse(text));
    if (earlier?.balance === String(balance)) return at - earlier.at >= UNTOLD_SEC * 1000;
    await cacheStore().set(name, JSON.stringify({ balance: String(balance), at }), { ex: DAY_SEC });
  } catch (error) {
    log.warn("holding_not_noted", { why: describe(error) });
  }
  return false;
}

/** What is being found out: calls beside each other wait for one look of their own network's. */
const looking = new Map<string, Promise<Holding>>();

/**
 * What a wallet holds, at most five minutes ago. Where two nodes are set both are asked, and the lower of what they say
 * counts: one that errs, lags or lies gives nobody more than he has. Throws when either can't be asked. `mayAsk` throws
 * where the caller has caused too many questions to the chain already.
 */
export async function holdingOf(token: OwnToken, wallet: string, look: Look): Promise<Holding> {
  const known = remembered.get(wallet);
  if (known !== undefined && serves(known, now())) return known;
  const name = `${wallet} ${look.by}`;
  const underWay = looking.get(name);
  if (underWay !== undefined) return underWay;
  const own = lookUp(token, wallet, look).finally(() => looking.delete(name));
  looking.set(name, own);
  const found = await own;
  remember(wallet, found);
  return found;
}

interface Look {
  signal: AbortSignal;
  /** Whose budget it is on: another's, which is used up, keeps nobody from an answer. */
  by: string;
  mayAsk: () => Promise<void>;
}

async function lookUp(token: OwnToken, wallet: string, { signal, mayAsk }: Look): Promise<Holding> {
  const at = now();
  const { holding: cached, known } = await kept(wallet, at);
  if (cached !== null) return cached;
  await mayAsk();
  const about = { known, midnight: dayOf(at) * DAY_MS };
  const said = await Promise.all(
    solanaNodes().map((node) => askNode(rpcClient(node, signal), token, wallet, about)),
  );
  const balance = said.map((one) => one.balance).reduce(lower);
  const midnights = said.flatMap(({ atMidnight }) => atMidnight ?? []);
  const isBare = midnights.some(({ bare }) => bare === true);
  const isKnown = midnights.length === said.length && (!isBare || (await isFoundAgain(wallet, balance, at)));
  const atMidnight = isKnown ? midnights.map((one) => one.balance).reduce(lower) : null;
  const holding = { balance, at, counted: atMidnight === null ? null : lower(balance, atMidnight) };
  const lasting = isKnown && midnights.every((one) => one.lasting) ? atMidnight : null;
  await keep(wallet, holding, lasting);
  return holding;
}
