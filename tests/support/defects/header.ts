import type { PaymentPayload } from "@x402/core/types";
import { bytesToBase64, textToBase64 } from "@/lib/http/base64";
import { asHeader } from "../service";
import type { Refused } from "../refusals";

/** A header that can't be read as a payment, made of one that could. */
interface BrokenHeader extends Refused {
  what: string;
  headers(payment: PaymentPayload): Record<string, string>;
}

const signature = (value: string): Record<string, string> => ({ "payment-signature": value });
const json = (value: unknown): Record<string, string> => signature(textToBase64(JSON.stringify(value)));

const malformed = (what: string, message: RegExp, headers: BrokenHeader["headers"]): BrokenHeader => ({
  what,
  reason: "malformed_payment",
  message,
  headers,
});

const unsupported = (what: string, message: RegExp, headers: BrokenHeader["headers"]): BrokenHeader => ({
  what,
  reason: "unsupported_payment",
  message,
  headers,
});

/** A payment of version 1 of the protocol, as its clients send it. */
const versionOne = ({ payload }: PaymentPayload): unknown => ({
  x402Version: 1,
  scheme: "exact",
  network: "base-sepolia",
  payload,
});

const DEEP = 4_000;

export const BROKEN_HEADERS: readonly BrokenHeader[] = [
  malformed("no base64", /is not base64 of UTF-8/, () => signature("%%%")),
  malformed("nothing", /is empty/, () => signature("")),
  malformed("base64 of no text", /is not base64 of UTF-8/, () =>
    signature(bytesToBase64(new Uint8Array([0xff, 0xfe, 0x80]))),
  ),
  malformed("base64 of no JSON", /is base64, but not of JSON/, () => signature(textToBase64("paid"))),
  malformed("a part of the payment", /is base64, but not of JSON/, (payment) =>
    signature(textToBase64(JSON.stringify(payment).slice(0, -1))),
  ),
  malformed("null", /not a PaymentPayload/, () => json(null)),
  malformed("a number", /not a PaymentPayload/, () => json(7)),
  malformed("a text", /not a PaymentPayload/, () => json("payment")),
  malformed("a list", /not a PaymentPayload/, (payment) => json([payment])),
  malformed("an empty object", /not a PaymentPayload/, () => json({})),
  malformed("no accepted offer", /accepted is missing or wrong/, (payment) =>
    json({ ...payment, accepted: undefined }),
  ),
  malformed("an amount that is a number", /accepted.amount is missing or wrong/, (payment) =>
    json({ ...payment, accepted: { ...payment.accepted, amount: 20_000 } }),
  ),
  malformed("a payload that is a list", /payload/, (payment) => json({ ...payment, payload: [] })),
  malformed(`${DEEP} lists in each other`, /not a PaymentPayload/, () =>
    signature(textToBase64("[".repeat(DEEP) + "]".repeat(DEEP))),
  ),
  malformed(`a payload ${DEEP} lists deep`, /wrong at/, (payment) => {
    const deep = `${"[".repeat(DEEP / 2)}${"]".repeat(DEEP / 2)}`;
    return signature(
      textToBase64(JSON.stringify({ ...payment, payload: { authorization: 7 } }).replace("7", deep)),
    );
  }),
  malformed("more than 12 KB", /longer than 12288 bytes/, (payment) =>
    signature(asHeader({ ...payment, extensions: { padding: "x".repeat(9_500) } })),
  ),
  {
    what: "an offer that is written twice, of which the last counts",
    reason: "wrong_amount",
    message: /not "19999"/,
    headers: (payment) => {
      const other = JSON.stringify({ ...payment.accepted, amount: "19999" });
      return signature(textToBase64(`${JSON.stringify(payment).slice(0, -1)},"accepted":${other}}`));
    },
  },
  unsupported("a payload of version 1", /Only x402 version 2/, (payment) => json(versionOne(payment))),
  unsupported("a version that is to come", /Only x402 version 2/, (payment) =>
    json({ ...payment, x402Version: 3 }),
  ),
  unsupported("a version that is a text", /Only x402 version 2/, (payment) =>
    json({ ...payment, x402Version: "2" }),
  ),
  unsupported("X-PAYMENT of version 1", /X-PAYMENT is x402 version 1.*PAYMENT-SIGNATURE/, (payment) => ({
    "x-payment": textToBase64(JSON.stringify(versionOne(payment))),
  })),
  unsupported("X-PAYMENT of version 2", /X-PAYMENT is x402 version 1.*PAYMENT-SIGNATURE/, (payment) => ({
    "x-payment": asHeader(payment),
  })),
];
