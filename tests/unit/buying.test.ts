import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseUnits } from "@/lib/catalog/money";
import { callId, readBody } from "@/lib/buying/call";
import { hasRisen, readChallenge, worseThan } from "@/lib/buying/challenge";
import { explorerLink } from "@/lib/buying/chains";
import type { Browser } from "@/lib/buying/browser";
import type { Reply } from "@/lib/buying/deliver";
import { keptCalls, type KeptPayment, keptPayments } from "@/lib/buying/kept-payment";
import { asLine, isOpen, outcomeOf } from "@/lib/buying/outcome";
import { nextStep, type Problem, type Stopped, wordsOf } from "@/lib/buying/problem";
import { finish, pay } from "@/lib/buying/purchase";
import { receiptOf } from "@/lib/buying/receipt";
import { overLimit, readDollars, spendingIn, startOfDay } from "@/lib/buying/spending";
import { walletProblem } from "@/lib/buying/wallet-error";
import type { ConnectedWallet } from "@/lib/buying/wallets";
import { textToBase64 } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";
import { EVM_OFFER, FEE_PAYER, solanaOffer } from "../support/payments";

const PATH = "/api/svc-intel-tvl";
const CALL = { path: PATH, body: "{}", price: baseUnits(20_000) };
const DAY_MS = 24 * 3600 * 1000;

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const header = (accepts: readonly unknown[], url = `https://svc.example${PATH}`): string =>
  textToBase64(JSON.stringify({ x402Version: 2, resource: { url }, accepts }));

describe("a challenge", () => {
  it("is shown as it will be signed, on both chains", () => {
    const { offers } = readChallenge(header([EVM_OFFER, solanaOffer(FEE_PAYER)]), PATH, 7);
    expect(offers.map(({ chain, amount, payTo }) => [chain.name, amount, payTo])).toEqual([
      ["Base Sepolia", 20_000, EVM_OFFER.payTo],
      ["Solana Devnet", 20_000, solanaOffer(FEE_PAYER).payTo],
    ]);
  });

  it("offers nothing that a wallet would sign otherwise than it is shown", () => {
    const evm = { ...EVM_OFFER, extra: { ...EVM_OFFER.extra } };
    const hostile = [
      { ...evm, scheme: "upto" },
      { ...evm, network: "eip155:1" },
      { ...evm, asset: "0x96751B223f5065e972EB5b88DE0433b2dBe00b34" },
      { ...evm, payTo: "0x1234" },
      { ...evm, payTo: "<img src=x onerror=alert(1)>" },
      { ...evm, amount: "0" },
      { ...evm, amount: "1e3" },
      { ...evm, amount: "9".repeat(40) },
      { ...evm, maxTimeoutSeconds: 86_400 },
      { ...evm, extra: { ...evm.extra, assetTransferMethod: "permit2" } },
      { ...solanaOffer(FEE_PAYER), extra: {} },
      { ...solanaOffer(FEE_PAYER), asset: FEE_PAYER },
      { ...solanaOffer(FEE_PAYER), payTo: "\u202egro.live" },
    ];
    for (const offer of hostile) {
      const read = () => readChallenge(header([offer]), PATH, 0).offers;
      try {
        expect(read(), JSON.stringify(offer)).toEqual([]);
      } catch (error) {
        expect(error).toHaveProperty("name", "ZodError"); // the protocol's own schema refuses it
      }
    }
  });

  it("for another route is none for this one", () => {
    expect(() => readChallenge(header([EVM_OFFER], "https://svc.example/api/other"), PATH, 0)).toThrow(
      /else/,
    );
    expect(() => readChallenge("not base64 json", PATH, 0)).toThrow();
  });

  it("is agreed to again where it asks more, or for somebody else, and never where it asks less", () => {
    const at = (amount: string, payTo = EVM_OFFER.payTo) =>
      readChallenge(header([{ ...EVM_OFFER, amount, payTo }]), PATH, 0);
    const [agreed] = at("20000").offers;
    if (agreed === undefined) throw new Error("no offer");
    expect(worseThan(agreed, at("20000"))).toBeNull();
    expect(worseThan(agreed, at("10000"))).toBeNull();
    expect(worseThan(agreed, at("20001"))).toBe("risen");
    expect(worseThan(agreed, at("10000", "0x96751B223f5065e972EB5b88DE0433b2dBe00b34"))).toBe("moved");
    expect(worseThan(agreed, readChallenge(header([solanaOffer(FEE_PAYER)]), PATH, 0))).toBe("gone");
    expect(hasRisen(baseUnits(5), baseUnits(5))).toBe(false);
    expect(hasRisen(baseUnits(5), baseUnits(6))).toBe(true);
  });
});

