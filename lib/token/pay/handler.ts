import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { liveMerchant, type OwnToken, type TokenMerchant } from "@/lib/payments/token/own-token";
import { tokenState, tokenTerms } from "../state";
import type { tokenPayEntry } from "./entry";

const NOT_LAUNCHED = "The token is not launched.";
const NO_PRICE = "The token's price is not known.";

/** Throws ApiError 404 for one that is not configured. */
function merchantOf(token: OwnToken, id: string | undefined): TokenMerchant | null {
  if (id === undefined) return liveMerchant(token);
  const found = token.merchants.find((merchant) => merchant.id === id);
  if (found === undefined) throw new ApiError("not_found", `There is no merchant ${id}.`);
  return found;
}

export const tokenPay: Handler<typeof tokenPayEntry> = async ({ merchant: id }) => {
  const { token, state } = tokenState();
  const merchant = token && merchantOf(token, id);
  return {
    answer: {
      ok: true,
      ...state,
      merchant,
      terms: tokenTerms(),
      offered: false,
      because: token === null ? NOT_LAUNCHED : NO_PRICE,
    },
    effects: [],
  };
};
