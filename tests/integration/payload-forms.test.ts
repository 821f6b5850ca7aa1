import { beforeAll, describe, expect, it } from "vitest";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { bytesToBase64Url, textToBase64, textToBase64Url } from "@/lib/http/base64";
import {
  type Authorization,
  type EvmBuyer,
  evmForm,
  inSeconds,
  newEvmBuyer,
  withEvmForm,
} from "../support/evm-buyer";
import { asHeader, challengeOf, newPayer, payFor, post, refusal } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

let buyer: EvmBuyer;
let challenge: PaymentRequired;
beforeAll(async () => {
  buyer = await newEvmBuyer(sandbox, 60n * PRICE);
  challenge = await challengeOf(origin, TVL);
});

type Headers = Record<string, string>;
const inHeader = (text: string): Headers => ({ "payment-signature": text });
const sent = (payload: unknown): Headers => inHeader(textToBase64(JSON.stringify(payload)));

const withAccepted = (payment: PaymentPayload, change: Record<string, unknown>): unknown => ({
  ...payment,
  accepted: { ...payment.accepted, ...change },
});

/** The forms of one signature that wallets make: v as a bit, and EIP-2098's 64 bytes. */
function signedAs(payment: PaymentPayload, form: "bit" | "compact"): PaymentPayload {
  const { signature } = evmForm(payment);
  const isOdd = signature.endsWith("1c");
  const rs = signature.slice(2, -2);
  const s = BigInt(`0x${rs.slice(64)}`) | (isOdd ? 1n << 255n : 0n);
  return withEvmForm(payment, {
    signature:
      form === "bit"
        ? `0x${rs}${isOdd ? "01" : "00"}`
        : `0x${rs.slice(0, 64)}${s.toString(16).padStart(64, "0")}`,
  });
}

type Form = readonly [what: string, headers: (payment: PaymentPayload) => Headers];
const replayOf = (offer: PaymentPayload["accepted"]): Record<string, unknown> => {
  const { replay: _, ...extra } = offer.extra;
  return extra;
};

/** Forms in which clients that exist send a good payment. */
const BUYING: readonly Form[] = [
  ["base64url with padding", (one) => inHeader(padded(textToBase64Url(JSON.stringify(one))))],
  ["base64url without padding", (one) => inHeader(textToBase64Url(JSON.stringify(one)))],
  ["no resource", ({ resource: _, ...one }) => sent(one)],
  ["a resource of another host", (one) => sent({ ...one, resource: { url: `https://a.example${TVL}` } })],
  ["an empty description", (one) => sent({ ...one, resource: { url: origin + TVL, description: "" } })],
  ["extensions of null", (one) => sent({ ...one, extensions: null })],
  ["no extensions", ({ extensions: _, ...one }) => sent(one)],
  ["members that nobody knows", (one) => sent({ ...one, more: { a: 1 } })],
  ["more in the offer's extra", (one) => sent(withAccepted(one, { extra: { ...one.accepted.extra, a: 1 } }))],
  ["no replay token", (one) => sent(withAccepted(one, { extra: replayOf(one.accepted) }))],
  ["an offer's extra of null", (one) => sent(withAccepted(one, { extra: null }))],
  ["optional members of null", (one) => sent({ ...one, resource: null, extensions: null })],
  [
    "an identifier of null",
    (one) => sent({ ...one, extensions: { "payment-identifier": { info: { id: null } } } }),
  ],
  [
    "addresses in small letters",
    (one) => {
      const { authorization } = evmForm(one);
      const { from, to } = authorization;
      const small = { from: lower(from), to: lower(to) };
      const form = withEvmForm(one, { authorization: { ...authorization, ...small } });
      const { asset, payTo } = one.accepted;
      return sent(withAccepted(form, { asset: lower(asset), payTo: lower(payTo) }));
    },
  ],
  ["X-PAYMENT of the same value", (one) => ({ ...sent(one), "x-payment": asHeader(one) })],
  ["the header twice", (one) => inHeader(`${asHeader(one)}, ${asHeader(one)}`)],
  ["a signature whose v is a bit", (one) => sent(signedAs(one, "bit"))],
  ["a signature of 64 bytes (EIP-2098)", (one) => sent(signedAs(one, "compact"))],
];

const lower = <T extends string>(text: T): T => text.toLowerCase() as T; // an address in another spelling
const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, "=");

describe("a good payment is taken with", () => {
  it.each(BUYING)("%s", async (_what, headers) => {
    const before = await buyer.balance();
    const payment = await buyer.sign(challenge);
    const response = await post({ origin, path: TVL, headers: headers(payment) });
    expect(response.status, await response.text()).toBe(200);
    expect(before - (await buyer.balance())).toBe(PRICE);
  });

  it.each([
    ["validAfter of 0", () => "0"],
    ["validAfter of this second", () => inSeconds(0)],
    ["validAfter one block ahead, whose block it waits for", () => inSeconds(1)],
  ])("%s", async (_what, validAfter) => {
    const payment = await buyer.sign(challenge, { authorization: { validAfter: validAfter() } });
    const response = await post({ origin, path: TVL, payment: asHeader(payment) });
    expect(response.status, await response.text()).toBe(200);
  });

  it.each(["base64url", "no resource", "no extensions", "no replay token"])("%s, on Solana", async (what) => {
    const payer = await newPayer(sandbox, "solana");
    const payment = await payFor(origin, TVL, payer);
    const [, headers] = BUYING.find(([name]) => name.startsWith(what)) ?? [];
    const response = await post({ origin, path: TVL, headers: headers?.(payment) ?? {} });
    expect(response.status, await response.text()).toBe(200);
  });
});

