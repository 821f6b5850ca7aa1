import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/http/api-error";
import type { ChallengeTemplate } from "@/lib/payments/challenge/challenge";
import { AUTHORIZATION_USED, TRANSFER } from "@/lib/chains/evm-lookup";
import type * as renderModule from "@/lib/payments/outcome/render-outcome";
import type * as paidCallModule from "@/lib/payments/paid-call";
import { type MadeUpCall, madeUpCall, madeUpRoute } from "../support/made-up-call";
import { startMadeUpTill } from "../support/made-up-till";
import { type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** Authorizations that somebody else, who has seen one, may have sent before the till did. */

const ROUTE = madeUpRoute("/api/scan");
const CHALLENGE: ChallengeTemplate = {
  ...{ path: ROUTE.path, label: "x", amount: 20_000, priceUsdc: 0.02 },
  ...{ description: "Made up.", bazaar: {} },
};
const [PAYER, OURS, USDC] = ["aa", "99", "cc"].map((end) => `0x${end.padStart(40, "0")}`) as [
  string,
  string,
  string,
];
const PAID_BY = `0x${"12".repeat(32)}`;
const hex = (value: number): string => `0x${value.toString(16)}`;
const topic = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;

let node: ScriptedRpc;
let chain: "moved" | "not moved" | "down";
let endTill: () => Promise<void>;
let paidCall: typeof paidCallModule.paidCall;
let renderOutcome: typeof renderModule.renderOutcome;
let flush: () => Promise<unknown>;

/** What the chain says of the payment of that nonce. Its head is a block of now. */
function answer(method: string, [first]: readonly unknown[]) {
  if (chain === "down") return null;
  const now = hex(Math.floor(Date.now() / 1000));
  if (method === "eth_getBlockByNumber")
    return {
      result: { number: first === "latest" ? now : first, timestamp: first === "latest" ? now : first },
    };
  if (method === "eth_call") return { result: hex(chain === "moved" ? 1 : 0) };
  const [nonce] = asked.slice(-1);
  const log = { address: USDC, transactionHash: PAID_BY, blockNumber: now };
  const logs = [
    { ...log, topics: [AUTHORIZATION_USED, topic(PAYER), nonce], data: "0x", logIndex: "0x1" },
    { ...log, topics: [TRANSFER, topic(PAYER), topic(OURS)], data: hex(20_000), logIndex: "0x2" },
  ];
  if (method === "eth_getLogs") return { result: logs.slice(0, 1) };
  return { result: { status: "0x1", logs, blockNumber: now, blockHash: "0x1" } };
}

beforeAll(async () => {
  endTill = await startMadeUpTill();
  node = await startScriptedRpc(answer);
  vi.stubEnv("EVM_RPC_URL", node.url);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  ({ paidCall } = await import("@/lib/payments/paid-call"));
  ({ renderOutcome } = await import("@/lib/payments/outcome/render-outcome"));
  const store = (await import("@/lib/store/redis")).ledgerStore();
  flush = () => store.flushdb();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await node.close();
  await endTill();
});
beforeEach(async () => {
  await flush();
  vi.setSystemTime(Date.now() + 60_000); // looks are counted by the minute
});

let payments = 0;
const asked: string[] = [];
const refusing = () =>
  Promise.reject(
    new ApiError("platform_scope_forbidden", "This target may not be scanned.", {
      charge: "You were not charged.",
    }),
  );

/** A payment on Base whose payer proves the wallet; `guard` judges its request. */
function call(change: Partial<MadeUpCall> = {}, payment: Partial<MadeUpCall["payment"]> = {}): MadeUpCall {
  const nonce = `0x${(payments += 1).toString(16).padStart(64, "0")}`;
  asked.push(nonce);
  const validBefore = String(Math.floor(Date.now() / 1000) + 300);
  const evidence = { from: PAYER, to: OURS, value: "20000", asset: USDC, nonce, validBefore };
  const made = madeUpCall(`base:${nonce}`, {
    entry: ROUTE,
    payment: { rail: "x402-evm", network: "eip155:84532", evidence, ...payment },
    claim: { walletProved: "for this request" },
  });
  return { ...made, ...change };
}

async function told(came: Awaited<ReturnType<typeof paidCall>>) {
  if (came.kind === "exempt") throw new Error("it asks for a payment");
  const response = await renderOutcome(came, CHALLENGE, () => undefined);
  const { error = "", credited = false } = (await response.json()) as { error?: string; credited?: boolean }; // an ApiError body
  return { status: response.status, saysUncharged: /not charged/i.test(error), error, credited };
}

const OUT: Partial<MadeUpCall["payment"]> = {
  verify: async () => ({ kind: "unavailable", detail: "nobody answers" }),
};

describe("a payment that its route refuses before anybody has verified it", () => {
  it("is not said to have charged nothing where somebody else has sent it, and buys another request", async () => {
    chain = "moved";
    const first = call({ guard: refusing });
    const { error, ...rest } = await told(await paidCall(first));
    expect(rest).toEqual({ status: 403, saysUncharged: false, credited: true });
    expect(error).toMatch(/may not be scanned\. Your payment has moved.*don't sign another/);
    const other = { ...first, guard: null, claim: { ...first.claim, owner: "another call's" } };
    other.payment = { ...first.payment, verify: async () => ({ kind: "already-used", detail: "" }) };
    expect(await paidCall(other)).toMatchObject({ kind: "sold", receipt: { transaction: PAID_BY } });
  });

  it("is noted under its link when it is served without its client, so that nobody has it paid for again", async () => {
    chain = "moved";
    const { handedOver } = await import("@/lib/pay-link/handed-over");
    const { keptRequest } = await import("@/lib/payments/ledger/kept-request");
    const { serveRecorded } = await import("@/lib/payments/recovery/credited/serve");
    const { keys } = await import("@/lib/store/keys");
    const { ledgerStore } = await import("@/lib/store/redis");
    const named = { "x-pay-link": `${"a".repeat(64)}.1700000000`, "x-agent-id": "agt_1" };
    const failing = () => Promise.reject(new ApiError("data_unavailable", "Too little is known."));
    const used = { verify: async () => ({ kind: "already-used", detail: "" }) as const };
    const first = call({ handler: failing }, used);
    const request = keptRequest({}, new Headers({ ...named, "x-forwarded-for": "192.0.2.1" }));
    expect((await told(await paidCall({ ...first, claim: { ...first.claim, request } }))).credited).toBe(
      true,
    );
    const seen: (string | null)[] = [];
    const handler = handedOver(async (_, { headers }) => {
      seen.push(...["x-pay-link", "x-agent-id", "x-forwarded-for"].map((name) => headers.get(name)));
      return { answer: { ok: true }, effects: [] };
    });
    const asked = new Request(`https://svc.example.com${ROUTE.path}`, { method: "POST" });
    const served = await serveRecorded({ entry: ROUTE, handler, guard: null }, first.payment.key, asked);
    expect(served).toMatchObject({ kind: "sold", receipt: { transaction: PAID_BY } });
    expect(seen).toEqual([named["x-pay-link"], named["x-agent-id"], null]);
    const note = keys.payLink(named["x-pay-link"], first.claim.fingerprint);
    expect(await ledgerStore().get(note)).toBe(first.payment.key);
  });

  it("charged nothing where the chain says so", async () => {
    chain = "not moved";
    expect(await told(await paidCall(call({ guard: refusing })))).toMatchObject({
      ...{ status: 403, saysUncharged: true, credited: false },
    });
  });

  it("is told that nobody knows whether it has moved where the chain can't be asked", async () => {
    chain = "down";
    const said = await told(await paidCall(call({ guard: refusing })));
    expect(said).toMatchObject({ status: 403, credited: false });
    expect(said.error).toMatch(
      /^This target may not be scanned\. Whether your payment has moved is not known .*don't sign another\.$/,
    );
  });

  it("is looked for a few times a minute at most, whoever comes with what signatures", async () => {
    chain = "not moved";
    const before = node.calls.length;
    const said: boolean[] = [];
    for (let at = 0; at < 8; at += 1)
      said.push((await told(await paidCall(call({ guard: refusing })))).saysUncharged);
    expect(said).toEqual([true, true, true, true, true, false, false, false]);
    expect(node.calls.length - before).toBe(2 * 5);
  });
});

describe("a payment that a facilitator finds good, and that somebody else has sent", () => {
  const thin = () =>
    Promise.reject(
      new ApiError("target_unreachable", "The site gave no answer.", { charge: "You were not charged." }),
    );
  const broken = () => Promise.reject(new Error("a defect"));

  it.each([thin, broken])(
    "is not said to have charged nothing where no answer came of it",
    async (handler) => {
      chain = "moved";
      const { saysUncharged, credited } = await told(await paidCall(call({ handler })));
      expect([saysUncharged, credited]).toEqual([false, true]);
      chain = "not moved";
      expect((await told(await paidCall(call({ handler })))).saysUncharged).toBe(true);
    },
  );
});

describe("a payment that nobody can take now", () => {
  it("is served where somebody else has sent it: its money is with us", async () => {
    chain = "moved";
    expect(await paidCall(call({}, OUT))).toMatchObject({ kind: "sold", receipt: { transaction: PAID_BY } });
  });

  it("charged nothing where the chain says so, and is not said to where that can't be asked", async () => {
    chain = "not moved";
    expect(await told(await paidCall(call({}, OUT)))).toMatchObject({ status: 503, saysUncharged: true });
    chain = "down";
    expect(await told(await paidCall(call({}, OUT)))).toMatchObject({ status: 503, saysUncharged: false });
  });

  it("is not said to have charged nothing by a defect before anybody was asked", async () => {
    chain = "moved";
    const broken = call({ guard: () => Promise.reject(new Error("a defect")) });
    expect(await told(await paidCall(broken))).toMatchObject({ status: 500, saysUncharged: false });
  });
});
