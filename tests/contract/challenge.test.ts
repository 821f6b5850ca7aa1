import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { base64ToText, bytesToBase64Url } from "@/lib/http/base64";
import { hmacSha256 } from "@/lib/http/digest";
import { challengeParts, makeChallenge, type ChallengeMoment } from "@/lib/payments/challenge/challenge";
import { CHALLENGES } from "@/lib/payments/challenge/challenges.generated";
import { renderTemplate } from "@/lib/payments/challenge/template";
import { templateOf } from "@/lib/payments/challenge/templates";
import { FEE_PAYER, MERCHANT } from "../support/payments";

const SECRET = "a secret of at least thirty-two characters";
const NOW = new Date("2026-01-02T03:04:05.000Z");

const moment: ChallengeMoment = {
  origin: "https://a-rather-long-deployment-name-of-a-preview.example.com",
  serviceName: "svc",
  merchant: MERCHANT,
  feePayer: FEE_PAYER,
  replay: "0".repeat(32),
  mppSecret: SECRET,
  signingKey: null,
  now: NOW,
};

const paid = published.filter(isPaid);

describe.each(paid.map((entry) => [entry.path, entry] as const))("the challenge of %s", (path, entry) => {
  const challenge = () => makeChallenge(templateOf(path), moment, "no_payment");

  it("is rendered from the catalog as it is now", () => {
    expect(templateOf(path)).toEqual(JSON.parse(JSON.stringify(renderTemplate(entry))));
  });

  it("names one price in header, body and MPP offer", async () => {
    const { headers, body } = challengeParts(templateOf(path), await challenge(), "no_payment");
    const header = PaymentRequiredV2Schema.parse(JSON.parse(base64ToText(headers["payment-required"] ?? "")));
    const amount = String(priceOf(entry));
    expect(header.accepts.map((offer) => offer.amount)).toEqual([amount, amount]);
    expect(body.priceUsdc).toBe(toUsd(priceOf(entry)));
    expect(body.resource).toBe(entry.label);
    const { extensions: ofHeader, ...required } = header;
    const { extensions: ofBody, ...whole } = JSON.parse(JSON.stringify(body.x402)) as typeof header; // our own
    expect(required).toEqual(whole);
    expect(ofBody).toMatchObject(ofHeader ?? {});
    const [mpp] = body.mpp;
    expect(JSON.parse(base64ToText(mpp?.request ?? ""))).toMatchObject({
      amount,
      currency: MERCHANT.networks.solana.usdc,
      recipient: MERCHANT.solanaPayTo,
    });
  });

  it("describes call and answer by a schema that its own example fits", async () => {
    const { required } = await challenge();
    const bazaar = z
      .object({ info: z.unknown(), schema: z.record(z.string(), z.unknown()) })
      .parse(required.extensions?.["bazaar"]);
    expect(
      z.fromJSONSchema(bazaar.schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(bazaar.info),
    ).toMatchObject({ success: true });
    expect(bazaar.schema).toMatchObject({ properties: { input: {}, output: {} } });
  });

  it("offers USDC on Base first, then on Solana, each with the replay token", async () => {
    const { required } = await challenge();
    expect(required.accepts.map(({ network }) => network)).toEqual([
      MERCHANT.networks.evm.id,
      MERCHANT.networks.solana.id,
    ]);
    expect(required.accepts.map(({ extra }) => extra.replay)).toEqual([moment.replay, moment.replay]);
    expect(required.resource.url).toBe(moment.origin + path);
  });

  it("offers Base alone while no fee payer is known, rather than waiting for one", async () => {
    const { required } = await makeChallenge(templateOf(path), { ...moment, feePayer: null }, "no_payment");
    expect(required.accepts.map(({ network }) => network)).toEqual([MERCHANT.networks.evm.id]);
  });

  it("binds every member of the MPP challenge by its id", async () => {
    const { mpp } = await challenge();
    const slots = [mpp?.realm, mpp?.method, mpp?.intent, mpp?.request, mpp?.expires, "", mpp?.opaque];
    expect(mpp?.id).toBe(bytesToBase64Url(await hmacSha256(SECRET, slots.join("|"))));
    expect(JSON.parse(base64ToText(mpp?.opaque ?? ""))).toEqual({ route: path });
    const again = await challenge();
    expect(again.mpp?.request).not.toBe(mpp?.request); // a fresh externalId each time
  });
});

describe("the service's name in a challenge", () => {
  const nameIn = async (serviceName: string) => {
    const [template] = CHALLENGES;
    if (template === undefined) throw new Error("no challenge was rendered");
    const { required } = await makeChallenge(template, { ...moment, serviceName }, "no_payment");
    expect(PaymentRequiredV2Schema.safeParse(required)).toMatchObject({ success: true });
    return required.resource.serviceName;
  };

  it.each(["svc", "Market Intelligence (testnet)", "x".repeat(32)])("is %s", async (name) => {
    expect(await nameIn(name)).toBe(name);
  });

  it.each(["Märkte", "x".repeat(33), "", "two\nlines"])(
    "is left out when x402 takes no such name (%j), so that clients can read the rest",
    async (name) => {
      expect(await nameIn(name)).toBeUndefined();
    },
  );
});

describe("the rendered challenges", () => {
  it("are those of the catalog's paid routes, all of them and no others", () => {
    expect(CHALLENGES.map(({ path }) => path)).toEqual(paid.map(({ path }) => path));
  });
});