describe("a request", () => {
  it("is the same in every spelling, and another where it says something else", () => {
    expect(callId({ path: PATH, body: '{"b":1,"a":[2]}' })).toBe(
      callId({ path: PATH, body: '{ "a":[2], "b":1 }' }),
    );
    expect(callId({ path: PATH, body: '{"a":1}' })).not.toBe(callId({ path: PATH, body: '{"a":2}' }));
    expect(readBody("")).toBe("{}");
    for (const none of ["[]", "1", "null", "{", '"{}"', `{"a":"${"x".repeat(60_000)}"}`])
      expect(readBody(none), none.slice(0, 10)).toBeNull();
  });
});

describe("a kept payment", () => {
  const payment = {
    ...{ id: "1", header: "h", network: NETWORKS.testnet.evm.id, payer: "0x1", amount: baseUnits(20_000) },
    ...{ at: 1_000, served: false },
  };

  it("is there for its own call, for a day, and for no other", () => {
    const place = storage();
    let now = 1_000;
    const kept = keptPayments(place, () => now);
    kept.keep(CALL, payment);
    expect(kept.recall({ path: PATH, body: " {} " })).toEqual(payment);
    expect(kept.recall({ path: PATH, body: '{"a":1}' })).toBeNull();
    now += DAY_MS - 1;
    expect(kept.recall(CALL)).toEqual(payment);
    now += 1;
    expect(kept.recall(CALL)).toBeNull();
    expect(place.kept.size).toBe(0);
  });

  it("is none where somebody else wrote something there", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const place = storage();
        const kept = keptPayments(place, () => 1_000);
        kept.keep(CALL, payment);
        for (const key of place.kept.keys()) place.kept.set(key, text);
        expect(kept.recall(CALL)).toBeNull();
      }),
    );
  });

  it("is found by its route alone, once its form is empty; but not one for an agent", () => {
    const place = { ...storage(), key: (index: number) => [...place.kept.keys()][index] ?? null, length: 4 };
    const kept = keptPayments(place, () => 1_000);
    kept.keep({ ...CALL, body: '{"a":"b c"}' }, payment);
    kept.keep({ ...CALL, link: "x" }, payment);
    place.kept.set("pay:kept somebody else's", "1");
    place.kept.set("pay:spent", "[]");
    expect(keptCalls(place, () => 1_000)).toEqual([{ call: { path: PATH, body: '{"a":"b c"}' }, payment }]);
  });

  it("that can't be kept is not kept silently", () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    };
    expect(() => keptPayments(full, () => 0).keep(CALL, payment)).toThrow("Quota");
  });
});

