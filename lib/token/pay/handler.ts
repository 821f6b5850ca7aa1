import type { CallContext, Handler } from "@/lib/handler";
import { marketLimits, offerable } from "@/lib/payments/token/market";
import type { OwnToken, TokenMerchant } from "@/lib/payments/token/own-token";
import { currentMarket } from "../price/read-market";
import { shownPrice } from "../price/shown";
import { merchantOf, tokenState, tokenTerms } from "../state";
import type { tokenPayEntry } from "./entry";

const NOT_LAUNCHED = "The token is not launched.";
const NOT_LIVE = "No such merchant is live.";

/** Why no payment in the token is offered, or null; and the price that one would have. */
async function offerNow(
  token: OwnToken,
  merchant: TokenMerchant | null,
  call: Pick<CallContext, "now" | "signal">,
) {
  const { market, soldToday } = await currentMarket(token, call);
  const found = offerable(market, soldToday, call.now.getTime(), marketLimits());
  const because = merchant?.status === "live" ? (found.kind === "none" ? found.why : null) : NOT_LIVE;
  return { because, price: shownPrice(market, call.now) };
}

export const tokenPay: Handler<typeof tokenPayEntry> = async ({ merchant: id }, call) => {
  const { token, state } = tokenState();
  const merchant = token && merchantOf(token, id);
  const { because, price } =
    token === null ? { because: NOT_LAUNCHED, price: null } : await offerNow(token, merchant, call);
  return {
    answer: {
      ...{ ok: true, ...state, merchant, terms: tokenTerms(), price },
      ...{ offered: because === null, because },
    },
    effects: [],
  };
};
