import { generateKeyPairSigner } from "@solana/kit";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import { readTransfer } from "@/lib/payments/rails/solana-transfer";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import { SITE } from "../fixtures/discovery-site";
import { judgeBy } from "../support/contract";
import { answers } from "../support/facilitator-double";
import { type LoungeWorld, ORIGIN, PUBLISH, startLoungeWorld, submission } from "../support/lounge-world";

const TOKEN = "/api/rwa-token";
const EVM = "eip155:84532";
const TRANSACTION =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
/** By which it came first, in a block that did not last. */
const DROPPED = TRANSACTION.replace("5VER", "4VER");

let chain: SolanaChain;
let world: LoungeWorld;
beforeAll(async () => {
  chain = await startSolanaChain({ port: 0 });
  const [seller, feePayer] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  const settings = {
    ...{ NETWORK: "testnet", SOLANA_PAY_TO: seller.address, SOLANA_RPC_URL: chain.rpcUrl },
    ...{ FACILITATOR_PRIMARY_FEE_PAYERS: feePayer.address, LOUNGE_MEMO_SECRET: "m".repeat(32) },
  };
  world = await startLoungeWorld(
    async () => ({
      [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
      [TOKEN]: await import("@/app/api/rwa-token/route"),
    }),
    settings,
  );
  const solana = { scheme: "exact", network: chain.network, extra: { feePayer: feePayer.address } };
  const kinds = [{ scheme: "exact", network: EVM }, solana].map((kind) => ({ x402Version: 2, ...kind }));
  world.facilitator.act("supported", answers(200, { kinds, extensions: [], signers: {} }));
  const settled = { success: true, network: chain.network, transaction: TRANSACTION };
  world.facilitator.act("settle", answers(200, settled));
});
afterAll(async () => {
  await world.close();
  await chain.close();
});
beforeEach(() => world.store.redis.flushdb());

/** The 402 for a body, as a client reads it. */
async function challengeFor(body: unknown): Promise<PaymentRequired> {
  const { x402 } = (await world.post(PUBLISH, body)).body as { x402: PaymentRequired }; // a 402's own
  return x402;
}
const memoIn = ({ accepts }: PaymentRequired, network: string): unknown =>
  accepts.find((offer) => offer.network === network)?.extra["memo"];

/** Signs a 402's offer on Solana with the official client, from a wallet that holds its amount and never paid before. */
async function pay(required: PaymentRequired): Promise<{ header: string; memos: readonly string[] }> {
  const signer = await generateKeyPairSigner();
  await chain.mintUsdc(signer.address, 1_000_000n);
  const client = new x402Client().register(
    chain.network,
    new ExactSvmScheme(signer, { rpcUrl: chain.rpcUrl }),
  );
  const accepts = required.accepts.filter(({ network }) => network === chain.network);
  const payload = await client.createPaymentPayload({ ...required, accepts });
  const { transaction } = payload.payload as { transaction: string }; // the scheme's own
  return { header: encodePaymentSignatureHeader(payload), memos: readTransfer(transaction).memos };
}
const publish = (body: unknown, header: string) => world.post(PUBLISH, body, { "payment-signature": header });
const certificateOf = async (id: unknown) => (await world.get(`${TOKEN}?signalId=${String(id)}`)).body;
const hashIn = (memo: unknown): string => Buffer.from(String(memo), "base64url").toString("hex");
const logged = async (): Promise<number> => (await world.store.redis.lrange("svc:lounge:log", 0, -1)).length;

interface Task {
  status: { message: { metadata: { "x402.payment.required": PaymentRequired } } };
}
/** What a sign-in for the text says that it is for. */
const signInOf = ({ extensions }: PaymentRequired): unknown =>
  (extensions?.["sign-in-with-x"] as { info: { resources: string[] } } | undefined)?.info.resources[0];

describe("a payment on Solana for a signal", () => {
  it("says the certificate's hash in its memo, as the official client signs it", async () => {
    const body = submission((await generateKeyPairSigner()).address, { creatorChain: "sol" });
    const { header, memos } = await pay(await challengeFor(body));
    const reply = await publish(body, header);
    expect(reply.status).toBe(200);
    const certificate = await certificateOf(reply.body["id"]);
    expect(memos.map(hashIn)).toEqual([certificate["certificateHash"]]);
    expect(certificate["payment"]).toEqual({ network: chain.network, memo: memos[0], transaction: null });
  });

  it("is named by its transaction once its money was seen, and for good once that is final", async () => {
    const body = submission((await generateKeyPairSigner()).address, { creatorChain: "sol" });
    const { header } = await pay(await challengeFor(body));
    const { id } = (await publish(body, header)).body;
    const { redis } = world.store;
    const key = String(await redis.hget(`svc:lounge:signal:${String(id)}`, "payment"));
    const record = `svc:ledger:{${key}}:record`;
    const receipt = String(await redis.hget(record, "receipt"));
    await redis.hset(record, { trust: "confirmed", receipt: receipt.replace(TRANSACTION, DROPPED) });
    // What is done behind the answer may have seen it final already.
    await redis.zadd("svc:ledger:to-confirm", { score: Date.now() + 3_600_000, member: key });
    expect((await certificateOf(id))["payment"]).toMatchObject({ transaction: DROPPED });
    // It came into another block, which became final.
    await redis.hset(record, { receipt });
    expect((await certificateOf(id))["payment"]).toMatchObject({ transaction: TRANSACTION });
    await redis.zrem("svc:ledger:to-confirm", key);
    expect((await certificateOf(id))["payment"]).toMatchObject({ transaction: TRANSACTION });
    await expect
      .poll(() => redis.hget(`svc:lounge:signal:${String(id)}`, "transaction"), { timeout: 10_000 })
      .toBe(TRANSACTION);
    await redis.del(`svc:ledger:{${key}}:record`);
    expect((await certificateOf(id))["payment"]).toMatchObject({ transaction: TRANSACTION });
  });

  it("is asked for by a 402 that the API's own document describes", async () => {
    const { status, headers, text } = await world.post(PUBLISH, submission(world.buyer().address));
    const limits = ["x-ratelimit-limit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
    for (const name of limits) headers.set(name, "1"); // the front door's
    expect(text).toContain('"memo":');
    const judge = judgeBy(openApiDocument(SITE, published));
    expect(judge({ method: "POST", path: PUBLISH, status, headers, body: text })).toBeNull();
  });

  it("is asked for by the tool, by its preparation and by a task, with the sign-in for the text, and dates it", async () => {
    const body = submission((await generateKeyPairSigner()).address, { creatorChain: "sol" });
    const { ROUTE_FILES } = await import("@/app/api/mcp/route-files.generated");
    const { bindTools } = await import("@/lib/mcp/tool-table");
    const tools = bindTools(ROUTE_FILES);
    const caller = { headers: new Headers(), signal: AbortSignal.timeout(20_000) };
    const name = "signal_publish";

    const { toolCaller } = await import("@/lib/mcp/call-tool");
    const round = { client: null, opensUrls: false, state: null, declined: false };
    const called: unknown = await toolCaller(tools)({ name, arguments: body }, caller, round);
    const { preparePayment } = await import("@/lib/mcp/prepare-payment");
    const prepared: unknown = await preparePayment({ tool: name, arguments: body }, tools, caller);
    const { sendMessage } = await import("@/lib/a2a/send-message");
    const parts = [{ data: { skill: name, arguments: body } }];
    const sent = { message: { messageId: "m", role: "ROLE_USER", parts } };
    const came: unknown = await sendMessage(sent, tools, caller, new Date());
    const { task } = came as { task: Task };

    const asked = [
      (called as { structuredContent: PaymentRequired }).structuredContent,
      (prepared as { x402: PaymentRequired }).x402,
      task.status.message.metadata["x402.payment.required"],
    ];
    const signIns = [await challengeFor(body), ...asked].map(signInOf);
    expect(new Set(signIns)).toEqual(new Set([expect.stringMatching(/^urn:svc:publish:sha256:/)]));
    expect(asked.map(({ resource }) => resource.url)).toEqual([
      ...[`mcp://tool/${name}`, `mcp://tool/${name}`],
      ORIGIN + PUBLISH,
    ]);
    for (const required of asked) {
      await world.store.redis.flushdb();
      const { header, memos } = await pay(required);
      expect(memos).toEqual([memoIn(required, chain.network)]);
      const { id } = (await publish(body, header)).body;
      expect((await certificateOf(id))["certificateHash"]).toBe(hashIn(memos[0]));
    }
  });

  it("of another text than its 402 was for dates nothing", async () => {
    const wallet = (await generateKeyPairSigner()).address;
    const [asked, sent] = [1, 2].map(() => submission(wallet, { creatorChain: "sol" }));
    const { header, memos } = await pay(await challengeFor(asked));
    const { id } = (await publish(sent, header)).body;
    const certificate = await certificateOf(id);
    expect(certificate["certificateHash"]).not.toBe(hashIn(memos[0]));
    expect(certificate["payment"]).toBeNull();
  });

  it("says another memo in each 402, and none that a published text could be told by", async () => {
    const body = submission((await generateKeyPairSigner()).address, { creatorChain: "sol" });
    const first = await challengeFor(body);
    const { id } = (await publish(body, (await pay(first)).header)).body;
    const hash = (await certificateOf(id))["certificateHash"];
    const memos = [];
    for (let turn = 0; turn < 5; turn += 1) memos.push(memoIn(await challengeFor(body), chain.network));
    expect(new Set(memos).size).toBe(5);
    expect(memos.map(hashIn)).not.toContain(hash);
    expect(memos.every((memo) => String(memo).length === 43)).toBe(true);
    expect(memoIn(first, EVM)).toBeUndefined();
  });

  it("and a second one with the same memo publish one signal, at once and afterwards", async () => {
    const body = submission((await generateKeyPairSigner()).address, { creatorChain: "sol" });
    const required = await challengeFor(body);
    const headers = [];
    for (let turn = 0; turn < 3; turn += 1) headers.push((await pay(required)).header);
    const [one = "", two = "", late = ""] = headers;
    const settled = world.settled();
    const replies = await Promise.all([publish(body, one), publish(body, two)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    // Even where nothing tells the text as published any more, the memo is the first payment's.
    const [content] = await world.store.redis.keys("svc:lounge:content:*");
    await world.store.redis.del(String(content));
    expect(await publish(body, late)).toMatchObject({ status: 409, body: { code: "duplicate_signal" } });
    expect(world.settled()).toBe(settled + 1);
    expect(await logged()).toBe(1);
  });
});
