import { ApiError } from "@/lib/http/api-error";
import { merchant } from "@/lib/payments/rails/merchant";
import { liveMerchant, type OwnToken, ownToken, type TokenMerchant } from "@/lib/payments/token/own-token";
import { QUOTE_SEC, TERMS } from "@/lib/payments/token/terms";
import { AT_LAUNCH } from "./vocabulary";

/** Said before anybody pays: what is burned is gone. */
const REFUNDS = "Burned tokens can't be returned: a refund is made in USDC, at the value that the quote had.";

const shown = ({ symbol, mint, program, decimals }: OwnToken) => ({
  ...{ symbol, mint, program, decimals },
  network: merchant().networks.solana.id,
});

/** What every route of the token says of it, before and after its launch. */
export function tokenState() {
  const token = ownToken();
  return {
    token,
    state: {
      launched: token !== null,
      atLaunch: token === null ? [...AT_LAUNCH] : [],
      token: token && shown(token),
    },
  };
}

export const tokenTerms = () => ({ ...TERMS, quoteSec: QUOTE_SEC, refunds: REFUNDS });

/** The merchant of that id, or the live one. Throws ApiError 404 for one that is not configured. */
export function merchantOf(token: OwnToken, id: string | undefined): TokenMerchant | null {
  if (id === undefined) return liveMerchant(token);
  const found = token.merchants.find((merchant) => merchant.id === id);
  if (found === undefined) throw new ApiError("not_found", `There is no merchant ${id}.`);
  return found;
}
