import * as z from "zod";
import { now } from "@/lib/time";
import { type Arrivals, YOUNG_MS } from "./arrivals";
import type { RpcClient } from "./json-rpc";
import { type Entry, hasSucceeded, isBefore, listPage } from "./solana-history";

/**
 * How far a walk has come. Nodes list the newest first, so that it goes down from `top`, behind `before`, to where the last
 * one began: to `until` and its time, `since` (seconds), in case the node does not know that one any more.
 */
const Cursor = z.object({
  until: z.string().optional(),
  since: z.number(),
  top: z.object({ signature: z.string(), time: z.number() }).optional(),
  before: z.string().optional(),
});
type Cursor = z.output<typeof Cursor>;

const Newest = z.array(z.object({ signature: z.string(), blockTime: z.number().nullish() }));

const nowSec = (): number => Math.floor(now() / 1000);
const isOld = ({ blockTime }: Entry): boolean =>
  typeof blockTime === "number" && blockTime <= nowSec() - YOUNG_MS / 1000;

const Statuses = z.object({ value: z.tuple([z.unknown()]) });

/** An empty page is the list's end only at a node that knows where the page was to begin. Throws otherwise. */
async function requireKnown(ask: RpcClient, signature: string): Promise<void> {
  const asked = [[signature], { searchTransactionHistory: true }];
  const [status] = Statuses.parse(await ask("getSignatureStatuses", asked)).value;
  if (status === null) throw new Error("the node does not know the transaction that the walk has come to");
}

/** Transactions that touched a wallet's token account on Solana; what each did with it only reading it (`moves`) tells. */
export function solanaArrivals(ask: RpcClient, account: string, moves: Arrivals["moves"]): Arrivals {
  return {
    async start() {
      const query = { limit: 1, commitment: "finalized" };
      const [newest] = Newest.parse(await ask("getSignaturesForAddress", [account, query]));
      const cursor: Cursor = { since: newest?.blockTime ?? nowSec(), until: newest?.signature };
      return JSON.stringify(cursor);
    },
    async page(text) {
      const { top: known, ...at } = Cursor.parse(JSON.parse(text));
      const { until, since, before } = at;
      const query = {
        commitment: "finalized" as const,
        ...(until === undefined ? {} : { until }),
        ...(before === undefined ? {} : { before }),
      };
      const entries = await listPage(ask, account, query);
      if (before !== undefined && entries.length === 0) await requireKnown(ask, before);
      const fresh = entries.filter((entry) => !isBefore(entry, since));
      const first = known === undefined ? fresh.findIndex(isOld) : 0;
      const old = first < 0 ? [] : fresh.slice(first);
      const [newest] = old;
      const top = known ?? (newest && { signature: newest.signature, time: newest.blockTime ?? since });
      const cursorAt = (cursor: Cursor): string => JSON.stringify(cursor);
      const isLast = entries.length === 0 || fresh.length < entries.length;
      const next: Cursor = isLast
        ? { until: top?.signature ?? until, since: top?.time ?? since }
        : { ...at, top, before: entries.at(-1)?.signature };
      const times = old.flatMap(({ blockTime }) => (typeof blockTime === "number" ? [blockTime * 1000] : []));
      return {
        arrivals: old.filter(hasSucceeded).map(({ signature }) => ({
          ...{ transaction: signature, transfer: null },
          behind: cursorAt({ ...at, top, before: signature }),
        })),
        span: () =>
          Promise.resolve(
            times.length === 0
              ? { from: since * 1000, until: (top?.time ?? since) * 1000 }
              : { from: Math.min(...times), until: Math.max(...times) },
          ),
        ...{ next: cursorAt(next), isLast },
      };
    },
    moves,
  };
}
