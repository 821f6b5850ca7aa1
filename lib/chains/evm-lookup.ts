import * as z from "zod";
import type { Look, OnChain, Sent } from "./look";
import { mayAskForLess, ReplyTooLong, type RpcClient, RpcError } from "./json-rpc";

/** What identifies an EIP-3009 payment on chain. */
export const EvmEvidence = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string(),
  asset: z.string(),
  nonce: z.string(),
  validBefore: z.string(),
});
export type EvmEvidence = z.output<typeof EvmEvidence>;

/** Selectors and event topics of EIP-3009 and ERC-20; a test recomputes them from their signatures. */
export const AUTHORIZATION_STATE = "0xe94a0102"; // authorizationState(address,bytes32)
export const AUTHORIZATION_USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
export const AUTHORIZATION_CANCELED = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81";
export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const Block = z.object({ number: z.string(), timestamp: z.string() });
const Log = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
  transactionHash: z.string(),
  blockNumber: z.string(),
  logIndex: z.string(),
});
type Log = z.output<typeof Log>;
const isOfNothing = ({ topics, data }: Log): boolean => topics[0] === TRANSFER && /^0x0*$/.test(data);
/** Transfers of nothing are left out: they pay nobody, and anybody can have them logged. */
export const Logs = z
  .array(Log.nullable())
  .transform((logs) => logs.flatMap((log) => (log === null || isOfNothing(log) ? [] : [log])));
type Block = z.output<typeof Block>;
const TransactionReceipt = z
  .object({ status: z.string(), logs: Logs, blockNumber: z.string(), blockHash: z.string() })
  .nullable();
const Mined = z.object({ blockNumber: z.string().nullable(), blockHash: z.string().nullable() }).nullable();

/** So many blocks are listed at once, and fewer where a node refuses that; and so many times in one look. */
const MOST_BLOCKS = 2_000;
const FEWER = 8;
const MAX_LISTS = 40;
/** How far the chain's clock and ours may differ. */
const CLOCK_MARGIN_MS = 60_000;

export const hex = (value: number): string => `0x${value.toString(16)}`;
export const word = (value: string): string => value.toLowerCase().replace(/^0x/, "").padStart(64, "0");
const equal = (a: string | undefined, b: string): boolean => a !== undefined && word(a) === word(b);

export const block = async (callRpc: RpcClient, tag: string) =>
  Block.parse(await callRpc("eth_getBlockByNumber", [tag, false]));

export async function isUsed(
  callRpc: RpcClient,
  { asset, from, nonce }: Pick<EvmEvidence, "asset" | "from" | "nonce">,
  at: string,
): Promise<boolean> {
  const data = AUTHORIZATION_STATE + word(from) + word(nonce);
  const result = z.string().parse(await callRpc("eth_call", [{ to: asset, data }, at]));
  return BigInt(result) === 1n;
}

/**
 * A block from before a moment (seconds), found by stepping back by the pace that the chain kept: few steps, however
 * long ago it was.
 */
async function blockBefore(callRpc: RpcClient, head: Block, moment: number): Promise<number> {
  let low = Number(head.number);
  let time = Number(head.timestamp);
  let pace = USUAL_PACE_SEC;
  for (let step = 0; time > moment && low > 0 && step < MAX_STEPS; step += 1) {
    // Further each time, so that an uneven pace can't make it creep.
    low = Math.max(0, low - Math.ceil(((time - moment) / pace) * (1 + step / 4)) - 1);
    time = Number((await block(callRpc, hex(low))).timestamp);
    pace = Math.max(MIN_PACE_SEC, (Number(head.timestamp) - time) / (Number(head.number) - low));
  }
  return time > moment && low > 0
    ? Promise.reject(new Error("the payment's time was not found on the chain"))
    : low;
}
/** Base makes a block every two seconds; a local chain may make many. */
const USUAL_PACE_SEC = 2;
const MIN_PACE_SEC = 0.01;
const MAX_STEPS = 24;

