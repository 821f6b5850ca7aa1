import type { Redis } from "@upstash/redis";
import type { Effect } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";

/** Tokens of a day that may be reserved. */
export interface Caps {
  all: number;
  payer: number;
  /** Of all payers together who have no settled turn yet. */
  newcomers: number;
}

/**
 * Reserves tokens of all counts that apply, or of none, in one step: what a model writes is paid whether the turn
 * settles or not. KEYS: all, newcomers, the payer's, the mark of its settled turns. ARGV: tokens, the three caps, expiry.
 * Returns the name of the cap that is reached, or `ok`.
 */
const RESERVE = `
local tokens, expiry = tonumber(ARGV[1]), tonumber(ARGV[5])
local isNew = redis.call('EXISTS', KEYS[4]) == 0
local rows = {{KEYS[1], tonumber(ARGV[2]), 'all'}, {KEYS[3], tonumber(ARGV[3]), 'payer'}}
if isNew then rows[#rows + 1] = {KEYS[2], tonumber(ARGV[4]), 'newcomers'} end
for _, row in ipairs(rows) do
  if tonumber(redis.call('GET', row[1]) or '0') + tokens > row[2] then return row[3] end
end
for _, row in ipairs(rows) do
  redis.call('INCRBY', row[1], tokens)
  redis.call('EXPIRE', row[1], expiry)
end
return 'ok'
`;

const KEPT_SEC = 2 * 86_400;
const SETTLED_SEC = 30 * 86_400;

/** Whether that many tokens may be spent on a payer's turn now; they count from then on. Nothing is spent while nobody can count. */
export type Reserve = (payer: string, tokens: number, now: Date) => Promise<boolean>;

export const reserveWith =
  (redis: () => Redis, caps: () => Caps): Reserve =>
  async (payer, tokens, now) => {
    const day = now.toISOString().slice(0, 10);
    const { all, payer: own, newcomers } = caps();
    const counts = ["all", "newcomers", `payer-${payer}`].map((whose) => keys.chatTokens(day, whose));
    try {
      const reply = await redis()
        .createScript(RESERVE)
        .exec([...counts, keys.chatPayer(payer)], [tokens, all, own, newcomers, KEPT_SEC].map(String));
      if (reply !== "ok") log.info("chat_spend_capped", { cap: String(reply) });
      return reply === "ok";
    } catch (error) {
      log.warn("chat_spend_unknown", { why: describe(error) });
      return false;
    }
  };

/** Notes, with the write that settles a turn, that its payer has paid for one. */
export const noteSettled = (payer: string): Effect => ({
  command: ["SET", keys.chatPayer(payer), "1", "EX", String(SETTLED_SEC)],
});
