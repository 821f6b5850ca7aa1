import { CHALLENGES } from "../challenge/challenges.generated";
import type { UsdcMoved } from "@/lib/chains/usdc-moved";
import type { OwnToken } from "./own-token";
import { expiryOf, isQuoteOf, lastLanding } from "./quote";
import { TERMS } from "./terms";

/**
 * What a payment in the own token that landed at a moment (ms) was worth by its quote, in USDC base units; null where it landed
 * when its quote was long over, so that it may have been held back until it was worth less, or its memos name no quote of ours for
 * what it gave and burned. A quote's id tells neither its route nor whether it was one wallet's: each is tried.
 */
export function worthOfQuoted(
  token: OwnToken,
  network: string,
  { payer, amount, quoted }: UsdcMoved["payments"][number],
  at: number,
): bigint | null {
  if (quoted === undefined) return null;
  const { burn } = quoted;
  const memos = quoted.memos.filter((memo) => {
    const expiry = expiryOf(memo);
    return expiry !== null && at <= lastLanding(expiry);
  });
  const amounts = { gross: amount + burn, burn };
  const isOf = (route: string): boolean =>
    token.merchants.some(({ id: merchantId }) =>
      [null, payer].some((wallet) =>
        memos.some((memo) =>
          isQuoteOf(token.secrets, memo, { network, token, merchantId, route, amounts, wallet }),
        ),
      ),
    );
  const paid = CHALLENGES.find(({ path }) => isOf(path));
  return paid === undefined ? null : (BigInt(paid.amount) * BigInt(100 - TERMS.discountPct)) / 100n;
}
