import * as z from "zod";
import { cleanText } from "../text/clean-text";

/**
 * A DLMM pool as Meteora's API returns it. Quirks met here: `apr` is the percent of one day, and `apy` compounds it 365
 * times; neither is kept as a rate of ours. `fees` are net to the liquidity providers; `protocol_fee_pct` says 5 where
 * 10 is taken, so the share is counted from `protocol_fees`. Token names may be empty. Numbers were strings before, of
 * any length.
 */
const DECIMAL = /^-?\d{1,100}(\.\d{1,100})?(e[+-]?\d{1,3})?$/i;

/** A number, or a decimal in a string; null for anything else, and for what no number holds. */
const amount = z.unknown().transform((given): number | null => {
  const value = typeof given === "string" && DECIMAL.test(given) ? Number(given) : given;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
});
const text = z
  .string()
  .nullish()
  .transform((given) => cleanText(given ?? ""));
const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? null);

export const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const address = z.string().regex(BASE58_ADDRESS);

const tokenRow = z.object({
  address,
  name: text,
  symbol: text,
  is_verified: flag,
  freeze_authority_disabled: flag,
});
const window = z.object({ "1h": amount.optional(), "24h": amount.optional() }).nullish();

export const poolRow = z.object({
  address,
  name: text,
  token_x: tokenRow,
  token_y: tokenRow,
  created_at: amount.optional(),
  pool_config: z.object({ bin_step: amount, base_fee_pct: amount.optional() }),
  dynamic_fee_pct: amount.optional(),
  tvl: amount.optional(),
  current_price: amount.optional(),
  apy: amount.optional(),
  volume: window,
  fees: window,
  protocol_fees: window,
  is_blacklisted: flag,
});

const token = z.object({
  address: z.string(),
  /** Empty names happen. */
  symbol: z.string(),
  verified: z.boolean().nullable(),
  freezable: z.boolean().nullable(),
});

const positive = z.number().positive().nullable();
const notNegative = z.number().min(0).nullable();

export const pool = z.object({
  address: z.string(),
  name: z.string(),
  tokens: z.tuple([token, token]),
  /** Basis points between two bins. */
  binStep: positive,
  baseFeePct: notNegative,
  dynamicFeePct: notNegative,
  /** US dollars. */
  tvl: positive,
  /** Of the first token, in the second. */
  price: positive,
  /** US dollars in 24 hours, and fees of the last hour. Fees are what the providers got. */
  volumeDay: notNegative,
  feesDay: notNegative,
  feesHour: notNegative,
  protocolFeesDay: notNegative,
  /** The API's own, from one day compounded 365 times. */
  providerApy: z.number().nullable(),
  /** ISO 8601. */
  createdAt: z.string().nullable(),
  blacklisted: z.boolean(),
});
export type Pool = z.infer<typeof pool>;

/** The protocol's steps end at 400 basis points; past the whole price it is none. */
const MAX_BIN_STEP = 10_000;
/** Before the protocol was there, or in seconds. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

const orNull = (value: number | null | undefined, ok: (value: number) => boolean): number | null =>
  typeof value === "number" && ok(value) ? value : null;
const ifPositive = (value: number | null | undefined) => orNull(value, (given) => given > 0);
const ifNotNegative = (value: number | null | undefined) => orNull(value, (given) => given >= 0);

const toToken = ({
  address: of,
  symbol,
  is_verified,
  freeze_authority_disabled,
}: z.infer<typeof tokenRow>) => ({
  address: of,
  symbol,
  verified: is_verified,
  freezable: freeze_authority_disabled === null ? null : !freeze_authority_disabled,
});

export function toPool(row: z.infer<typeof poolRow>): Pool {
  const created = orNull(row.created_at, (at) => at >= EARLIEST_MS && at <= LATEST_MS);
  return {
    address: row.address,
    name: row.name,
    tokens: [toToken(row.token_x), toToken(row.token_y)],
    binStep: orNull(row.pool_config.bin_step, (step) => step > 0 && step <= MAX_BIN_STEP),
    baseFeePct: ifNotNegative(row.pool_config.base_fee_pct),
    dynamicFeePct: ifNotNegative(row.dynamic_fee_pct),
    tvl: ifPositive(row.tvl),
    price: ifPositive(row.current_price),
    volumeDay: ifNotNegative(row.volume?.["24h"]),
    feesDay: ifNotNegative(row.fees?.["24h"]),
    feesHour: ifNotNegative(row.fees?.["1h"]),
    protocolFeesDay: ifNotNegative(row.protocol_fees?.["24h"]),
    providerApy: row.apy ?? null,
    createdAt: created === null ? null : new Date(created).toISOString(),
    blacklisted: row.is_blacklisted === true,
  };
}
