import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { base64ToText } from "@/lib/http/base64";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import { jsonResponse } from "@/lib/http/headers";
import { limitHeaders } from "@/lib/http/limit-headers";
import { challengeParts, type ChallengeMoment, makeChallenge } from "@/lib/payments/challenge/challenge";
import { CHALLENGES } from "@/lib/payments/challenge/challenges.generated";
import { freshTokens, prepareChallenge } from "@/lib/payments/challenge/prepared-challenge";
import { amountsOf } from "@/lib/payments/token/amounts";
import { expiryOf, isQuoteOf } from "@/lib/payments/token/quote";
import type { TokenSale } from "@/lib/payments/token/sale";
import { QUOTE_SEC } from "@/lib/payments/token/terms";
import { importSigningKey } from "@/lib/payments/receipts/signing-key";
import { baseUnits } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { schemasOf } from "../support/contract";
import { SITE } from "../fixtures/discovery-site";
import { FEE_PAYER, MERCHANT } from "../support/payments";

/** A long name and an amount of many digits, so that the header is as large as it gets. */
const SALE: TokenSale = {
  token: {
    mint: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1EtWTRABZaYq6",
    program: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    symbol: "TCX",
    decimals: 9,
    treasury: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
    secrets: ["a secret of quotes with thirty-two characters"],
    merchants: [{ id: "a-merchant-of-twenty", status: "live" }],
    pool: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
  },
  price: 100_000_000_000n,
  merchantId: "a-merchant-of-twenty",
};
const KEY = await importSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
);
const NOW = new Date("2026-01-02T03:04:05.000Z");
const standing: Omit<ChallengeMoment, "replay"> = {
  origin: "https://a-rather-long-deployment-name-of-a-preview.example.com",
  serviceName: "svc",
  merchant: MERCHANT,
  feePayer: FEE_PAYER,
  token: SALE,
  mppSecret: "a secret of at least thirty-two characters",
  signingKey: KEY,
  now: NOW,
};
const fits = schemasOf(openApiDocument(SITE, published), { closed: true });
const MAX_HEADER_BYTES = 7 * 1024;
/** What the server and next.config.ts add to every answer. */
const SERVER_HEADER_BYTES = 420;
const MAX_REQUEST_HEADER_BYTES = 8 * 1024;

