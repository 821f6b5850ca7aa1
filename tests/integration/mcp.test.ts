import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import type { SettleResponse } from "@x402/core/types";
import Ajv from "ajv/dist/2020";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { priceOf, type RouteEntry } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { toUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { prepareLinkDocumentation } from "@/lib/identity/prepare-link/documentation";
import { registerDocumentation } from "@/lib/identity/register/documentation";
import { RECEIPT_MEMBER } from "@/lib/mcp/receipt-member";
import type { MppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { reader } from "@/sandbox/chains/evm/client";
import { callRpc } from "@/sandbox/host/json-rpc";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { Jwks, openJws } from "../support/jws";
import { PUBLISH, submission } from "../support/lounge-world";
import { challengeIn, connect, contentOf, ERAS, postMessage, type Structured } from "../support/mcp";
import { credential } from "../support/mpp";
import { newMppPayer } from "../support/mpp-payer";
import {
  asHeader,
  CHAINS,
  earlyInWindow,
  newAddress,
  newPayer,
  payFor,
  post,
  type Payer,
} from "../support/service";
import { lastingPart } from "../support/settlement";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TOOL = "intel_tvl";
const PATH = "/api/svc-intel-tvl";
const PRICE = 20_000n;
/** Where the documented sample asks about what the sandbox's market does not know. */
const ARGUMENTS: Readonly<Record<string, Structured>> = {
  trenches_research: { address: establishedToken(randomness(1), "solana", "plain").address },
  // A log that begins to be has nothing yet that it could go on from.
  lounge_log: {},
  // Of a peer, as this service holds no token here. Whose payment it is takes a signature; what it would publish is said to anybody.
  agent_identity_feedback: { agent: `agt_${"0".repeat(32)}`, transaction: `0x${"0".repeat(64)}`, value: 90 },
};
const ajv = new Ajv({ strict: false, validateFormats: false });

/**
 * The sample's agent, of a wallet of anvil's own, with the transaction that registered it on chain. A wallet that holds the
 * agent of another deployment on this chain is passed by.
 */
async function linkOfSample(): Promise<Structured> {
  const { input } = registerDocumentation.sample;
  const accounts = z.array(z.string()).parse(await callRpc(sandbox.evm.rpcUrl, "eth_accounts", []));
  for (const evmAddress of [input.evmAddress, ...accounts]) {
    const registered = await post({ origin, path: "/api/agent-identity", body: { ...input, evmAddress } });
    const { agent } = registerDocumentation.output.parse(await registered.json());
    const asked = await fetch(`${origin}/api/agent-identity-erc8004?id=${agent.id}`);
    const { call, existing } = prepareLinkDocumentation.output.parse(await asked.json());
    if (existing?.isThisAgent === true) return { id: agent.id, txHash: existing.txHash };
    if (call === null) continue;
    const txHash = await callRpc(sandbox.evm.rpcUrl, "eth_sendTransaction", [
      { from: call.from, to: call.to, data: call.data },
    ]);
    await reader(sandbox.evm).waitForTransactionReceipt({
      hash: z.templateLiteral(["0x", z.string()]).parse(txHash),
    });
    return { id: agent.id, txHash };
  }
  throw new Error("each of anvil's wallets holds another deployment's agent");
}

let client: Client;
/** A signal that is published, for tools that ask about one. */
let signalId = "";
beforeAll(async () => {
  client = await connect(origin);
  const creator = await newPayer(sandbox, "base");
  const payment = asHeader(await payFor(origin, PUBLISH, creator));
  const body = submission(creator.address);
  const made = (await (await post({ origin, path: PUBLISH, body, payment })).json()) as { id: string }; // as the route promises
  signalId = made.id;
});
afterAll(() => client.close());

const call = (name: string, args: Structured = {}, meta: Structured = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args, _meta: meta });

/** A fresh payment for a tool, signed by the official client from the tool's own challenge. */
const payTool = async (payer: Payer, args: Structured = {}) =>
  payer.client.createPaymentPayload(challengeIn(await call(TOOL, args)));

/** What one piece of work costs a payer, whose wallet nobody else uses. */
async function costOf<T>(payer: Payer, work: () => Promise<T>): Promise<{ result: T; cost: bigint }> {
  const before = await payer.balance();
  const result = await work();
  return { result, cost: before - (await payer.balance()) };
}

/** The answer of a paid tool without its receipt. */
const answerIn = (result: CallToolResult): Structured => {
  const { [RECEIPT_MEMBER]: _receipt, ...answer } = contentOf(result);
  return answer;
};

describe.each(ERAS)("the official client of %s", (era) => {
  let own: Client;
  beforeAll(async () => {
    own = await connect(origin, era);
  });
  afterAll(() => own.close());

  it("finds one tool for each route that is sold as one, at the catalog's price", async () => {
    const { tools } = await own.listTools();
    const sold: RouteEntry[] = published.filter(({ tool }) => tool !== null);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...sold.map(({ tool }) => tool), "svc_catalog", "svc_pay_in_browser", "svc_prepare_payment"].sort(),
    );
    for (const entry of sold) {
      const listed = tools.find(({ name }) => name === entry.tool);
      const price = priceOf(entry) > 0 ? `Costs ${toUsd(priceOf(entry))} USDC a call.` : "Free.";
      expect(listed?.description).toContain(price);
    }
  });

  it("calls every free tool, whose answer is what svc_catalog says that it answers", async () => {
    const free: PublishedRoute[] = published.filter(({ tool, tier }) => tool !== null && tier === "free");
    expect(free.length).toBeGreaterThan(3);
    const prepared = { ...ARGUMENTS, agent_identity_erc8004_link: await linkOfSample() };
    for (const { tool, sample } of free) {
      const asked = new Map(Object.entries(prepared)).get(tool ?? "") ?? (sample.input as Structured);
      const args = "signalId" in asked ? { ...asked, signalId } : asked;
      const result = await own.callTool({ name: tool ?? "", arguments: { ...args } });
      expect(result.isError, `${tool}: ${JSON.stringify(result.content)}`).toBeFalsy();
      const details = contentOf(await own.callTool({ name: "svc_catalog", arguments: { tool } }));
      const schema: object = { ...(details.output as object) };
      const validate = ajv.compile(schema);
      expect(validate(contentOf(result)), `${tool}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  it("buys an answer, and gets the same one again for the same payment", async () => {
    const payer = await newPayer(sandbox, "base");
    const required = challengeIn(await own.callTool({ name: TOOL }));
    const payment = await payer.client.createPaymentPayload(required);
    const { result, cost } = await costOf(payer, async () => {
      const buy = () => own.callTool({ name: TOOL, _meta: { "x402/payment": payment } });
      return [await buy(), await buy()] as const;
    });
    expect(cost).toBe(PRICE);
    expect(result[0].isError).toBeFalsy();
    expect(answerIn(result[1])).toEqual(answerIn(result[0]));
  });
});

describe.each(CHAINS)("on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  it("an unpaid call answers with x402's challenge for the tool, offers signed over that resource", async () => {
    const result = await call(TOOL);
    const required = challengeIn(result);
    expect(PaymentRequiredV2Schema.safeParse(required)).toMatchObject({ success: true });
    expect(required.resource.url).toBe(`mcp://tool/${TOOL}`);
    expect(required.error).toMatch(/^no_payment: /);
    expect(required.extensions?.bazaar).toMatchObject({ info: { input: { type: "mcp", toolName: TOOL } } });
    const keys = Jwks.parse(await (await fetch(`${origin}/.well-known/jwks.json`)).json());
    const signed = required.extensions?.["offer-receipt"] as { info: { offers: { signature: string }[] } };
    expect(signed.info.offers).toHaveLength(required.accepts.length);
    for (const { signature } of signed.info.offers) {
      const { payload } = await openJws(signature, keys);
      expect(payload.resourceUrl).toBe(`mcp://tool/${TOOL}`);
    }
  });

  it("a payment in `_meta` buys the answer for exactly the price, with its receipt in both places", async () => {
    const { result, cost } = await costOf(payer, async () =>
      call(TOOL, {}, { "x402/payment": await payTool(payer) }),
    );
    expect(result.isError).toBeFalsy();
    expect(cost).toBe(PRICE);
    const receipt = result._meta?.["x402/payment-response"];
    expect(receipt).toMatchObject({
      success: true,
      payer: expect.stringMatching(new RegExp(payer.address, "i")),
      transaction: expect.stringMatching(/./),
    });
    expect(contentOf(result)[RECEIPT_MEMBER]).toEqual({ x402: receipt, replayed: false });
  });

  it("a payment in `paymentSignature` buys it as well, and replays for nothing, here and over HTTP", async () => {
    const paymentSignature = asHeader(await payTool(payer));
    const { result, cost } = await costOf(payer, async () => {
      const first = await call(TOOL, { paymentSignature });
      const again = await call(TOOL, { paymentSignature, creditsWallet: payer.address });
      const http = await post({ origin, path: PATH, payment: paymentSignature });
      return { first, again, http };
    });
    expect(cost).toBe(PRICE);
    expect(contentOf(result.again)[RECEIPT_MEMBER]).toMatchObject({ replayed: true });
    expect(answerIn(result.again)).toEqual(answerIn(result.first));
    expect(result.http.status).toBe(200);
    expect(result.http.headers.get("idempotent-replayed")).toBe("true");
    expect(await result.http.json()).toEqual(answerIn(result.first));
    const overHttp = decodePaymentResponseHeader(result.http.headers.get("payment-response") ?? "");
    const asTool = result.first._meta?.["x402/payment-response"] as SettleResponse; // x402's own form
    expect(await lastingPart(origin, overHttp)).toEqual(await lastingPart(origin, asTool));
  });

  it("what was bought over HTTP replays as a tool for the same request, and for no other", async () => {
    const payment = await payFor(origin, PATH, payer);
    const body = { message: "one" };
    const { result, cost } = await costOf(payer, async () => {
      const bought = await post({ origin, path: PATH, body, payment: asHeader(payment) });
      const same = await call(TOOL, body, { "x402/payment": payment });
      const other = await call(TOOL, { message: "two" }, { "x402/payment": payment });
      return { bought: (await bought.json()) as unknown, same, other };
    });
    expect(cost).toBe(PRICE);
    expect(answerIn(result.same)).toEqual(result.bought);
    expect(result.other.isError).toBe(true);
    expect(contentOf(result.other)).toMatchObject({ code: "payment_conflict" });
  });

  it("a payment for another tool is refused with a fresh challenge that says why", async () => {
    const { result, cost } = await costOf(payer, async () =>
      call("intel_macro", {}, { "x402/payment": await payTool(payer) }),
    );
    expect(cost).toBe(0n);
    const required = challengeIn(result);
    expect(required.error).toMatch(/^wrong_resource: /);
    expect(required.resource.url).toBe("mcp://tool/intel_macro");
  });

  it("the same payment in both places is one payment; two different ones are refused", async () => {
    const [one, two] = [await payTool(payer), await payTool(payer)];
    const { result, cost } = await costOf(payer, async () => {
      const differing = await call(TOOL, { paymentSignature: asHeader(one) }, { "x402/payment": two });
      const same = await call(TOOL, { paymentSignature: asHeader(one) }, { "x402/payment": one });
      return { differing, same };
    });
    expect(contentOf(result.differing)).toMatchObject({ code: "invalid_request" });
    expect(result.differing.isError).toBe(true);
    expect(result.same.isError).toBeFalsy();
    expect(cost).toBe(PRICE);
  });

  it.each([7, "ü", "a\r\nb: c"])(
    "a `paymentSignature` of %j is a malformed payment",
    async (paymentSignature) => {
      const { result, cost } = await costOf(payer, () => call(TOOL, { paymentSignature }));
      expect(challengeIn(result).error).toMatch(/^malformed_payment: /);
      expect(cost).toBe(0n);
    },
  );

  it("bad arguments are refused with what is wrong, and the payment stays good for right ones", async () => {
    const payment = await payTool(payer);
    const { result, cost } = await costOf(payer, async () => {
      const bad = await call(TOOL, { message: 7 }, { "x402/payment": payment });
      const good = await call(TOOL, {}, { "x402/payment": payment });
      return { bad, good };
    });
    expect(result.bad.isError).toBe(true);
    expect(contentOf(result.bad)).toMatchObject({ code: "invalid_request", issues: [{ path: "message" }] });
    expect(result.good.isError).toBeFalsy();
    expect(cost).toBe(PRICE);
  });

  it("svc_prepare_payment gives a challenge that buys exactly the prepared call", async () => {
    const wanted = { message: "prepared" };
    const prepared = contentOf(await call("svc_prepare_payment", { tool: TOOL, arguments: wanted }));
    expect(prepared).toMatchObject({ priceUsdc: 0.02, arguments: wanted });
    const required = PaymentRequiredV2Schema.parse(prepared.x402);
    const payment = await payer.client.createPaymentPayload(required as ReturnType<typeof challengeIn>);
    const { result, cost } = await costOf(payer, () => call(TOOL, wanted, { "x402/payment": payment }));
    expect(result.isError).toBeFalsy();
    expect(cost).toBe(PRICE);
  });
});

describe("paying by MPP", () => {
  it("the credential in `_meta` buys the answer with MPP's own receipt", async () => {
    const payer = await newMppPayer(sandbox);
    const { _meta: meta } = await call(TOOL);
    const required = meta?.["org.paymentauth/payment-required"] as { challenges: MppChallenge[] };
    const [challenge] = required.challenges;
    if (challenge === undefined) throw new Error("no MPP challenge came");
    const { transaction } = await payer.sign(challenge);
    const header = credential(challenge, { type: "transaction", transaction });
    const paid: unknown = JSON.parse(
      Buffer.from(header.replace(/^Payment /, ""), "base64url").toString("utf8"),
    );
    const before = await payer.balance();
    const result = await call(TOOL, {}, { "org.paymentauth/credential": paid });
    expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    expect(before - (await payer.balance())).toBe(PRICE);
    expect(result._meta?.["org.paymentauth/receipt"]).toMatchObject({ method: "solana", status: "success" });
  });
});

describe("svc_prepare_payment", () => {
  it("judges the arguments before anybody signs", async () => {
    const bad = await call("svc_prepare_payment", { tool: TOOL, arguments: { nonsense: 1 } });
    expect(bad.isError).toBe(true);
    expect(contentOf(bad)).toMatchObject({ code: "invalid_request" });
    const nobody = await call("svc_prepare_payment", { tool: "intel_wallet", arguments: { detail: "full" } });
    expect(contentOf(nobody)).toMatchObject({
      code: "invalid_request",
      error: expect.stringContaining("`solAddress` or `evmAddress` or `message`") as string,
    });
    const unknown = await call("svc_prepare_payment", { tool: "intel_nothing" });
    expect(contentOf(unknown)).toMatchObject({ code: "invalid_request" });
  });

  it("reports what a route's own guard refuses, and that a free tool costs nothing", async () => {
    const args = { target: "https://127.0.0.1", allowlist: ["127.0.0.1"], authorized: true };
    const refused = await call("svc_prepare_payment", { tool: "security_scan", arguments: args });
    expect(refused.isError).toBe(true);
    expect(contentOf(refused)).toMatchObject({ code: "platform_scope_forbidden" });
    const free = contentOf(await call("svc_prepare_payment", { tool: "market", arguments: {} }));
    expect(free).toMatchObject({ priceUsdc: 0, x402: null, mpp: [] });
  });
});

describe("svc_catalog", () => {
  it("names every public route with its price, and documents that answer", async () => {
    const reported = contentOf(await call("svc_catalog")) as {
      routes: { route: string; tool: string | null; priceUsdc: number }[];
      documents: { url: string }[];
    };
    const open: RouteEntry[] = published.filter(({ audience }) => audience === "public");
    expect(reported.routes.map(({ route, tool, priceUsdc }) => [route, tool, priceUsdc])).toEqual(
      open.map((entry) => [`${entry.method} ${entry.path}`, entry.tool, toUsd(priceOf(entry))]),
    );
    expect(reported.documents.length).toBeGreaterThan(0);
    for (const { url } of reported.documents)
      expect((await fetch(url, { headers: { "x-forwarded-for": newAddress() } })).status, url).toBe(200);
  });

  it("tells all of one tool, its own kind too, and says so where there is none of that name", async () => {
    const reported = contentOf(await call("svc_catalog", { tool: TOOL }));
    expect(reported).toMatchObject({ tool: TOOL, route: `POST ${PATH}`, priceUsdc: 0.02 });
    for (const schema of [reported.input, reported.output]) expect(schema).toMatchObject({ type: "object" });
    expect(contentOf(await call("svc_catalog", { tool: "svc_catalog" }))).toMatchObject({ route: null });
    for (const tool of ["intel_nothing", "constructor", ""]) {
      const refused = await call("svc_catalog", { tool });
      expect(refused.isError).toBe(true);
      expect(contentOf(refused)).toMatchObject({ code: "invalid_request" });
    }
  });
});

describe("the protocol's edges", () => {
  const message = (method: string, params: Structured = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
  /** A payment in 10 000 brackets, which is what a stack does not hold. */
  const NESTED = JSON.stringify(
    message("tools/call", { name: TOOL, _meta: { "x402/payment": "deep" } }),
  ).replace('"deep"', `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  const rpc = async (response: Response): Promise<Structured> => {
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return JSON.parse(data) as Structured; // one JSON-RPC message, framed or not
  };

  it.each([
    ["no JSON", "{", -32_700],
    ["a batch", [message("tools/list"), message("tools/list")], -32_600],
    ["an unknown method", message("tools/nothing"), -32_601],
    ["an unknown tool", message("tools/call", { name: "nothing" }), -32_602],
    ["a call without a name", message("tools/call", {}), -32_602],
    ["a cursor of no text", message("tools/list", { cursor: 5 }), -32_602],
    ["a resource without its address", message("resources/read", {}), -32_602],
    [
      "a prompt's argument of no text",
      message("prompts/get", { name: "buy_an_answer", arguments: { question: 5 } }),
      -32_602,
    ],
    ["a message that is nested without end", NESTED, -32_600],
  ])("answers %s with the protocol's own code", async (_what, body, code) => {
    const answer = await rpc(await postMessage(origin, body));
    expect(answer).toMatchObject({ jsonrpc: "2.0", error: { code } });
  });

  it.each(["gzip", "identity"])(
    "a reply is JSON in either revision, and comes as %s to who asks for that",
    async (coding) => {
      const modern = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      for (const [params, headers] of [
        [{}, {}],
        [{ _meta: modern }, { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }],
      ] as const) {
        const answer = await postMessage(origin, message("tools/list", params), {
          ...headers,
          "accept-encoding": coding,
        });
        expect(answer.headers.get("content-type")).toBe("application/json");
        expect(answer.headers.get("content-encoding")).toBe(coding === "gzip" ? "gzip" : null);
        const { result } = (await answer.json()) as { result: { tools: unknown[] } };
        expect(result.tools.length).toBeGreaterThan(20);
      }
    },
  );

  it("a refusal of the front door has one content type too", async () => {
    const refused = await postMessage(origin, "x".repeat(70_000));
    expect([refused.status, refused.headers.get("content-type")]).toEqual([413, "application/json"]);
  });

  it("a client that wants its connection closed after the answer is heard, whatever the answer's form", async () => {
    const closes = (accept: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = {
          ...{ accept, "content-type": "application/json", connection: "close" },
          "x-forwarded-for": newAddress(),
        };
        const sent = request(`${origin}/api/mcp`, { method: "POST", headers }, (answer) => {
          answer.resume();
          resolve(answer.headers.connection);
        });
        sent.once("error", reject);
        sent.end(JSON.stringify(message("ping")));
      });
    expect(await closes("application/json, text/event-stream")).toBe("close");
    expect(await closes("text/html")).toBe("close");
  });

  it("a GET describes the endpoint, and one for an event stream is 405", async () => {
    const response = await fetch(`${origin}/api/mcp`, { headers: { "x-forwarded-for": newAddress() } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ endpoint: `${origin}/api/mcp`, version: "1.1.0" });
    const stream = await fetch(`${origin}/api/mcp`, {
      headers: { accept: "text/event-stream", "x-forwarded-for": newAddress() },
    });
    expect(stream.status).toBe(405);
    expect(stream.headers.get("allow")).toContain("POST");
  });

  it.each(["GET", "POST", "OPTIONS"])("%s echoes its own origin, and no foreign one ever", async (method) => {
    const ask = (from: string | null) =>
      fetch(`${origin}/api/mcp`, {
        method,
        headers: {
          "x-forwarded-for": newAddress(),
          ...(from === null ? {} : { origin: from }),
          ...(method === "POST"
            ? { "content-type": "application/json", accept: "application/json, text/event-stream" }
            : {}),
        },
        ...(method === "POST" ? { body: JSON.stringify(message("tools/list")) } : {}),
      });
    const own = await ask(origin);
    expect(own.ok).toBe(true);
    expect(own.headers.get("access-control-allow-origin")).toBe(origin);
    const none = await ask(null);
    expect(none.ok).toBe(true);
    expect(none.headers.get("access-control-allow-origin")).toBeNull();
    for (const foreign of ["https://evil.example", "null", `${origin}.evil.example`, "http://127.0.0.1:1"]) {
      const response = await ask(foreign);
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("what the front door itself refuses carries no `*` either", async () => {
    for (const response of [
      await fetch(`${origin}/api/mcp`, { method: "DELETE", headers: { "x-forwarded-for": newAddress() } }),
      await postMessage(origin, "x".repeat(70_000)),
    ]) {
      expect([405, 413]).toContain(response.status);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("a tool counts against its route's own limit, however the route is called", async () => {
    await earlyInWindow();
    const address = newAddress();
    const limited = await connect(origin, "2026-07-28", { "x-forwarded-for": address });
    const args = { target: "https://www.example.com" };
    const path = "/api/svc-security-scope";
    for (let i = 0; i < 10; i += 1)
      expect((await post({ origin, path, body: args, address })).status).toBe(200);
    const results: CallToolResult[] = [];
    for (let i = 0; i < 12; i += 1)
      results.push(await limited.callTool({ name: "security_scope", arguments: args }));
    await limited.close();
    const refused = results.filter(({ isError }) => isError);
    expect(refused).toHaveLength(2);
    for (const result of refused) expect(contentOf(result)).toMatchObject({ code: "rate_limited" });
  });
});