/**
 * The block in which an authorization came to be used, by halves; null at a node that keeps no states of that time. `ruleOut`
 * hears the first block that is left.
 */
async function blockOfUse(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  [first, last]: readonly [number, number],
  ruleOut: (next: number) => void,
): Promise<number | null> {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    try {
      if (await isUsed(callRpc, evidence, hex(middle))) high = middle;
      else ruleOut((low = middle + 1));
    } catch (error) {
      if (error instanceof RpcError) return null;
      throw error;
    }
  }
  return low;
}

/** How far a search has come: its next block, and how many a node lists at once. */
interface Stretch {
  from: number;
  blocks: number;
}

function readStretch(progress = ""): Stretch | null {
  const [, from, blocks] = /^(\d+) ([1-9]\d*)$/.exec(progress) ?? [];
  return from === undefined ? null : { from: Number(from), blocks: Number(blocks) };
}

/** Where a look begins, and where it notes how far it has come. */
export type Steps = Pick<Look, "trail" | "leave">;
const ALONE: Steps = { trail: {}, leave: () => undefined };

/**
 * Where this authorization was used or cancelled (one query for both events): not before it was sent. Nodes refuse
 * wide ranges, some all but ten blocks: a node that keeps old states tells the very block then, and of any other fewer are
 * asked for, a bounded number of times, from where the last look has come to. A search that has come to the chain's end begins anew: a node may be
 * behind with its logs.
 */
async function tracesOf(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  head: Block,
  { from: earliest }: Sent,
  { trail, leave }: Steps,
): Promise<Log[]> {
  const topics = [
    [AUTHORIZATION_USED, AUTHORIZATION_CANCELED],
    `0x${word(evidence.from)}`,
    `0x${word(evidence.nonce)}`,
  ];
  const listed = async (first: number, to: number): Promise<Log[]> => {
    const filter = { address: evidence.asset, topics, fromBlock: hex(first), toBlock: hex(to) };
    return Logs.parse(await callRpc("eth_getLogs", [filter]));
  };
  const last = Number(head.number);
  const known = readStretch(trail.progress);
  let from = known?.from ?? (await blockBefore(callRpc, head, (earliest - CLOCK_MARGIN_MS) / 1000));
  let blocks = known?.blocks ?? MOST_BLOCKS;
  let isNoted = known !== null;
  const note = (next: number): void => {
    isNoted = true;
    leave(`${next} ${blocks}`);
  };
  for (let asked = 0; from <= last && asked < MAX_LISTS; asked += 1) {
    const to = Math.min(last, from + blocks - 1);
    try {
      const logs = await listed(from, to);
      if (logs.length > 0) return logs;
      from = to + 1;
    } catch (error) {
      if (to === from || !mayAskForLess(error)) throw error;
      const isFirst = blocks === MOST_BLOCKS;
      blocks = Math.ceil((to - from + 1) / FEWER);
      const used = isFirst ? await blockOfUse(callRpc, evidence, [from, last], note) : null;
      const logs = used === null ? [] : await listed(used, used);
      if (logs.length > 0) return logs;
    }
    if (from <= last) note(from);
  }
  if (from > last && isNoted) leave("");
  return [];
}

/**
 * The transfer that belongs to this authorization is the token's very next log after its use. Any other transfer in
 * the same transaction proves nothing: one transaction can use many authorizations, and pay us for one of them.
 */
export function paysUs(logs: readonly Log[], { asset, from, to, value, nonce }: EvmEvidence): boolean {
  const ours = logs.filter((log) => equal(log.address, asset));
  const used = ours.find(
    ({ topics }) => topics[0] === AUTHORIZATION_USED && equal(topics[1], from) && equal(topics[2], nonce),
  );
  if (used === undefined) return false;
  const next = ours.find((log) => BigInt(log.logIndex) === BigInt(used.logIndex) + 1n);
  return (
    next !== undefined &&
    next.topics[0] === TRANSFER &&
    equal(next.topics[1], from) &&
    equal(next.topics[2], to) &&
    BigInt(next.data) === BigInt(value)
  );
}

