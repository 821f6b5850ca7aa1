import type { PaymentRequirements } from "@x402/core/types";
import type { BaseUnits } from "@/lib/catalog/money";
import { now } from "@/lib/time";
import { MAX_TIMEOUT_SECONDS, type Networks } from "@/lib/chains/networks";
import { isKnownOff } from "../switches/switches";
import { amountsOf, type TokenAmounts, type TokenPrice } from "./amounts";
import { knownMarket, marketLimits, offerable } from "./market";
import { liveMerchant, type OwnToken, ownToken } from "./own-token";
import { newQuoteId } from "./quote";

/** What a 402 needs to make an offer in the own token. */
export interface TokenSale {
  token: OwnToken;
  price: TokenPrice;
  merchantId: string;
}

/** Null while none can be made: before the launch, without a live merchant or a price that may be relied on. */
export async function tokenSale(networks: Networks): Promise<TokenSale | null> {
  const token = ownToken();
  const merchant = token && liveMerchant(token);
  if (token === null || merchant === null || isKnownOff("chain", networks.solana.id)) return null;
  const { market, soldToday } = await knownMarket();
  const found = offerable(market, soldToday, now(), marketLimits());
  return found.kind === "price" ? { token, price: found.price, merchantId: merchant.id } : null;
}

/** A quote, and the offer that carries it. */
export interface QuotedOffer {
  quoteId: string;
  amounts: TokenAmounts;
  requirement: PaymentRequirements;
  /** Another id of the same terms, as long as this one: two calls that were quoted one id would sign one transaction. */
  another(at: number): string;
}

/** Whether an offer is settled by its payer's own transaction: never a facilitator's. */
export const isSelfSettled = ({ extra }: PaymentRequirements): boolean => extra.settlement === "self";

/**
 * The offer that its payer settles by a transaction of their own: burns the most of it, and gives the rest to the treasury.
 * No facilitator ever sees it. Null where the price can't be told in the token's units.
 */
export function quotedOffer(
  { token, price, merchantId }: TokenSale,
  networks: Networks,
  { route, amount, wallet }: { route: string; amount: BaseUnits; wallet: string | null },
  at: number,
): QuotedOffer | null {
  const [secret] = token.secrets;
  const amounts = amountsOf(amount, price, token.decimals);
  if (amounts === null || secret === undefined) return null;
  const network = networks.solana.id;
  const terms = { network, token, merchantId, route, amounts, wallet };
  const another = (from: number): string => newQuoteId(secret, terms, from);
  const quoteId = another(at);
  const extra = {
    ...{ settlement: "self", merchantId, quoteId, burn: String(amounts.burn) },
    ...(wallet !== null && { wallet }),
  };
  const requirement: PaymentRequirements = {
    ...{ scheme: "exact", network, amount: String(amounts.gross), asset: token.mint, payTo: token.treasury },
    ...{ maxTimeoutSeconds: MAX_TIMEOUT_SECONDS.solana, extra },
  };
  return { quoteId, amounts, requirement, another };
}
