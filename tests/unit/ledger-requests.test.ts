import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { run, runTogether } from "@/lib/payments/ledger/run";
import { ledgerStore } from "@/lib/store/redis";

type Command = string[];

/** What a store over REST was asked: one command at its own address, or a list of them at `/pipeline`. */
interface Asked {
  path: string | undefined;
  body: unknown;
  /** The state of a replicated store that the client has seen, which its next read must not fall behind. */
  seen: string | undefined;
}

const asked: Asked[] = [];
/** Scripts that the store holds; it answers each with its keys, and keeps what is sent in full. */
const held = new Set<string>();
let unseen = 0;

function answerTo([name = "", , , key = ""]: Command): { result?: string; error?: string } {
  if (name === "evalsha" && !held.has("all"))
    return { error: "NOSCRIPT No matching script. Please use EVAL." };
  if (name === "eval") held.add("all");
  return { result: key };
}

const store = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    const { url: path, headers } = request;
    asked.push({ path, body, seen: headers["upstash-sync-token"]?.toString() });
    const isMany = path === "/pipeline";
    const answer = isMany ? (body as Command[]).map(answerTo) : answerTo(body as Command);
    response.statusCode = "error" in answer ? 400 : 200; // as Upstash's own has it
    response.setHeader("content-type", "application/json");
    response.setHeader("upstash-sync-token", `state-${++unseen}`);
    response.end(JSON.stringify(answer));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("UPSTASH_REDIS_REST_URL", `http://127.0.0.1:${(store.address() as AddressInfo).port}`);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "token");
});
afterAll(() => {
  vi.unstubAllEnvs();
  store.closeAllConnections();
  store.close();
});
beforeEach(() => {
  asked.length = 0;
  held.clear();
});

const LUA = "return KEYS[1]";

it("a script leaves by itself, by its hash, and once in full where the store does not know it", async () => {
  expect(await run(LUA, ["one"], ["a"])).toBe("one");
  expect(await run(LUA, ["two"], ["b"])).toBe("two");
  expect(asked.map(({ path, body }) => [path, (body as Command)[0]])).toEqual([
    ["/", "evalsha"],
    ["/", "eval"],
    ["/", "evalsha"],
  ]);
  expect((asked[1]?.body as Command).slice(1)).toEqual([LUA, 1, "one", "a"]);
});

it("many scripts of one moment leave in one request", async () => {
  held.add("all");
  const replies = await Promise.all(["one", "two", "three"].map((key) => runTogether(LUA, [key], [])));
  expect(replies).toEqual(["one", "two", "three"]);
  expect(asked.map(({ path }) => path)).toEqual(["/pipeline"]);
});

it("a read sees what a script wrote before it, in a store with replicas: both bring the same last state", async () => {
  held.add("all");
  await run(LUA, ["one"], []);
  await ledgerStore().get("one");
  await run(LUA, ["one"], []);
  expect(asked.map(({ seen }) => seen).slice(1)).toEqual([`state-${unseen - 2}`, `state-${unseen - 1}`]);
});

it.each(["7", '{"a":1}', "[]"])("a script's reply comes as it was written: %s", async (reply) => {
  held.add("all");
  expect([await run(LUA, [reply], []), await runTogether(LUA, [reply], [])]).toEqual([reply, reply]);
});
