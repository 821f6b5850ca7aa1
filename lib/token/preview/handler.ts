import { isAddress } from "@solana/kit";
import { ENTRIES } from "@/lib/catalog/entries.generated";
import { isPaid, priceOf, type RouteEntry } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import type { CallContext, Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { bytesToBase64 } from "@/lib/http/base64";
import { randomHex } from "@/lib/http/digest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { merchant as merchantOfService } from "@/lib/payments/rails/merchant";
import { marketLimits, offerable } from "@/lib/payments/token/market";
import type { OwnToken, TokenMerchant } from "@/lib/payments/token/own-token";
import { expiryOf } from "@/lib/payments/token/quote";
import { type QuotedOffer, quotedOffer } from "@/lib/payments/token/sale";
import { currentMarket } from "../price/read-market";
import { shownPrice } from "../price/shown";
import { merchantOf, tokenState, tokenTerms } from "../state";
import type { TokenPayPreviewAnswer } from "./answer";
import type { tokenPayPreviewEntry } from "./entry";
import { instructionsOf } from "./instructions";
import { unsignedTransaction } from "./unsigned";

const TOKEN_BYTES = 16;

type Quote = NonNullable<TokenPayPreviewAnswer["quote"]>;
type Quoted = Pick<TokenPayPreviewAnswer, "price" | "quote" | "because">;

/** What is to be paid, by whom and to whom. */
interface Wanted {
  token: OwnToken;
  merchant: TokenMerchant;
  entry: RouteEntry;
  wallet: string | null;
}

async function quoteOf(
  { token, merchant, entry, wallet }: Wanted,
  { quoteId, amounts, requirement }: QuotedOffer,
  signal: AbortSignal,
): Promise<Quote> {
  const instructions = await instructionsOf(token, amounts, quoteId, wallet);
  const [node = ""] = solanaNodes();
  const { gross, burn, kept } = amounts;
  return {
    ...{ quoteId, route: entry.path, merchantId: merchant.id, wallet },
    listPriceUsd: toUsd(priceOf(entry)),
    amounts: {
      ...{ gross: String(gross), burn: String(burn), treasury: String(kept) },
      decimals: token.decimals,
    },
    expiresAt: new Date(expiryOf(quoteId) ?? 0).toISOString(),
    // Proves the first caller when the answer is asked for again, as that of a 402 does.
    accepted: { ...requirement, extra: { ...requirement.extra, replay: randomHex(TOKEN_BYTES) } },
    instructions: instructions.map(({ data, ...rest }) => ({ ...rest, data: bytesToBase64(data) })),
    transaction:
      wallet === null ? null : await unsignedTransaction(rpcClient(node, signal), wallet, instructions),
  };
}

async function quoted(wanted: Wanted, { now, signal }: CallContext): Promise<Quoted> {
  const { token, merchant, entry, wallet } = wanted;
  const { market, soldToday } = await currentMarket(token, { now, signal });
  const price = shownPrice(market, now);
  const found = offerable(market, soldToday, now.getTime(), marketLimits());
  if (merchant.status !== "live")
    return { price, quote: null, because: `The merchant ${merchant.id} is not live yet.` };
  if (found.kind === "none") return { price, quote: null, because: found.why };
  const sale = { token, price: found.price, merchantId: merchant.id };
  const { networks } = merchantOfService();
  const asked = { route: entry.path, amount: priceOf(entry), wallet };
  const offer = quotedOffer(sale, networks, asked, now.getTime());
  if (offer === null)
    return { price, quote: null, because: "The route's price can't be told in the token's base units." };
  return { price, quote: await quoteOf(wanted, offer, signal), because: null };
}

/** Throws ApiError for what can't be quoted at any time. */
function wantedOf(
  token: OwnToken,
  {
    route,
    merchant: id,
    wallet,
  }: { route?: string | undefined; merchant?: string | undefined; wallet?: string | undefined },
): Wanted {
  if (route === undefined)
    throw new ApiError(
      "invalid_request",
      "route: must be the path of a paid route, such as /api/svc-intel-tvl.",
    );
  const entry = ENTRIES.find(({ path }) => path === route);
  if (entry === undefined || !isPaid(entry))
    throw new ApiError("not_found", "There is no paid route of that path. GET /api/resources lists them.");
  if (wallet !== undefined && !isAddress(wallet))
    throw new ApiError("invalid_request", "wallet: must be a Solana wallet's address.");
  const merchant = merchantOf(token, id);
  if (merchant === null) throw new ApiError("not_found", "No merchant is live.");
  return { token, merchant, entry, wallet: wallet ?? null };
}

/** Before the launch it answers so, whatever was asked for. */
const NOT_LAUNCHED: Quoted = { price: null, quote: null, because: "The token is not launched." };

export const tokenPayPreview: Handler<typeof tokenPayPreviewEntry> = async (input, context) => {
  const { token, state } = tokenState();
  const came = token === null ? NOT_LAUNCHED : await quoted(wantedOf(token, input), context);
  return { answer: { ok: true, ...state, terms: tokenTerms(), ...came }, effects: [] };
};