/** A transaction that succeeded: where, and its logs. */
interface Landed {
  blockNumber: string;
  blockHash: string;
  logs: readonly Log[];
}

/**
 * What a payment's own logs tell of a transaction whose receipt is too long to be read: anybody may settle an authorization
 * beside thousands of other logs. Null where it does not use the authorization.
 */
async function landedByLogs(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  transaction: string,
): Promise<Landed | null> {
  const mined = Mined.parse(await callRpc("eth_getTransactionByHash", [transaction]));
  const { blockNumber, blockHash } = mined ?? { blockNumber: null, blockHash: null };
  if (blockNumber === null || blockHash === null) return null; // it is not there, or in no block yet
  const [from, nonce] = [`0x${word(evidence.from)}`, `0x${word(evidence.nonce)}`];
  const listed = async (...topics: string[]): Promise<Log[]> =>
    Logs.parse(await callRpc("eth_getLogs", [{ address: evidence.asset, blockHash, topics }])).filter(
      ({ transactionHash }) => equal(transactionHash, transaction),
    );
  const [uses, given] = await Promise.all([listed(AUTHORIZATION_USED, from, nonce), listed(TRANSFER, from)]);
  const [used] = uses;
  if (used === undefined) return null;
  // USDC never logs a use without its transfer: a node that does is not to be believed in what it leaves out.
  if (!given.some(({ logIndex }) => BigInt(logIndex) === BigInt(used.logIndex) + 1n))
    throw new Error("the node lists an authorization's use without its transfer");
  return { blockNumber, blockHash, logs: [used, ...given] };
}

/** Null for a transaction that failed, or is not there; one whose receipt is too long is only told where it uses the authorization. */
export async function landed(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  transaction: string,
): Promise<Landed | null> {
  try {
    const receipt = TransactionReceipt.parse(await callRpc("eth_getTransactionReceipt", [transaction]));
    return receipt?.status === "0x1" ? receipt : null;
  } catch (error) {
    if (error instanceof ReplyTooLong) return landedByLogs(callRpc, evidence, transaction);
    throw error;
  }
}

/**
 * What became of an EIP-3009 payment. `authorizationState` alone proves nothing (it is also set by a cancellation, or
 * by another authorization with the same nonce), so a use is followed to its receipt. An unused authorization is
 * unmoved only once the chain's time is past it. All is asked as of one block, so that a node that lags behind can
 * only answer with an error.
 */
export async function lookupEvm(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  sent: Sent,
  steps: Steps = ALONE,
): Promise<OnChain> {
  const head = await block(callRpc, "latest");
  if (!(await isUsed(callRpc, evidence, head.number))) {
    const over = Number(head.timestamp) >= Number(evidence.validBefore);
    return over
      ? { kind: "unmoved", why: "the authorization expired unused" }
      : { kind: "open", why: "the authorization can still be used" };
  }
  const traces = await tracesOf(callRpc, evidence, head, sent, steps);
  for (const { topics, transactionHash, blockNumber } of traces) {
    if (topics[0] === AUTHORIZATION_CANCELED)
      return { kind: "unmoved", why: "the authorization was cancelled", byPayer: true };
    const found = await landed(callRpc, evidence, transactionHash);
    if (found === null) continue;
    if (!paysUs(found.logs, evidence))
      return { kind: "unmoved", why: "its nonce was spent on another transfer", byPayer: true };
    const { timestamp } = await block(callRpc, blockNumber);
    return { kind: "moved", transaction: transactionHash, at: Number(timestamp) * 1000 };
  }
  return { kind: "open", seen: true, why: "the authorization was used, but its transaction was not found" };
}
