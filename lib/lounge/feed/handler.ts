import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { countUnlocksSoon } from "../count-unlocks";
import { walletOn } from "../wallet";
import type { loungeFeedEntry } from "./entry";
import { listed } from "./listed";
import { readPage } from "./page";

/** A wallet of either chain as the ledger writes payers. Throws ApiError 400 for what is none. */
export function creatorNamed(field: string, text: string): string {
  const wallet = walletOn("evm", text) ?? walletOn("sol", text);
  if (wallet !== null) return wallet;
  throw new ApiError("invalid_request", `\`${field}\`: must be a wallet address of Solana or an EVM chain.`);
}

/** A page of the feed. */
export const loungeFeed: Handler<typeof loungeFeedEntry> = async ({
  cursor,
  since,
  category,
  creator,
  limit,
}) => {
  const page = await readPage({
    before: cursor === undefined ? null : Number(cursor),
    since: since === undefined ? null : Date.parse(since),
    category: category ?? null,
    creator: creator === undefined ? null : creatorNamed("creator", creator),
    limit,
  });
  countUnlocksSoon();
  return {
    answer: {
      ok: true,
      signals: page.signals.map(listed),
      nextCursor: page.next === null ? null : String(page.next),
    },
    effects: [],
  };
};
