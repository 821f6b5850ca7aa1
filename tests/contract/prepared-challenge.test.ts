import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { base64ToText } from "@/lib/http/base64";
import { challengeParts, makeChallenge, type ChallengeMoment } from "@/lib/payments/challenge/challenge";
import { CHALLENGES } from "@/lib/payments/challenge/challenges.generated";
import { freshTokens, prepareChallenge } from "@/lib/payments/challenge/prepared-challenge";
import { REASONS } from "@/lib/payments/outcome/reasons";
import { importSigningKey } from "@/lib/payments/receipts/signing-key";
import { FEE_PAYER, MERCHANT } from "../support/payments";

const KEY = await importSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
);

const standing: Omit<ChallengeMoment, "replay"> = {
  origin: "https://svc.example.com",
  serviceName: "svc",
  merchant: MERCHANT,
  feePayer: FEE_PAYER,
  mppSecret: "a secret of at least thirty-two characters",
  signingKey: null,
  now: new Date("2026-01-02T03:04:05.000Z"),
};

/** What differs from one MPP offer to the next, taken out: the two sides draw their own. */
const withoutMpp = (text: string): string =>
  text.replace(/(\\?"?id\\?"?[=:]\\?")[\w-]{43}/g, "$1").replace(/(request\\?"?[=:]\\?")[\w-]+/g, "$1");

/** Each route's template, with words outside ASCII. */
const TEMPLATES = CHALLENGES.map((template) => ({
  ...template,
  description: `${template.description} — für Märkte`,
}));

describe.each(TEMPLATES.map((template) => [template.path, template] as const))(
  "the prepared challenge of %s",
  (_, template) => {
    it.each([
      ["as it is sold", standing],
      ["with signed offers", { ...standing, signingKey: KEY }],
      ["without MPP", { ...standing, mppSecret: undefined }],
      ["while no fee payer is known", { ...standing, feePayer: null }],
      ["without a Solana wallet", { ...standing, merchant: { ...MERCHANT, solanaPayTo: undefined } }],
    ])("is byte for byte what is made anew: %s", async (_case, moment) => {
      const prepared = await prepareChallenge(template, moment, "no_payment", REASONS.no_payment);
      for (let times = 0; times < 2; times += 1) {
        const fresh = { ...freshTokens(), now: standing.now };
        const made = await makeChallenge(template, { ...moment, replay: fresh.replay }, "no_payment");
        const parts = challengeParts(template, made, "no_payment");
        const given = prepared?.(fresh);
        expect(given?.status).toBe(parts.status);
        expect(withoutMpp(given?.body ?? "")).toBe(withoutMpp(JSON.stringify(parts.body)));
        expect(withoutMpp(JSON.stringify(given?.headers))).toBe(withoutMpp(JSON.stringify(parts.headers)));
      }
    });

    it("carries its own tokens, and an MPP id that binds them", async () => {
      const prepared = await prepareChallenge(template, standing, "no_payment", REASONS.no_payment);
      const seen = new Set<string>();
      for (let times = 0; times < 3; times += 1) {
        const fresh = { ...freshTokens(), now: standing.now };
        const given = prepared?.(fresh);
        const { mpp, x402 } = JSON.parse(given?.body ?? "") as {
          mpp: { id: string; request: string }[];
          x402: { accepts: { extra: { replay: string } }[] };
        };
        expect(x402.accepts.map(({ extra }) => extra.replay)).toEqual([fresh.replay, fresh.replay]);
        expect(JSON.parse(base64ToText(mpp[0]?.request ?? ""))).toMatchObject({
          externalId: fresh.externalId,
        });
        expect(given?.headers["www-authenticate"]).toContain(`id="${mpp[0]?.id}"`);
        seen.add(`${mpp[0]?.id} ${fresh.replay}`);
      }
      expect(seen.size).toBe(3);
    });

    it("is none where there is no wallet to pay", async () => {
      const nobody = { ...MERCHANT, evmPayTo: undefined, solanaPayTo: undefined };
      const none = await prepareChallenge(template, { ...standing, merchant: nobody }, "no_payment", "pay");
      expect(none).toBeNull();
    });
  },
);