describe("a payment that was sent before", () => {
  const payment = {
    ...{ id: "1", header: "h", network: NETWORKS.testnet.evm.id, payer: "0x1", amount: baseUnits(20_000) },
    ...{ at: 1_000, served: false },
  };

  /** How it ends when it is sent again, and what is kept of it then. */
  async function sentAgain(kept: KeptPayment, ...answers: Reply[]) {
    const place = storage();
    keptPayments(place, () => 1_000).keep(CALL, kept);
    return sentFrom(place, ...answers);
  }
  async function sentFrom(place: ReturnType<typeof storage>, ...answers: Reply[]) {
    let sent = 0;
    const browser: Browser = {
      ...{ storage: place, now: () => 1_000, pause: () => Promise.resolve() },
      alone: (_, work) => work(),
      send: () => Promise.resolve(answers[Math.min(sent++, answers.length - 1)] ?? reply(500)),
    };
    const problem = await finish(browser, CALL, () => undefined).then(
      () => null,
      (error: unknown) => (error as Stopped).problem,
    );
    return {
      money: problem && wordsOf(problem).money,
      spent: spendingIn(place, () => 1_000),
      kept: keptPayments(place, () => 1_000).recall(CALL),
    };
  }
  const reply = (status: number, more: Record<string, string> = {}): Reply => ({
    ...{ status, headers: new Headers(more), text: JSON.stringify({ error: "x", code: "some_code" }) },
  });

  it.each([429, 500, 503])("may have moved, whatever a %i says of this sending", async (status) => {
    const { money, kept } = await sentAgain(payment, reply(status));
    expect([money, kept]).toEqual(["not known yet", payment]);
  });

  it("was charged where its answer was here before, whatever keeps that from coming again", async () => {
    const served = { ...payment, served: true };
    const { money, kept } = await sentAgain(served, reply(503));
    expect([money, kept]).toEqual(["paid before", served]);
  });

  it("is told as it ended by a browser that has no more room to note it", async () => {
    const full = storage();
    keptPayments(full, () => 1_000).keep(CALL, payment);
    full.setItem = () => {
      throw new Error("QuotaExceededError");
    };
    const text = JSON.stringify({ error: "This payment was refunded.", code: "payment_refunded" });
    expect((await sentFrom(full, { ...reply(409), text })).money).toBe("paid and returned");
  });

  it("has charged nothing where each sending of it was answered so", async () => {
    const refused = { ...payment, refused: true } as const;
    const { money, kept } = await sentAgain(refused, reply(503));
    expect([money, kept]).toEqual(["nothing was charged", refused]);
  });

  it("may have moved once it was in flight", async () => {
    const refused = { ...payment, refused: true } as const;
    const inFlight = reply(409, { "retry-after": "1" });
    const { money, kept } = await sentAgain(refused, inFlight, reply(503));
    expect([money, kept]).toEqual(["not known yet", payment]);
  });

  it("and was refunded is listed as returned, by the transaction that returned it, and counts against no limit", async () => {
    const back = `0x${"b".repeat(64)}`;
    const body = { error: "This payment was refunded.", code: "payment_refunded", refund: back };
    const { money, spent, kept } = await sentAgain(payment, { ...reply(409), text: JSON.stringify(body) });
    expect([money, kept, spent.today()]).toEqual(["paid and returned", null, 0]);
    expect(spent.list()).toMatchObject([{ id: "1", state: "returned", transaction: back }]);
    const { text } = wordsOf({ kind: "refunded", message: "", transaction: null });
    expect(text).toMatch(/went back.*Pay again only if you want a new answer/);
  });
});