describe.each(CHALLENGES.map((template) => [template.path, template] as const))(
  "with an offer in the own token, the challenge of %s",
  (path, template) => {
    const replay = "0".repeat(32);
    const challenge = () => makeChallenge(template, { ...standing, replay }, "pay");

    it("offers it last, in its own amount, with a quote of this route and this moment", async () => {
      const { required } = await challenge();
      const { evm, solana } = MERCHANT.networks;
      expect(required.accepts.map(({ asset }) => asset)).toEqual([evm.usdc, solana.usdc, SALE.token.mint]);
      const [, , offer] = required.accepts;
      const amounts = amountsOf(baseUnits(template.amount), SALE.price, 9);
      if (offer === undefined || amounts === null) throw new Error("there is no offer in the token");
      expect(offer).toMatchObject({
        ...{ scheme: "exact", network: solana.id, amount: String(amounts.gross), payTo: SALE.token.treasury },
        extra: {
          ...{ settlement: "self", merchantId: SALE.merchantId, burn: String(amounts.burn), replay },
        },
      });
      const terms = {
        network: solana.id,
        token: SALE.token,
        merchantId: SALE.merchantId,
        amounts,
        wallet: null,
      };
      const isOf = (route: string) =>
        isQuoteOf(SALE.token.secrets, String(offer.extra.quoteId), { ...terms, route });
      expect([isOf(path), isOf("/api/another")]).toEqual([true, false]);
    });

    it("has a form that /openapi.json tells, with every member of its offers", async () => {
      const { body } = challengeParts(template, await challenge(), "no_payment");
      expect(fits("#/components/schemas/PaymentRequired", JSON.parse(JSON.stringify(body)))).toBeNull();
    });

    it("drops none of three offers, and fits into 7 KB of headers, its payment into 8 KB", async () => {
      const made = await challenge();
      const { headers, body } = challengeParts(template, made, "no_payment");
      const state = { allowed: true, limit: 120, remaining: 119, resetAt: NOW.getTime() + 60_000 };
      const all = jsonResponse(402, "", { ...headers, ...limitHeaders(state, NOW.getTime()) }).headers;
      const size = [...all].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      expect(size + SERVER_HEADER_BYTES).toBeLessThanOrEqual(MAX_HEADER_BYTES);

      const header = PaymentRequiredV2Schema.parse(
        JSON.parse(base64ToText(headers["payment-required"] ?? "")),
      );
      expect(header.accepts).toHaveLength(3);
      const { "offer-receipt": signed, ...others } = body.x402.extensions ?? {};
      expect(header).toEqual(JSON.parse(JSON.stringify({ ...body.x402, extensions: others })));
      expect(signed).toMatchObject({
        info: { offers: [{ acceptIndex: 0 }, { acceptIndex: 1 }, { acceptIndex: 2 }] },
      });

      const { resource, accepts } = made.required;
      const payload = { transaction: "A".repeat(1644) };
      const echoed = { x402Version: 2, resource, accepted: accepts[2], payload, extensions: others };
      expect(Math.ceil(JSON.stringify(echoed).length / 3) * 4).toBeLessThanOrEqual(MAX_REQUEST_HEADER_BYTES);
    });

    it("is prepared once, and quoted anew each time, so that no two callers sign one transaction", async () => {
      const prepared = await prepareChallenge(template, standing, "no_payment", "pay");
      const amounts = amountsOf(baseUnits(template.amount), SALE.price, 9);
      if (amounts === null) throw new Error("there is no offer in the token");
      const terms = { ...SALE, network: MERCHANT.networks.solana.id, route: path, amounts, wallet: null };
      const quoteIds = [0, 4_000].map((later) => {
        const now = new Date(NOW.getTime() + later);
        const given = prepared?.({ ...freshTokens(), now });
        const { accepts } = PaymentRequiredV2Schema.parse(
          JSON.parse(base64ToText(given?.headers["payment-required"] ?? "")),
        );
        const { x402 } = JSON.parse(given?.body ?? "") as { x402: { accepts: unknown[] } }; // our own answer
        expect(x402.accepts).toEqual(accepts);
        const quoteId = String(accepts[2]?.extra?.quoteId);
        expect(isQuoteOf(SALE.token.secrets, quoteId, terms)).toBe(true);
        expect(expiryOf(quoteId)).toBe(now.getTime() + 1000 * QUOTE_SEC);
        return quoteId;
      });
      expect(new Set(quoteIds).size).toBe(2);
    });

    it("is prepared with the same offers and the same form", async () => {
      const prepared = await prepareChallenge(template, standing, "no_payment", "pay");
      const given = prepared?.({ ...freshTokens(), replay, now: NOW });
      const { headers, body } = challengeParts(template, await challenge(), "no_payment", "pay");
      const withoutNonce = (text: string) => text.replace(/"quoteId":"[^"]+"/g, "");
      expect(withoutNonce(base64ToText(given?.headers["payment-required"] ?? ""))).toBe(
        withoutNonce(base64ToText(headers["payment-required"] ?? "")),
      );
      const x402 = (text: string) => JSON.stringify((JSON.parse(text) as { x402: unknown }).x402);
      expect(withoutNonce(x402(given?.body ?? "")).length).toBe(
        withoutNonce(x402(JSON.stringify(body))).length,
      );
    });
  },
);

describe("before the launch", () => {
  it("no challenge has any trace of the token, and its header is its body's", async () => {
    const { token: _, ...without } = standing;
    for (const template of CHALLENGES) {
      const made = await makeChallenge(template, { ...without, replay: "0".repeat(32) }, "pay");
      const { headers, body } = challengeParts(template, made, "no_payment");
      expect(made.required.accepts).toHaveLength(2);
      expect(JSON.parse(base64ToText(headers["payment-required"] ?? ""))).toEqual(
        JSON.parse(JSON.stringify(body.x402)),
      );
    }
  });
});
