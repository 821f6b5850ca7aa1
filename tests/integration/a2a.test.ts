import { Message, SendMessageRequest, Task as TaskMessage } from "@a2a-js/sdk";
import { type Client, ClientFactory, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import type { PaymentRequired } from "@x402/core/types";
import { beforeAll, describe, expect, it } from "vitest";
import { X402_EXTENSION } from "@/lib/discovery/protocols";
import { asHeader, CHAINS, newAddress, newPayer, post, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const PATH = "/api/svc-intel-tvl";
const SKILL = "intel_tvl";
const PRICE = 20_000n;

type Members = Record<string, unknown>;
interface Task {
  id: string;
  contextId: string;
  status: { state: string; message: { parts: { text?: string; data?: unknown }[]; metadata?: Members } };
  artifacts?: { name: string; parts: { data: Members }[] }[];
}
interface Came {
  task?: Task;
  message?: Task["status"]["message"];
}

/** The official client, which finds the endpoint by the agent card; each call comes from an address of its own. */
let client: Client;
beforeAll(async () => {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", newAddress());
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ fetchImpl })] });
  client = await factory.createFromUrl(origin);
});

/** What came of a call, or the client's own class of error. */
async function attempt(made: () => Promise<unknown>): Promise<string> {
  try {
    await made();
    return "no error";
  } catch (error) {
    return error instanceof Error ? error.constructor.name : "";
  }
}

const EXTENSION = { serviceParameters: { "A2A-Extensions": X402_EXTENSION } };

async function send(params: Members): Promise<Came> {
  const came = await client.sendMessage(SendMessageRequest.fromJSON(params), EXTENSION);
  // As the protocol has them in JSON; each is asserted by those who send.
  return "messageId" in came
    ? { message: Message.toJSON(came) as Task["status"]["message"] }
    : { task: TaskMessage.toJSON(came) as Task };
}

const message = (more: Members): Members => ({
  message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [], ...more },
});
const asks = (skill: string, args: Members = {}): Members => ({
  parts: [{ data: { skill, arguments: args } }],
});
const pays = (task: Task, payment: unknown): Members => ({
  taskId: task.id,
  contextId: task.contextId,
  parts: [{ text: "Here is the payment." }],
  metadata: { "x402.payment.status": "payment-submitted", "x402.payment.payload": payment },
  extensions: [X402_EXTENSION],
});

async function taskOf(more: Members): Promise<Task> {
  const came = await send(message(more));
  if (came.task === undefined) throw new Error(`no task came: ${JSON.stringify(came)}`);
  return came.task;
}

/** The price that a task waits for. */
const requiredIn = (task: Task): PaymentRequired => {
  const required = task.status.message.metadata?.["x402.payment.required"];
  PaymentRequiredV2Schema.parse(required);
  return required as PaymentRequired; // as was just seen
};

describe("the official A2A client", () => {
  it("gets a free skill's answer at once", async () => {
    const task = await taskOf(asks("agent_a2a_mesh"));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.status.message.metadata).toBeUndefined();
    expect(task.artifacts?.[0]).toMatchObject({ name: "agent_a2a_mesh", parts: [{ data: { ok: true } }] });
  });

  it.each(CHAINS)("buys an answer on %s by the x402 extension: price, payment, receipt", async (chain) => {
    const payer = await newPayer(sandbox, chain);
    const before = await payer.balance();
    const asked = await taskOf(asks(SKILL, { detail: "brief" }));
    expect(asked.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(asked.status.message.metadata).toMatchObject({ "x402.payment.status": "payment-required" });
    const required = requiredIn(asked);
    expect(required.resource.url).toBe(origin + PATH);
    const payment = await payer.client.createPaymentPayload(required);
    const served = await taskOf(pays(asked, payment));
    expect([served.id, served.contextId]).toEqual([asked.id, asked.contextId]);
    expect(served.status.state, JSON.stringify(served.status)).toBe("TASK_STATE_COMPLETED");
    expect(served.status.message.metadata).toMatchObject({
      "x402.payment.status": "payment-completed",
      "x402.payment.receipts": [
        { success: true, payer: expect.stringMatching(new RegExp(`^${payer.address}$`, "i")) as string },
      ],
    });
    expect(served.artifacts?.[0]?.parts[0]?.data).toMatchObject({ ok: true, kind: "intel-tvl" });
    expect(before - (await payer.balance())).toBe(PRICE);

    // A lost answer comes again, here and over HTTP, and nothing is charged for it.
    const again = await taskOf(pays(asked, payment));
    expect(again.artifacts).toEqual(served.artifacts);
    const overHttp = await post({
      origin,
      path: PATH,
      body: { detail: "brief" },
      payment: asHeader(payment),
    });
    expect(await overHttp.json()).toEqual(served.artifacts?.[0]?.parts[0]?.data);
    expect(before - (await payer.balance())).toBe(PRICE);
  });
});

