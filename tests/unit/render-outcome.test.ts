import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { nothingFound } from "@/lib/desks/nothing-found";
import { requireToken } from "@/lib/desks/token-address";
import { addressesOf } from "@/lib/desks/wallet/addresses";
import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { chatDocumentation } from "@/lib/chat/documentation";
import type { ChallengeTemplate } from "@/lib/payments/challenge/challenge";
import { renderTemplate } from "@/lib/payments/challenge/template";
import {
  atOtherRequest,
  busy,
  conflict,
  heldByAnother,
  type Missing,
  missing,
  type Money,
  type Outcome,
  owed,
  refusedByRoute,
  refusedPayment,
  undecided,
} from "@/lib/payments/outcome/outcome";
import { refusalOf, renderOutcome } from "@/lib/payments/outcome/render-outcome";

const CHALLENGE: ChallengeTemplate = {
  ...{ path: "/api/x", label: "x", amount: 20_000, priceUsdc: 0.02 },
  ...{ description: "Made up.", bazaar: {} },
};
const CHARGE = /not charged(?! again)|took no payment/i;
const THIN = new ApiError("data_unavailable", "Too thin.", { details: { missing: ["marks"] } });

interface Body {
  error: string;
  code: string;
  missing?: string[];
}

async function render(outcome: Outcome, challenge = CHALLENGE) {
  const response = await renderOutcome(outcome, challenge, () => undefined);
  const body = (await response.json()) as Body; // an ApiError body
  return { status: response.status, wait: response.headers.get("retry-after"), ...body };
}

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

function throwing(error: ApiError): never {
  throw error;
}
function refusalBy(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const failed = (what: Missing["what"] | "slot", money: Money) =>
  what === "slot" ? busy(1_000, money) : missing(what, new Error("down"), money);

describe("what came of a paid call", () => {
  it.each(["ledger", "payments", "time", "slot", "service"] as const)(
    "says that nothing was charged where the till knows it, and nowhere else: %s",
    async (what) => {
      const reported = async (money: Money): Promise<boolean> =>
        CHARGE.test((await render(failed(what, money))).error);
      expect(await reported("not moved")).toBe(true);
      expect(await reported("unknown")).toBe(false);
      expect(await reported("moved")).toBe(false);
      expect(await render(failed(what, "moved"))).toMatchObject({ credited: true });
      expect(await render(failed(what, "unknown"))).not.toHaveProperty("credited");
    },
  );

  it.each([
    ["another call's", heldByAnother, 409, "payment_conflict", "2"],
    ["in flight for another request", atOtherRequest, 409, "payment_conflict", "2"],
    ["undecided by the chain", undecided, 409, "payment_conflict", "5"],
    ["another request's", conflict("other request"), 409, "payment_conflict", null],
    ["not proved", conflict("not proved"), 409, "payment_conflict", null],
    ["under a key of another request", conflict("key bound"), 409, "payment_conflict", null],
    ["spent", conflict("spent"), 409, "payment_spent", null],
    ["served long ago", conflict("answer expired"), 410, "answer_expired", null],
    ["without a ledger", missing("ledger"), 503, "store_unavailable", "5"],
    ["without a facilitator", missing("payments"), 503, "payments_unavailable", "10"],
    ["without time", missing("time"), 503, "payments_unavailable", "5"],
    ["one too many", busy(14_200), 429, "rate_limited", "15"],
    ["met by a defect", missing("service"), 500, "internal_error", null],
    ["refused by its route", refusedByRoute(THIN), 503, "data_unavailable", null],
  ] as const)(
    "has one status, code and wait: a payment that is %s",
    async (_, outcome, status, code, wait) => {
      expect(await render(outcome)).toMatchObject({ status, code, wait });
      expect(refusalOf(outcome)).toBe(code);
    },
  );

  it("keeps what a route's refusal says of itself", async () => {
    expect(await render(refusedByRoute(THIN))).toMatchObject({ error: "Too thin.", missing: ["marks"] });
  });

  it("says of a route's refusal what the till knows of the payment, whatever the route said", async () => {
    const error = new ApiError("not_owner", "Refused.", { details: { field: "x" } }, "You were not charged.");
    const said = (money?: Money) => render({ ...refusedByRoute(error), ...(money && { money }) });
    for (const money of [undefined, "not moved"] as const)
      expect(await said(money)).toMatchObject({ error: "Refused. You were not charged." });
    const unknown = await said("unknown");
    expect(unknown).toMatchObject({ status: 403, field: "x" });
    expect(unknown.error).toMatch(
      /^Refused\. Whether your payment has moved is not known.*don't sign another\.$/,
    );
    expect(unknown.error).not.toMatch(CHARGE);
    const moved = await said("moved");
    expect(moved).toMatchObject({ status: 403, field: "x", credited: true });
    expect(moved.error).toMatch(/^Refused\. Your payment has moved.*don't sign another/);
  });

  it("promises a credited payment its answer, whatever that failed of, and says when to come back", async () => {
    for (const because of [
      refusedByRoute(THIN),
      missing("ledger"),
      missing("service", new Error("defect")),
    ]) {
      const { error, code, wait } = await render(owed(because));
      expect(code).toBe(refusalOf(because));
      expect(error).toMatch(/has moved and stays credited: .* don't sign another/);
      expect(error).not.toMatch(CHARGE);
      expect(wait).toBe("5");
    }
    expect((await render(owed(heldByAnother))).wait).toBe("2");
    expect(await render(owed(refusedByRoute(THIN)))).toMatchObject({ missing: ["marks"], credited: true });
  });

  it("says of a credited payment what is wrong with its request, where another one is what helps", async () => {
    const requests: [work: () => unknown, said: RegExp][] = [
      [() => requireToken({}), /^Which token\? Send `address`: its mint/],
      [() => addressesOf({}), /^No wallet address was sent\. Send `solAddress`/],
      [
        () => throwing(nothingFound("token", "No such pool.", "a pool of X")),
        /^No such pool\. What would match/,
      ],
    ];
    for (const [work, said] of requests) {
      const { error, wait, ...body } = await render(owed(refusedByRoute(refusalBy(work))));
      expect(error).toMatch(said);
      expect(error).toMatch(
        /\. Your payment has moved .* stays credited: .*Another request.* don't sign another/,
      );
      expect(error).not.toMatch(/charged/);
      expect(body).toMatchObject({ credited: true });
      expect(wait).toBeNull();
    }
  });

  it("suggests a shorter question where chat failed, to whom was not charged", async () => {
    const chat = renderTemplate(chatDocumentation);
    const { status, error } = await render(failed("service", "not moved"), chat);
    expect([status, error]).toEqual([
      500,
      "The service failed. You were not charged. Try again with a shorter question.",
    ]);
    // Another question would be another request, and cost another payment.
    for (const paid of [failed("service", "unknown"), owed(missing("service"))])
      expect((await render(paid, chat)).error).not.toMatch(/shorter/);
    expect((await render(failed("service", "not moved"))).error).toMatch(/not charged\. Try again\.$/);
  });

  it("is named in the log by its reason where a payment is refused", () => {
    expect(refusalOf(refusedPayment("expired"))).toBe("expired");
  });
});

describe("a defect outside the till", () => {
  it("is a 500 that says nothing of money, nor of what happened", async () => {
    const response = errorResponse(new Error("secret of the house"), "/api/x");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: "The service failed. Try again.",
      code: "internal_error",
    });
  });
});
