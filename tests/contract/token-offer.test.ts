import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { base64ToText } from "@/lib/http/base64";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import { challengeParts, type ChallengeMoment, makeChallenge } from "@/lib/payments/challenge/challenge";
import { CHALLENGES } from "@/lib/payments/challenge/challenges.generated";
import { freshTokens, prepareChallenge } from "@/lib/payments/challenge/prepared-challenge";
import { amountsOf } from "@/lib/payments/token/amounts";
import { expiryOf, isQuoteOf } from "@/lib/payments/token/quote";
import { QUOTE_SEC } from "@/lib/payments/token/terms";
import { importSigningKey } from "@/lib/payments/receipts/signing-key";
import { baseUnits } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { schemasOf } from "../support/contract";
import { SITE } from "../fixtures/discovery-site";
import { FEE_PAYER, MERCHANT, TOKEN_SALE } from "../support/payments";

const KEY = await importSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
);
const NOW = new Date("2026-01-02T03:04:05.000Z");
const standing: Omit<ChallengeMoment, "replay"> = {
  origin: "https://a-rather-long-deployment-name-of-a-preview.example.com",
  serviceName: "svc",
  merchant: MERCHANT,
  feePayer: FEE_PAYER,
  token: TOKEN_SALE,
  mppSecret: "a secret of at least thirty-two characters",
  signingKey: KEY,
  now: NOW,
};
const fits = schemasOf(openApiDocument(SITE, published), { closed: true });

describe.each(CHALLENGES.map((template) => [template.path, template] as const))(
  "with an offer in the own token, the challenge of %s",
  (path, template) => {
    const replay = "0".repeat(32);
    const challenge = () => makeChallenge(template, { ...standing, replay }, "no_payment");

    it("offers it last, in its own amount, with a quote of this route and this moment", async () => {
      const { required } = await challenge();
      const { evm, solana } = MERCHANT.networks;
      expect(required.accepts.map(({ asset }) => asset)).toEqual([
        evm.usdc,
        solana.usdc,
        TOKEN_SALE.token.mint,
      ]);
      const [, , offer] = required.accepts;
      const amounts = amountsOf(baseUnits(template.amount), TOKEN_SALE.price, 9);
      if (offer === undefined || amounts === null) throw new Error("there is no offer in the token");
      expect(offer).toMatchObject({
        ...{
          scheme: "exact",
          network: solana.id,
          amount: String(amounts.gross),
          payTo: TOKEN_SALE.token.treasury,
        },
        extra: {
          ...{ settlement: "self", merchantId: TOKEN_SALE.merchantId, burn: String(amounts.burn), replay },
        },
      });
      const terms = {
        network: solana.id,
        token: TOKEN_SALE.token,
        merchantId: TOKEN_SALE.merchantId,
        amounts,
        wallet: null,
      };
      const isOf = (route: string) =>
        isQuoteOf(TOKEN_SALE.token.secrets, String(offer.extra.quoteId), { ...terms, route });
      expect([isOf(path), isOf("/api/another")]).toEqual([true, false]);
    });

    it("has a form that /openapi.json tells, with every member of its offers", async () => {
      const { body } = challengeParts(template, await challenge(), "no_payment");
      expect(fits("#/components/schemas/PaymentRequired", JSON.parse(JSON.stringify(body)))).toBeNull();
    });

    it("drops none of three offers from its header, and signs each in its body", async () => {
      const made = await challenge();
      const { headers, body } = challengeParts(template, made, "no_payment");
      const header = PaymentRequiredV2Schema.parse(
        JSON.parse(base64ToText(headers["payment-required"] ?? "")),
      );
      expect(header.accepts).toHaveLength(3);
      expect(header.accepts).toEqual(body.x402.accepts);
      expect(body.x402.extensions?.["offer-receipt"]).toMatchObject({
        info: { offers: [{ acceptIndex: 0 }, { acceptIndex: 1 }, { acceptIndex: 2 }] },
      });
    });

    it("is prepared once, and quoted anew each time, so that no two callers sign one transaction", async () => {
      const prepared = await prepareChallenge(template, standing, "no_payment", "pay");
      const amounts = amountsOf(baseUnits(template.amount), TOKEN_SALE.price, 9);
      if (amounts === null) throw new Error("there is no offer in the token");
      const terms = {
        ...TOKEN_SALE,
        network: MERCHANT.networks.solana.id,
        route: path,
        amounts,
        wallet: null,
      };
      const quoteIds = [0, 4_000].map((later) => {
        const now = new Date(NOW.getTime() + later);
        const given = prepared?.({ ...freshTokens(), now });
        const { accepts } = PaymentRequiredV2Schema.parse(
          JSON.parse(base64ToText(given?.headers["payment-required"] ?? "")),
        );
        const { x402 } = JSON.parse(given?.body ?? "") as { x402: { accepts: unknown[] } }; // our own answer
        expect(x402.accepts).toEqual(accepts);
        const quoteId = String(accepts[2]?.extra?.quoteId);
        expect(isQuoteOf(TOKEN_SALE.token.secrets, quoteId, terms)).toBe(true);
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
  it("no challenge has any trace of the token", async () => {
    const { token: _, ...without } = standing;
    for (const template of CHALLENGES) {
      const made = await makeChallenge(template, { ...without, replay: "0".repeat(32) }, "no_payment");
      const { headers, body } = challengeParts(template, made, "no_payment");
      expect(body.x402.accepts).toHaveLength(2);
      expect(JSON.parse(base64ToText(headers["payment-required"] ?? ""))).toMatchObject({
        accepts: body.x402.accepts,
      });
      expect(JSON.stringify(body)).not.toContain("quoteId");
    }
  });
});