describe("a task", () => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, "base");
  });

  it("fails with the extension's code where the payment is no good, and moves nothing", async () => {
    const poor = await newPayer(sandbox, "base", 0n);
    const asked = await taskOf(asks(SKILL));
    const failed = await taskOf(pays(asked, await poor.client.createPaymentPayload(requiredIn(asked))));
    expect(failed.status.state).toBe("TASK_STATE_FAILED");
    expect(failed.status.message.metadata).toMatchObject({
      "x402.payment.status": "payment-failed",
      "x402.payment.error": "INSUFFICIENT_FUNDS",
      "x402.payment.receipts": [{ success: false, transaction: "" }],
    });
  });

  it.each([
    { payload: {}, code: "MALFORMED_PAYMENT" },
    { payload: "text", code: "MALFORMED_PAYMENT" },
    { payload: { x402Version: 1 }, code: "UNSUPPORTED_PAYMENT" },
    { payload: [1], code: "MALFORMED_PAYMENT" },
  ])("fails where that is $payload, and is not served", async ({ payload, code }) => {
    const failed = await taskOf(pays(await taskOf(asks(SKILL)), payload));
    expect(failed.status.state).toBe("TASK_STATE_FAILED");
    expect(failed.status.message.metadata).toMatchObject({ "x402.payment.error": code });
    expect(failed.artifacts ?? []).toEqual([]);
  });

  it("buys what it was asked for: a payment for it does not buy another errand", async () => {
    const asked = await taskOf(asks(SKILL));
    const payment = await payer.client.createPaymentPayload(requiredIn(asked));
    const before = await payer.balance();
    const other = await taskOf(asks("intel_macro"));
    const failed = await taskOf(pays(other, payment));
    expect(failed.status.state).toBe("TASK_STATE_FAILED");
    expect(failed.status.message.metadata).toMatchObject({ "x402.payment.error": "WRONG_RESOURCE" });
    expect(before - (await payer.balance())).toBe(0n);
  });

  it("is rejected before anybody signs where its arguments are wrong, and where a guard refuses", async () => {
    const wrong = await taskOf(asks(SKILL, { message: 7 }));
    expect(wrong.status.state).toBe("TASK_STATE_REJECTED");
    expect(wrong.status.message.parts[1]?.data).toMatchObject({ code: "invalid_request" });
    const args = { target: "https://127.0.0.1", allowlist: ["127.0.0.1"], authorized: true };
    const refused = await taskOf(asks("security_scan", args));
    expect(refused.status.state).toBe("TASK_STATE_REJECTED");
    expect(refused.status.message.parts[1]?.data).toMatchObject({ code: "platform_scope_forbidden" });
  });

  it("ends where the client declines to pay", async () => {
    const asked = await taskOf(asks(SKILL));
    const metadata = { "x402.payment.status": "payment-rejected" };
    const ended = await taskOf({ taskId: asked.id, contextId: asked.contextId, metadata });
    expect(ended.status.state).toBe("TASK_STATE_FAILED");
    expect(ended.status.message.metadata).toEqual(metadata);
  });
});

describe("a message without an errand", () => {
  it("is told how to ask, and which skills there are", async () => {
    const reported = (await send(message({ parts: [{ text: "What is the TVL?" }] }))).message;
    expect(reported?.parts[0]?.text).toContain('{"skill":');
    expect(reported?.parts[1]?.data).toMatchObject({
      skills: expect.arrayContaining([SKILL]) as string[],
    });
  });
});

describe("what is not offered", () => {
  it("is refused by the protocol's own errors, as the client knows them", async () => {
    const id = (await taskOf(asks(SKILL))).id;
    const named = { id, tenant: "" };
    expect(await attempt(() => client.getTask(named))).toBe("JsonRpcTaskNotFoundError");
    expect(await attempt(() => client.cancelTask({ ...named, metadata: undefined }))).toBe(
      "JsonRpcTaskNotFoundError",
    );
  });

  const ask = async (body: unknown, headers: Record<string, string> = { "a2a-version": "1.0" }) => {
    const answer = await post({ origin, path: "/api/a2a", body, headers });
    return { status: answer.status, body: (await answer.json()) as Members };
  };
  const rpc = (method: string, params: unknown = {}): Members => ({ jsonrpc: "2.0", id: 7, method, params });

  it.each([
    ["an unknown method", rpc("message/send"), -32_601],
    ["no message", rpc("SendMessage"), -32_602],
    ["an unknown skill", rpc("SendMessage", message(asks("intel_nothing"))), -32_602],
    [
      "two errands at once",
      rpc("SendMessage", message({ parts: [...[1, 2]].map(() => ({ data: { skill: SKILL } })) })),
      -32_602,
    ],
    ["a task that nobody gave", rpc("SendMessage", message({ taskId: "eyJhIjoxfQ" })), -32_001],
    ["a stream", rpc("SendStreamingMessage", message(asks(SKILL))), -32_004],
    ["notifications", rpc("CreateTaskPushNotificationConfig"), -32_003],
  ])("%s has its code", async (_what, body, code) => {
    expect(await ask(body)).toMatchObject({ status: 200, body: { id: 7, error: { code } } });
  });

  it.each<Record<string, string>>([{}, { "a2a-version": "0.3" }, { "a2a-version": "2.0" }])(
    "a client of another version (%j) learns which is spoken",
    async (headers) => {
      const { body } = await ask(rpc("SendMessage", message(asks(SKILL))), headers);
      expect(body).toMatchObject({
        error: { code: -32_009, message: expect.stringContaining("1.0") as string },
      });
    },
  );

  it("what is nested without end, and what is no JSON-RPC, is refused before it is walked", async () => {
    const deep = JSON.stringify(rpc("SendMessage", { message: "deep" })).replace(
      '"deep"',
      `${"[".repeat(9_000)}${"]".repeat(9_000)}`,
    );
    expect(await ask(deep)).toMatchObject({ body: { error: { code: -32_600 } } });
    expect(await ask("{")).toMatchObject({ status: 400, body: { jsonrpc: "2.0", error: { code: -32_700 } } });
    for (const body of [[], { method: "SendMessage" }])
      expect(await ask(body)).toMatchObject({ status: 400, body: { id: null, error: { code: -32_600 } } });
  });
});
