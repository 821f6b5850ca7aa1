import { decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { wrapFetchWithPayment } from "@x402/fetch";
import { beforeAll, describe, expect, it } from "vitest";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { textToBase64 } from "@/lib/http/base64";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newPayer,
  payFor,
  post,
  refusal,
  untilAnswered,
  type Payer,
} from "../support/service";
import { lastingPart } from "../support/settlement";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;

describe.each(CHAINS)("on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  /** What one piece of work costs this payer, whose wallet nobody else uses. */
  async function costOf<T>(work: () => Promise<T>): Promise<{ result: T; cost: bigint }> {
    const before = await payer.balance();
    const result = await work();
    return { result, cost: before - (await payer.balance()) };
  }

  it("the official client buys an answer for exactly its price", async () => {
    const pay = wrapFetchWithPayment(fetch, payer.client);
    const { result: response, cost } = await costOf(() => pay(origin + TVL, { method: "POST" }));
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
    expect(tvlDocumentation.output.safeParse(await response.json())).toMatchObject({ success: true });
    const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
    expect(receipt).toMatchObject({
      success: true,
      payer: expect.stringMatching(new RegExp(payer.address, "i")),
    });
    expect(receipt.transaction).not.toBe("");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("the same payment sent again gets the same answer and costs nothing", async () => {
    const payment = asHeader(await payFor(origin, TVL, payer));
    const first = await post({ origin, path: TVL, payment });
    const answer = await first.text();
    expect(first.status).toBe(200);
    const { result: again, cost } = await costOf(() => post({ origin, path: TVL, payment }));
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(answer);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const [said, saidAgain] = [first, again].map(({ headers }) =>
      lastingPart(origin, decodePaymentResponseHeader(headers.get("payment-response") ?? "")),
    );
    expect(await saidAgain).toEqual(await said);
    expect(cost).toBe(0n);
  });

  it("ten copies at once make one transfer, and every copy ends in the same answer", async () => {
    const payment = asHeader(await payFor(origin, TVL, payer));
    const { result: answers, cost } = await costOf(async () => {
      const copies = await Promise.all(
        Array.from({ length: 10 }, () => post({ origin, path: TVL, payment })),
      );
      for (const copy of copies.filter(({ status }) => status !== 200)) {
        expect(copy.status).toBe(409);
        expect(Number(copy.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      const settled = copies.map((copy) =>
        copy.status === 200 ? copy : untilAnswered({ origin, path: TVL, payment }),
      );
      return Promise.all(settled.map(async (copy) => (await copy).text()));
    });
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"ok":true');
    expect(cost).toBe(PRICE);
  });

  it("the payment written in another way is the same payment", async () => {
    const payment = await payFor(origin, TVL, payer);
    const first = await (await post({ origin, path: TVL, payment: asHeader(payment) })).text();
    const { extensions: _, ...bare } = payment; // what a client echoes there is not part of the payment
    const reordered = Object.fromEntries(Object.entries(bare).reverse());
    const { result: again, cost } = await costOf(() =>
      post({ origin, path: TVL, payment: textToBase64(JSON.stringify(reordered, null, 3)) }),
    );
    expect(await again.text()).toBe(first);
    expect(cost).toBe(0n);
  });

  it("a payment rebuilt without its replay token gets no answer", async () => {
    const payment = await payFor(origin, TVL, payer);
    expect((await post({ origin, path: TVL, payment: asHeader(payment) })).status).toBe(200);
    const rebuilt = (replay?: string): string => {
      const { replay: _, ...extra } = payment.accepted.extra;
      return asHeader({
        ...payment,
        accepted: { ...payment.accepted, extra: { ...extra, ...(replay === undefined ? {} : { replay }) } },
      });
    };
    for (const header of [rebuilt(), rebuilt(""), rebuilt("0".repeat(32))]) {
      const response = await post({ origin, path: TVL, payment: header });
      expect(response.status).toBe(409);
      const refused = await refusal(response);
      expect(refused.code).toBe("payment_conflict");
      expect(refused.x402).toBeUndefined();
      expect(JSON.stringify(refused)).not.toContain("chains");
    }
  });

  it("a payment that bought one request buys no other", async () => {
    const payment = asHeader(await payFor(origin, TVL, payer));
    expect((await post({ origin, path: TVL, payment })).status).toBe(200);
    const { cost } = await costOf(async () => {
      for (const other of [
        { path: TVL, body: { message: "another request" } },
        { path: MACRO, body: undefined },
      ]) {
        const response = await post({ origin, payment, ...other });
        expect(response.status).toBe(409);
        expect((await refusal(response)).code).toBe("payment_conflict");
      }
    });
    expect(cost).toBe(0n);
  });

  it("an absent body and {} are the same request", async () => {
    const payment = asHeader(await payFor(origin, TVL, payer));
    const first = await (await post({ origin, path: TVL, payment })).text();
    expect(await (await post({ origin, path: TVL, payment, body: {} })).text()).toBe(first);
  });

  it("a fresh payment signed for another route is refused, free", async () => {
    const payment = asHeader(await payFor(origin, MACRO, payer));
    const { result: response, cost } = await costOf(() => post({ origin, path: TVL, payment }));
    expect(response.status).toBe(402);
    expect((await refusal(response)).reason).toBe("wrong_resource");
    expect(cost).toBe(0n);
  });

  it("a bad request is 400 and costs nothing, and the same payment then buys a good one", async () => {
    const payment = asHeader(await payFor(origin, TVL, payer));
    const { cost } = await costOf(async () => {
      const bad: [number, string, unknown, Record<string, string>?][] = [
        [400, "invalid_request", "{"],
        [400, "invalid_request", "[]"],
        [400, "invalid_request", { mesage: "a typo" }],
        [400, "invalid_request", { message: 7 }],
        [400, "invalid_request", {}, { "idempotency-key": "k".repeat(129) }],
        [400, "invalid_request", {}, { "x-agent-id": "someone" }],
        [415, "unsupported_media_type", "{}", { "content-type": "text/plain" }],
        [413, "payload_too_large", { message: "x".repeat(17_000) }],
      ];
      for (const [status, code, body, headers] of bad) {
        const response = await post({
          origin,
          path: TVL,
          payment,
          body,
          ...(headers === undefined ? {} : { headers }),
        });
        expect([response.status, (await refusal(response)).code]).toEqual([status, code]);
      }
    });
    expect(cost).toBe(0n);
    const { result: good, cost: price } = await costOf(() =>
      post({ origin, path: TVL, payment, body: { message: "a good request" } }),
    );
    expect(good.status).toBe(200);
    expect(price).toBe(PRICE);
  });

  it("a second payment under the first one's Idempotency-Key gets the stored answer and is not charged", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await post({
      origin,
      path: TVL,
      payment: asHeader(await payFor(origin, TVL, payer)),
      headers,
    });
    const answer = await first.text();
    expect(first.status).toBe(200);
    const second = asHeader(await payFor(origin, TVL, payer));
    const { cost } = await costOf(async () => {
      const again = await post({ origin, path: TVL, payment: second, headers });
      expect(await again.text()).toBe(answer);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      const other = await post({
        origin,
        path: TVL,
        payment: second,
        headers,
        body: { message: "another request" },
      });
      expect(other.status).toBe(409);
    });
    expect(cost).toBe(0n);
    const stranger = await newPayer(sandbox, chain);
    const foreign = await post({
      origin,
      path: TVL,
      payment: asHeader(await payFor(origin, TVL, stranger)),
      headers,
    });
    expect(foreign.status).toBe(200);
    expect(foreign.headers.get("idempotent-replayed")).toBeNull();
  });

  it("a wallet with too little is refused for exactly that", async () => {
    const poor = await newPayer(sandbox, chain, 19_999n);
    const response = await post({ origin, path: TVL, payment: asHeader(await payFor(origin, TVL, poor)) });
    expect(response.status).toBe(402);
    expect((await refusal(response)).reason).toBe("insufficient_funds");
  });

  it("a payment of less, or to somebody else, is refused for exactly that", async () => {
    const challenge = await challengeOf(origin, TVL);
    const signed = (change: Partial<PaymentPayload["accepted"]>): Promise<PaymentPayload> =>
      payer.client.createPaymentPayload({
        ...challenge,
        accepts: challenge.accepts.map((offer) => ({ ...offer, ...change })),
      });
    const { cost } = await costOf(async () => {
      const cheap = await signed({ amount: "19999" });
      expect((await refusal(await post({ origin, path: TVL, payment: asHeader(cheap) }))).reason).toBe(
        "wrong_amount",
      );
      const stranger = await newPayer(sandbox, chain, 1n); // whose account exists, so that only the recipient is wrong
      const elsewhere = await signed({ payTo: stranger.address });
      expect((await refusal(await post({ origin, path: TVL, payment: asHeader(elsewhere) }))).reason).toBe(
        "wrong_recipient",
      );
      const hidden = {
        ...elsewhere,
        accepted: {
          ...elsewhere.accepted,
          payTo: challenge.accepts.find(({ network }) => network === elsewhere.accepted.network)?.payTo ?? "",
        },
      };
      expect((await refusal(await post({ origin, path: TVL, payment: asHeader(hidden) }))).reason).toBe(
        "wrong_recipient",
      );
      const disguised = { ...cheap, accepted: { ...cheap.accepted, amount: "20000" } };
      expect((await refusal(await post({ origin, path: TVL, payment: asHeader(disguised) }))).reason).toBe(
        "wrong_amount",
      );
    });
    expect(cost).toBe(0n);
  });
});

describe("on base", () => {
  it("a tampered signature is refused for exactly that, with a fresh challenge", async () => {
    const payer = await newPayer(sandbox, "base");
    const payment = await payFor(origin, TVL, payer);
    const signature = String(payment.payload.signature);
    const flipped = signature.slice(0, 10) + (signature[10] === "0" ? "1" : "0") + signature.slice(11);
    const response = await post({
      origin,
      path: TVL,
      payment: asHeader({ ...payment, payload: { ...payment.payload, signature: flipped } }),
    });
    expect(response.status).toBe(402);
    const body = await refusal(response);
    expect(body.reason).toBe("invalid_signature");
    expect(body.x402?.accepts[0]?.extra.replay).not.toBe(payment.accepted.extra.replay);
    expect((await post({ origin, path: TVL, payment: asHeader(payment) })).status).toBe(200);
  });
});