describe("a sign-in that goes with a payment", () => {
  const UNTIL = 300_000;
  const proof = { header: "signed in", until: UNTIL };
  const payment = {
    ...{ id: "1", header: "h", network: NETWORKS.testnet.evm.id, payer: "0x1", amount: baseUnits(20_000) },
    ...{ at: 1_000, served: false, proof },
  };
  const answer: Reply = { status: 200, headers: new Headers(), text: "{}" };

  /** The sign-in with which a kept payment is sent again, by a page that may have a newer one. */
  async function sentAgain(now: number, newer?: typeof proof): Promise<string | undefined> {
    const place = storage();
    keptPayments(place, () => now).keep(CALL, payment);
    let sent: string | undefined;
    const browser: Browser = {
      ...{ storage: place, now: () => now, pause: () => Promise.resolve() },
      alone: (_, work) => work(),
      send: (call) => {
        sent = call.proof?.header;
        return Promise.resolve(answer);
      },
    };
    await finish(browser, newer === undefined ? CALL : { ...CALL, proof: newer }, () => undefined);
    return sent;
  }

  it("goes with it again after a reload, and no longer once the service would refuse it", async () => {
    expect(await sentAgain(UNTIL - 1)).toBe("signed in");
    expect(await sentAgain(UNTIL)).toBeUndefined();
    expect(await sentAgain(UNTIL, { header: "newer", until: UNTIL + 1 })).toBe("newer");
  });

  /** What comes of a purchase by a wallet that signs an authorization until `end`, in milliseconds. */
  async function bought(now: number, end: number) {
    const offer = readChallenge(header([EVM_OFFER]), PATH, now).offers[0];
    if (offer === undefined) throw new Error("no offer");
    const challenge = readChallenge(header([EVM_OFFER]), PATH, now);
    let [sent, asked] = [0, 0];
    const browser: Browser = {
      ...{ storage: storage(), now: () => now, pause: () => Promise.resolve() },
      alone: (_, work) => work(),
      send: () => ((sent += 1), Promise.resolve(answer)),
    };
    const wallet: ConnectedWallet = {
      ...{ address: "0x1", check: () => Promise.resolve(), switchTo: () => Promise.resolve() },
      sign: () => {
        asked += 1;
        const payload = { authorization: { validBefore: String(end / 1_000) } };
        return Promise.resolve({ x402Version: 2, accepted: offer.requirement, payload });
      },
    };
    const agreed = { challenge, offer, wallet, upTo: offer.amount, since: now };
    const problem = await pay(browser, { ...CALL, proof }, agreed, () => undefined).then(
      () => null,
      (error: unknown) => (error as Stopped).problem.kind,
    );
    return { problem, sent, asked };
  }

  it("must outlive what the payment may still settle in, or nothing is sent", async () => {
    const windowMs = EVM_OFFER.maxTimeoutSeconds * 1_000;
    const last = UNTIL - windowMs;
    expect(await bought(last, UNTIL)).toEqual({ problem: null, sent: 1, asked: 1 });
    // The wallet was answered late: what it signed would still settle without the sign-in.
    expect(await bought(last, UNTIL + 1_000)).toEqual({ problem: "sign_in_over", sent: 0, asked: 1 });
    expect(await bought(last + 1, UNTIL)).toEqual({ problem: "sign_in_over", sent: 0, asked: 0 });
  });
});

describe("a day's limit", () => {
  const one = { path: PATH, network: NETWORKS.testnet.evm.id, payer: "0x1" };

  it("holds what is paid, what may be and what is being signed", () => {
    const noon = new Date(2026, 9, 7, 12).getTime();
    let now = noon;
    const spending = spendingIn(storage(), () => now);
    spending.setLimit(baseUnits(50_000));
    expect(spending.reserve({ ...one, id: "a", amount: baseUnits(20_000) })).toBeNull();
    spending.put({
      ...one,
      id: "a",
      at: now,
      amount: baseUnits(20_000),
      state: "paid",
      transaction: null,
      receipt: null,
    });
    expect(spending.reserve({ ...one, id: "b", amount: baseUnits(30_000) })).toBeNull();
    expect(spending.reserve({ ...one, id: "c", amount: baseUnits(1) })).toBe(0);
    spending.release("b");
    expect(spending.reserve({ ...one, id: "d", amount: baseUnits(30_001) })).toBe(30_000);
    spending.reserve({ ...one, id: "e", amount: baseUnits(30_000) });
    now += 16 * 60 * 1000; // nobody answered the wallet's question: the page was closed
    expect(spending.today()).toBe(20_000);
    now = startOfDay(noon) + 25 * 3600 * 1000;
    expect(spending.today()).toBe(0);
  });

  it("is exact: whatever was spent, nothing goes over it, and all that fits fits", () => {
    const amount = fc.nat({ max: 1e9 }).map(baseUnits);
    fc.assert(
      fc.property(amount, amount, amount, (limit, spent, next) => {
        expect(overLimit(limit, spent, next) === null).toBe(spent + next <= limit);
        expect(overLimit(null, spent, next)).toBeNull();
      }),
    );
  });

  it("is read as people type it, and never as more than they typed", () => {
    expect(["1", "$0.50", "0,5", " 2.000001 ", "0"].map(readDollars)).toEqual([1e6, 5e5, 5e5, 2_000_001, 0]);
    for (const none of ["", "-1", "1e3", "1.0000001", "abc", "1 000", "1.5.0", "Infinity"])
      expect(readDollars(none), none).toBeNull();
  });

  it("forgets on demand what is over, and not what still counts", () => {
    const spending = spendingIn(storage(), () => 1_000);
    const rest = { at: 900, amount: baseUnits(1), transaction: null, receipt: null };
    spending.put({ ...one, ...rest, id: "a", state: "paid" });
    spending.put({ ...one, ...rest, id: "b", state: "sent" });
    spending.put({ ...one, ...rest, id: "c", state: "returned" });
    spending.clear();
    expect(spending.list().map(({ id }) => id)).toEqual(["b"]);
  });
});

