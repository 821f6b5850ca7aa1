import { describe, log } from "@/lib/http/log";
import type { Arrivals } from "./arrivals";
import { block, hex, Logs, TRANSFER, word } from "./evm-lookup";
import { evmMoves } from "./evm-moved";
import { ReplyTooLong, type RpcClient } from "./json-rpc";

/** So many blocks are listed at once, and fewer where a node refuses that, or where somebody has filled them. */
const MOST_BLOCKS = 2_000;
const FEWER = 8;

/**
 * USDC that arrives at a wallet on Base. A cursor is `block index`: the first block that is not done, and the last of its
 * logs that is. The list tells who gave how much, so that dust costs no question of its own.
 */
export function evmArrivals(ask: RpcClient, chain: { id: string; usdc: string }, wallet: string): Arrivals {
  const final = async (): Promise<number> => Number((await block(ask, "finalized")).number);
  const timeOf = async (number: number): Promise<number> =>
    Number((await block(ask, hex(number))).timestamp) * 1000;
  const topics = [TRANSFER, null, `0x${word(wallet)}`];
  let blocks = MOST_BLOCKS;

  async function list(from: number, last: number) {
    for (;;) {
      const to = Math.min(last, from + blocks - 1);
      const filter = { address: chain.usdc, topics, fromBlock: hex(from), toBlock: hex(to) };
      try {
        const logs = Logs.parse(await ask("eth_getLogs", [filter]));
        blocks = Math.min(MOST_BLOCKS, blocks * 2);
        return { to, logs };
      } catch (error) {
        if (to > from) blocks = Math.ceil((to - from + 1) / FEWER);
        else if (error instanceof ReplyTooLong) {
          // Whoever fills a whole block with transfers to us must not keep all later ones from being looked at.
          log.error("transfers_not_listed", { block: from, why: describe(error) });
          return { to, logs: [] };
        } else throw error;
      }
    }
  }

  return {
    start: async () => `${(await final()) + 1} -1`,
    async page(cursor) {
      const [from = 0, done = -1] = cursor.split(" ").map(Number);
      const last = await final();
      if (from > last) {
        const span = () => Promise.reject(new Error("an empty page has no time"));
        return { arrivals: [], span, next: cursor, isLast: true };
      }
      const { to, logs } = await list(from, last);
      const arrivals = logs
        .map(({ topics: [, giver], data, transactionHash, blockNumber, logIndex }) => ({
          transaction: transactionHash,
          transfer: { from: `0x${(giver ?? "").slice(-40).toLowerCase()}`, amount: BigInt(data) },
          ...{ block: Number(blockNumber), index: Number(logIndex) },
        }))
        .filter(({ block: at, index }) => at > from || index > done)
        .map(({ block: at, index, ...arrival }) => ({ ...arrival, behind: `${at} ${index}` }));
      return {
        arrivals,
        span: async () => ({ from: await timeOf(from), until: await timeOf(to) }),
        ...{ next: `${to + 1} -1`, isLast: to === last },
      };
    },
    moves: (transaction) => evmMoves(ask, chain, transaction),
  };
}