interface Refused {
  what: string;
  status: number;
  reason?: string;
  message: RegExp;
  headers: (payment: PaymentPayload) => Headers | Promise<Headers>;
}

const withId = (one: PaymentPayload, id: unknown): Headers =>
  sent({ ...one, extensions: { "payment-identifier": { info: { required: false, id } } } });
const withAuthorization = (one: PaymentPayload, change: Record<string, unknown>): Headers => {
  const form = evmForm(one);
  return sent({ ...one, payload: { ...form, authorization: { ...form.authorization, ...change } } });
};
const malformed = (what: string, message: RegExp, headers: Refused["headers"]): Refused => ({
  ...{ what, status: 402, reason: "malformed_payment", message, headers },
});
const resigned =
  (change: () => Partial<Authorization>): Refused["headers"] =>
  async () =>
    sent(await buyer.sign(challenge, { authorization: change() }));

const REFUSED: readonly Refused[] = [
  malformed("raw JSON", /JSON itself/, (one) => inHeader(JSON.stringify(one))),
  malformed("base64 twice", /not of JSON/, (one) => inHeader(textToBase64(asHeader(one)))),
  malformed("quotation marks", /not base64/, (one) => inHeader(`"${asHeader(one)}"`)),
  malformed("a number for a text", /value/, (one) => withAuthorization(one, { value: 20_000 })),
  malformed("a hexadecimal value", /value/, (one) => withAuthorization(one, { value: "0x4e20" })),
  {
    ...{ what: "a network in capitals", status: 402, reason: "unsupported_payment", message: /Network/ },
    headers: (one) => sent(withAccepted(one, { network: one.accepted.network.toUpperCase() })),
  },
  malformed("a network's name of version 1", /network/, (one) =>
    sent(withAccepted(one, { network: "base-sepolia" })),
  ),
  {
    ...{ what: "a validity of an hour", status: 402, reason: "expired", message: /valid for too long/ },
    headers: resigned(() => ({ validBefore: inSeconds(3_600) })),
  },
  {
    ...{ what: "a validity of 30 seconds", status: 402, reason: "expired", message: /run out|would before/ },
    headers: resigned(() => ({ validBefore: inSeconds(30) })),
  },
  {
    ...{ what: "a value of one unit too much", status: 402, reason: "wrong_amount", message: /20001/ },
    headers: resigned(() => ({ value: "20001" })),
  },
  {
    ...{ what: "a value of one unit too little", status: 402, reason: "wrong_amount", message: /19999/ },
    headers: resigned(() => ({ value: "19999" })),
  },
  {
    ...{ what: "a payment of MPP beside it", status: 400, message: /Two payments/ },
    headers: (one) => ({ ...sent(one), authorization: `Payment ${bytesToBase64Url(new Uint8Array(40))}` }),
  },
  ...["order-12345", "", "a".repeat(129), "with spaces in the text", 12_345, true, {}].map((id): Refused => ({
    ...{ what: `the identifier ${JSON.stringify(id)}`, status: 400, reason: "invalid_payment_identifier" },
    message: /16 to 128 letters.*took no payment/,
    headers: (one) => withId(one, id),
  })),
];

describe("a payment is refused, with a reason and for nothing, with", () => {
  it.each(REFUSED)("$what", async ({ status, reason, message, headers }) => {
    const before = await buyer.balance();
    const payment = await buyer.sign(challenge);
    const response = await post({ origin, path: TVL, headers: await headers(payment) });
    const body = await refusal(response);
    expect([response.status, body.reason], body.error).toEqual([status, reason]);
    expect(body.error).toMatch(message);
    expect(await buyer.balance()).toBe(before);
    // It spoils nothing: the same payment buys when it comes as it should.
    expect((await post({ origin, path: TVL, payment: asHeader(payment) })).status).toBe(200);
  });
});

describe("the identifier of an order", () => {
  it("of a wrong form never refuses a payment that was sold", async () => {
    const payment = await buyer.sign(challenge);
    const first = await post({ origin, path: TVL, payment: asHeader(payment) });
    const again = await post({ origin, path: TVL, headers: withId(payment, "order-12345") });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await again.text()).toBe(await first.text());
  });

  it("of the right form takes one payment for one order, of two that were signed for it", async () => {
    const before = await buyer.balance();
    const id = `order_${crypto.randomUUID()}`;
    const answers = [];
    for (let times = 0; times < 2; times += 1) {
      const response = await post({ origin, path: TVL, headers: withId(await buyer.sign(challenge), id) });
      expect(response.status).toBe(200);
      answers.push(await response.text());
    }
    expect(answers[1]).toBe(answers[0]);
    expect(before - (await buyer.balance())).toBe(PRICE);
  });
});