describe("what a payment came to", () => {
  const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    ...{ status, headers: new Headers(headers) },
    text: typeof body === "string" ? body : JSON.stringify(body),
  });
  const judge = (status: number, body: unknown, lost = false, headers = {}) =>
    outcomeOf({ reply: reply(status, body, headers), why: "", lost });

  it("keeps the payment wherever it may have moved, and signs a new one only where it can't", () => {
    const open = [
      outcomeOf({ reply: null, why: "cut", lost: true }),
      judge(409, { code: "payment_conflict" }, false, { "retry-after": "3" }),
      judge(502, "<html>Bad gateway</html>"),
      judge(404, "<html>a proxy's page</html>"),
      // With 200 it is the answer only where it can be read as one.
      judge(200, "<html>Sign in to this network</html>"),
      judge(200, '{"ok":true,"ki'),
      judge(200, ""),
      judge(204, ""),
      judge(429, { code: "rate_limited" }, true),
      judge(503, { code: "payments_unavailable" }),
      judge(500, { code: "internal_error" }),
      // A newer version may refuse the request of a payment that the one before it has sold for.
      judge(400, { code: "invalid_request" }, true),
      judge(404, { code: "not_found" }, true),
    ];
    for (const outcome of open) expect(isOpen(outcome), JSON.stringify(outcome)).toBe(true);
    const over = [
      judge(402, { code: "payment_required", reason: "expired" }, true),
      judge(409, { code: "payment_spent" }),
      judge(410, { code: "answer_expired" }),
      judge(400, { code: "invalid_request" }),
      judge(200, { ok: true }),
    ];
    for (const outcome of over) expect(isOpen(outcome), JSON.stringify(outcome)).toBe(false);
    expect(judge(503, { code: "payments_unavailable" }, true).kind).toBe("open");
    const taken = judge(409, { code: "duplicate_signal", error: "Published before." });
    expect(taken).toEqual({ kind: "refused", status: 409, message: "Published before." });
    expect(judge(409, { code: "payment_refunded", error: "Back." })).toEqual({
      ...{ kind: "refunded", message: "Back.", transaction: null },
    });
    expect(judge(409, { code: "a_code_of_later" }).kind).toBe("open");
    // What has moved waits for its answer, whatever that failed of.
    for (const status of [400, 404, 429, 500, 503])
      expect(judge(status, { code: "some_code", credited: true }).kind).toBe("open");
    expect(judge(503, { code: "payments_unavailable" }).kind).toBe("later");
    const untold = "Too little is known. Whether your payment has moved is not known: don't sign another.";
    expect(judge(503, { code: "data_unavailable", error: untold }).kind).toBe("open");
    const long = `${"Too little is known. ".repeat(30)}${untold}`; // what is shown of it ends before it says so
    expect(judge(503, { code: "data_unavailable", error: long }).kind).toBe("open");
    const uncharged =
      "The ledger can't be reached, so this call took no payment. Send it again; don't sign another.";
    expect(judge(503, { code: "store_unavailable", error: uncharged }).kind).toBe("later");
  });

  it("is told in words of its own, whichever it is, and each says what became of the money", () => {
    const amount = baseUnits(20_000);
    const problems: Problem[] = [
      ...(
        ["no_storage", "unreachable", "nothing_offered", "unreadable_offer", "other_tab", "rejected"] as const
      ).map((kind) => ({ kind })),
      ...(["no_account", "signed_too_late", "sign_in_over", "spent", "answer_gone"] as const).map((kind) => ({
        kind,
      })),
      { kind: "over_limit", left: amount, asked: amount },
      { kind: "wrong_clock", aheadMs: -24 * 3_600_000 },
      { kind: "left_waiting", sends: true },
      { kind: "left_waiting", sends: false },
      { kind: "wallet_failed", message: "boom" },
      { kind: "wrong_network", wanted: "Base" },
      { kind: "network_missing", wanted: "Solana" },
      { kind: "no_funds", asked: amount, held: baseUnits(1), network: "Base" },
      { kind: "no_token_account", network: "Solana" },
      ...(["risen", "moved", "gone"] as const).map((how) => ({ kind: "changed" as const, how })),
      ...["expired", "invalid_signature", "payment_rejected", "settlement_failed", "constructor"].map(
        (reason) => ({
          kind: "unpaid" as const,
          reason,
        }),
      ),
      { kind: "open", retryAfterSec: 3 },
      { kind: "not_again", retryAfterSec: 3 },
      { kind: "later", status: 429, message: "x", retryAfterSec: 3, paid: true },
      { kind: "later", status: 503, message: "No facilitator", retryAfterSec: null, paid: true },
      { kind: "later", status: 503, message: "Too little data", retryAfterSec: null, paid: false },
      { kind: "refused", status: 400, message: "x" },
      { kind: "refunded", message: "", transaction: null },
    ];
    const reported = problems.map((problem) => {
      const words = wordsOf(problem);
      for (const part of [words.title, words.text, words.next]) expect(part.length).toBeGreaterThan(0);
      return `${words.title} ${words.text}`;
    });
    expect(new Set(reported).size).toBe(problems.length);
    expect(wordsOf({ kind: "open", retryAfterSec: null }).money).toBe("not known yet");
    // Where a payment may have moved, the way on never signs another.
    for (const problem of problems)
      if (wordsOf(problem).money === "not known yet") expect(nextStep(problem)).toBe("finish");
  });

  it("tells nothing as anything but one line of words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 900 }), (text) => {
        const line = asLine(text);
        expect(line.length).toBeLessThanOrEqual(401);
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
      }),
    );
  });

  it("has a receipt that links to its chain's explorer alone", () => {
    const receipt = (settled: unknown) =>
      receiptOf(reply(200, {}, { "payment-response": textToBase64(JSON.stringify(settled)) }));
    const hash = `0x${"a".repeat(64)}`;
    expect(receipt({ transaction: hash, network: NETWORKS.mainnet.evm.id })?.link).toBe(
      `https://basescan.org/tx/${hash}`,
    );
    for (const transaction of ["javascript:alert(1)", "../../evil", "", `${hash}?x=1`, `${hash}/../x`])
      expect(receipt({ transaction, network: NETWORKS.mainnet.evm.id })?.link, transaction).toBeNull();
    expect(explorerLink("eip155:1", hash)).toBeNull();
    expect(receipt({ transaction: 1 })).toBeNull();
    expect(receiptOf(reply(200, {}))).toBeNull();
  });
});

describe("a wallet's error", () => {
  it("is a rejection wherever it says so, and else its innermost words", () => {
    const wrapped = new Error("outer", { cause: Object.assign(new Error("inner"), { code: 4001 }) });
    expect(walletProblem(wrapped).problem).toEqual({ kind: "rejected" });
    expect(walletProblem(new Error("User rejected the request.")).problem).toEqual({ kind: "rejected" });
    expect(
      walletProblem(new Error("whole request", { cause: new Error("Ledger\u202e is locked") })).problem,
    ).toEqual({
      kind: "wallet_failed",
      message: "Ledger  is locked",
    });
    const circle: { cause?: unknown; message: string } = { message: "round" };
    circle.cause = circle;
    expect(walletProblem(circle).problem).toMatchObject({ kind: "wallet_failed" });
    expect(walletProblem(undefined).problem).toEqual({ kind: "wallet_failed", message: "" });
  });
});
