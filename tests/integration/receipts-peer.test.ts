import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentRequiredHeader,
} from "@x402/core/http";
import { generateKeyPairSync, sign } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { installPeer, type SignedSale, verifySigned } from "../support/peers";
import { asHeader, CHAINS, type Chain, newPayer, type Payer, post, refusal } from "../support/service";
import { world } from "../support/world";

const { origin } = world();
const TVL = "/api/svc-intel-tvl";
const YIELDS = "/api/svc-intel-yields";
const MINUTES = 60_000;

beforeAll(() => installPeer("receipts"), 5 * MINUTES);

interface Bought extends SignedSale {
  /** The payment, as its header brought it. */
  payment: string;
}

/** Buys an answer by the very challenge whose offers are kept: those are in the 402's body alone. */
async function buy(path: string, payer: Payer): Promise<Bought> {
  const { x402 } = await refusal(await post({ origin, path }));
  if (x402 === undefined) throw new Error(`${path} has no challenge`);
  const required = encodePaymentRequiredHeader(x402);
  const payment = asHeader(await payer.client.createPaymentPayload(x402));
  const answer = await post({ origin, path, payment });
  expect(answer.status).toBe(200);
  const response = answer.headers.get("payment-response") ?? "";
  return { required, response, payer: payer.address, payment };
}

const replayed = async ({ payment }: Bought): Promise<string> =>
  (await post({ origin, path: TVL, payment })).headers.get("payment-response") ?? "";

const toText = (part: string | undefined): string => Buffer.from(part ?? "", "base64url").toString();
const toPart = (text: string): string => Buffer.from(text).toString("base64url");

const Claims = z.record(z.string(), z.unknown());
/** A compact JWS whose payload says something else under the signature that was made for the first. */
function saying(jws: string, change: Record<string, unknown>): string {
  const [head, payload, signature] = jws.split(".");
  const said = Claims.parse(JSON.parse(toText(payload)));
  return [head, toPart(JSON.stringify({ ...said, ...change })), signature].join(".");
}

/** One whose signature differs in a bit of its first byte. */
function misSigned(jws: string): string {
  const [head, payload, signature] = jws.split(".");
  const bytes = Buffer.from(signature ?? "", "base64url");
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return [head, payload, bytes.toString("base64url")].join(".");
}

/** One that somebody else signed, under the name of the service's key. */
function signedByAnother(jws: string): string {
  const [head, payload] = jws.split(".");
  const { privateKey } = generateKeyPairSync("ed25519");
  const signature = sign(null, Buffer.from(`${head}.${payload}`), privateKey).toString("base64url");
  return [head, payload, signature].join(".");
}

const Signed = z.looseObject({ signature: z.string() });
const Carrier = z.looseObject({
  extensions: z.looseObject({
    "offer-receipt": z.looseObject({
      info: z.looseObject({ offers: z.array(Signed).optional(), receipt: Signed.optional() }),
    }),
  }),
});

/** A header with each signed thing in it changed. */
function changed(header: string, change: (jws: string) => string): string {
  const carrier = Carrier.parse(JSON.parse(Buffer.from(header, "base64").toString()));
  const { info } = carrier.extensions["offer-receipt"];
  for (const one of [...(info.offers ?? []), ...(info.receipt === undefined ? [] : [info.receipt])])
    one.signature = change(one.signature);
  return Buffer.from(JSON.stringify(carrier)).toString("base64");
}

/** A sale in which all that was signed is changed. */
const forged = (sale: SignedSale, change: (jws: string) => string): SignedSale => ({
  ...sale,
  required: changed(sale.required, change),
  response: changed(sale.response, change),
});

const FORGERIES: readonly (readonly [what: string, change: (jws: string) => string])[] = [
  ["another amount", (jws) => saying(jws, { amount: "1" })],
  ["another asset", (jws) => saying(jws, { asset: "0x0000000000000000000000000000000000000001" })],
  ["another route", (jws) => saying(jws, { resourceUrl: origin + YIELDS })],
  ["another payer and payee", (jws) => saying(jws, { payer: "0x1", payTo: "0x1" })],
  ["a transaction that it did not name", (jws) => saying(jws, { transaction: "0xabc" })],
  ["another signature", misSigned],
  ["somebody else's signature", signedByAnother],
];

describe.each(CHAINS)(
  "a sale on %s, as x402's official library verifies it",
  { timeout: 2 * MINUTES },
  (chain) => {
    let sale: Bought;
    let payer: Payer;
    beforeAll(async () => {
      payer = await newPayer(world(), chain);
      sale = await buy(TVL, payer);
    });

    it("has offers that are the service's, each for the terms that it repeats", async () => {
      const [verified] = await verifySigned([sale]);
      const { accepts, resource } = decodePaymentRequiredHeader(sale.required);
      expect(verified?.accepted).toEqual(accepts.map((_, index) => index));
      expect(verified?.offers.map(({ refused }) => refused)).toEqual(accepts.map(() => null));
      for (const [index, { scheme, network, asset, payTo, amount }] of accepts.entries())
        expect(verified?.offers[index]?.payload).toEqual({
          ...{ version: 1, resourceUrl: resource?.url, scheme, network, asset, payTo, amount },
          validUntil: expect.any(Number) as number,
        });
    });

    it("has a receipt that is the service's, before and after it names its transaction, for the offer that was taken alone", async () => {
      const settlement = decodePaymentResponseHeader(sale.response);
      await expect
        .poll(
          async () => (await verifySigned([{ ...sale, response: await replayed(sale) }]))[0]?.receipt.payload,
          {
            timeout: MINUTES,
            interval: 500,
          },
        )
        .toHaveProperty("transaction", settlement.transaction);
      const { accepts } = decodePaymentRequiredHeader(sale.required);
      const isTaken = accepts.map(({ network }) => network === settlement.network);
      const [first, later] = await verifySigned([sale, { ...sale, response: await replayed(sale) }]);
      const said = {
        ...{ version: 1, network: settlement.network, resourceUrl: origin + TVL, amount: settlement.amount },
        payer: chain === "base" ? payer.address.toLowerCase() : payer.address,
        asset: accepts.find(({ network }) => network === settlement.network)?.asset,
        issuedAt: expect.any(Number) as number,
      };
      expect(first).toMatchObject({ receipt: { payload: said, refused: null }, matches: isTaken });
      expect(first?.receipt.payload).not.toHaveProperty("transaction");
      expect(later).toMatchObject({
        receipt: { payload: { ...said, transaction: settlement.transaction }, refused: null },
        matches: isTaken,
      });
    });

    it.each(FORGERIES)("is refused with %s", async (_, change) => {
      const [verified] = await verifySigned([forged(sale, change)]);
      for (const one of [verified?.receipt, ...(verified?.offers ?? [])])
        expect(one).toEqual({
          payload: null,
          refused: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED: signature verification failed",
        });
    });

    it("has a receipt for no other route, network or wallet than its own", async () => {
      const other = CHAINS.find((one): one is Chain => one !== chain) ?? chain;
      const elsewhere = await buy(YIELDS, payer);
      const stranger = await newPayer(world(), other, 0n);
      const verified = await verifySigned([
        { ...sale, required: elsewhere.required },
        { ...sale, payer: stranger.address },
      ]);
      expect(verified.map(({ matches }) => matches.filter(Boolean))).toEqual([[], []]);
      expect(verified.map(({ receipt }) => receipt.refused)).toEqual([null, null]);
    });
  },
);
