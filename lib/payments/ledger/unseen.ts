import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import { NOW } from "@/lib/store/redis-time";
import { run } from "./run";
import { UNSEEN } from "./unseen-script";

/** So long our node counts as silent after it could not be asked about a sale. */
const SILENT_MS = 60_000;
const USDC_UNITS = 1_000_000;

/** Our node could not be asked about a sale that waits for its look: whether it may be served, by the hour's value. */
const TRUST_UNREAD = `${NOW}${UNSEEN}
local told = cjson.decode(ARGV[1])
redis.call('SET', told.silent, '1', 'PX', ${SILENT_MS})
return takeOfHour(told, now) and 'ok' or 'used-up'
`;

/** A sale that a facilitator is to settle. */
export interface ToPlace {
  /** CAIP-2. */
  network: string;
  /** USDC base units. */
  amount: string;
  /** Addresses of those who may settle it, in the order in which they would be asked. */
  settlers: readonly string[];
}

/** What the scripts are told of such a sale, as JSON. */
export function toldUnseen({ network, amount, settlers }: ToPlace): string {
  const { TRUST_UNSEEN_SALES, TRUST_UNSEEN_USD, TRUST_SILENT_USD_PER_HOUR } = env();
  return JSON.stringify({
    hashes: settlers.map((url) => keys.unseen(url)),
    amount: Number(amount),
    sales: TRUST_UNSEEN_SALES,
    value: Math.round(TRUST_UNSEEN_USD * USDC_UNITS),
    silent: keys.silentNode(network),
    hourly: keys.trustedInSilence(),
    hourlyValue: Math.round(TRUST_SILENT_USD_PER_HOUR * USDC_UNITS),
  });
}

/**
 * Whether a sale may be served by a facilitator's word although it should have waited for our node, which can't be asked.
 * Throws when the store can't be reached.
 */
export const trustUnread = async (sale: ToPlace): Promise<boolean> =>
  (await run(TRUST_UNREAD, [keys.silentNode(sale.network)], [toldUnseen(sale)])) === "ok";

/** The key that a sale's facilitator is counted under; empty where its settlement is nobody's word. */
export const unseenKey = (by: string): string => (by === "" ? "" : keys.unseen(by));
