import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

const TOKEN = randomUUID();
const LIMIT = 10_000;

let engine: Engine;
let rest: RedisRest;

beforeAll(async () => {
  engine = await embeddedEngine();
  rest = await startRedisRest({ port: 0, token: TOKEN, engine, maxBodyBytes: LIMIT });
});

afterEach(() => rest.setFault(undefined));

afterAll(async () => {
  await rest.close();
  engine.close();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(rest.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const result = (value: unknown) => ({ status: 200, text: JSON.stringify({ result: value }) });
const failure = (status: number, message: string) => ({ status, text: JSON.stringify({ error: message }) });

describe("authentication", () => {
  it.each([
    ["none", {}],
    ["a wrong one", { authorization: "Bearer wrong" }],
    ["one with more behind it", { authorization: `Bearer ${TOKEN}x` }],
    ["the beginning of it", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["another scheme", { authorization: `Basic ${TOKEN}` }],
    ["an empty one", { authorization: "Bearer " }],
  ])("refuses %s and runs nothing", async (_, headers) => {
    const response = await fetch(rest.url, { method: "POST", headers, body: '["SET","unauthorised","1"]' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: "WRONGPASS invalid or missing auth token" });
    expect(await post("/", ["EXISTS", "unauthorised"])).toEqual(result(0));
  });

  it("takes the token from the address, where a header can't be set", async () => {
    const response = await fetch(`${rest.url}/echo/hi?_token=${TOKEN}`);
    expect(await response.json()).toEqual({ result: "hi" });
  });
});

describe("requests", () => {
  it("carry a command in the body, numbers and booleans as their text", async () => {
    expect(await post("/", ["set", "n", 5])).toEqual(result("OK"));
    expect(await post("/", ["GET", "n"])).toEqual(result("5"));
    expect(await post("/", ["ECHO", true])).toEqual(result("true"));
  });

  it("carry a command in the path, with a body and a query for the rest", async () => {
    expect(await post("/set/path%2Fkey/v%C3%A9?EX=100", "")).toEqual(result("OK"));
    expect(await post("/get/path%2Fkey", "")).toEqual(result("vé"));
    expect(await post("/set/path?ex=100&nx", "from the body")).toEqual(result("OK"));
    expect(await post("/get/path", "")).toEqual(result("from the body"));
    expect(await post("/ttl/path", "")).toEqual(result(100));
  });

  it.each([
    ["text that is not JSON", "/", "nonsense", "ERR failed to parse request body as JSON"],
    ["an empty body", "/", "", "ERR failed to parse request body as JSON"],
    ["an object", "/", "{}", "ERR failed to parse command: a command is a list"],
    ["an empty command", "/", "[]", "ERR empty command"],
    ["an argument that is null", "/", '["GET",null]', "an argument is a string, a number or a boolean"],
    ["an argument that is a list", "/", '["GET",["a"]]', "an argument is a string, a number or a boolean"],
    ["a pipeline that is no list", "/pipeline", '"x"', "ERR failed to parse pipeline request"],
    ["a pipeline of strings", "/multi-exec", '["x"]', "ERR failed to parse command: a command is a list"],
    ["a path that can't be decoded", "/get/%E0%A4", "", "ERR failed to decode the path"],
  ])("are refused with 400 when they carry %s", async (_, path, body, message) => {
    const { status, text } = await post(path, body);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it("are refused with 413 when they are too long, whether they say so or not", async () => {
    const command = JSON.stringify(["SET", "long", "x".repeat(LIMIT)]);
    expect((await post("/", command)).status).toBe(413);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "transfer-encoding": "chunked" };
      const request = http.request(rest.url, { method: "POST", headers }, (response) =>
        resolve(response.statusCode),
      );
      request.on("error", reject).end(command);
    });
    expect(status).toBe(413);
    expect(await post("/", ["EXISTS", "long"])).toEqual(result(0));
  });
});

describe("replies", () => {
  it("are text, or base64 when that is asked for, OK by itself excepted", async () => {
    const base64 = { "upstash-encoding": "base64" };
    await post("/pipeline", [
      ["SET", "b1", "OK"],
      ["SET", "b2", "é"],
    ]);
    expect(await post("/", ["GET", "b2"], base64)).toEqual(result("w6k="));
    expect(await post("/", ["SET", "b3", "x"], base64)).toEqual(result("OK"));
    expect(await post("/", ["GET", "b1"], base64)).toEqual(result("OK"));
    expect(await post("/", ["MGET", "b1", "b2", "none"], base64)).toEqual(result(["T0s=", "w6k=", null]));
    expect(await post("/", ["TYPE", "b1"], base64)).toEqual(result("c3RyaW5n"));
    expect(await post("/", ["MGET", "b1", "b2"])).toEqual(result(["OK", "é"]));
  });

  it("give integers beyond 2^53 with all their digits", async () => {
    await post("/", ["SET", "big", "9007199254740993"]);
    expect(await post("/", ["INCR", "big"])).toEqual({ status: 200, text: '{"result":9007199254740994}' });
    expect(await post("/", ["INCRBY", "big", "-1"])).toEqual({
      status: 200,
      text: '{"result":9007199254740993}',
    });
  });

  it("are 400 with the error for one command, and in a pipeline the error in its place", async () => {
    await post("/", ["SET", "text", "x"]);
    const message = "ERR value is not an integer or out of range";
    expect(await post("/", ["INCR", "text"])).toEqual(failure(400, message));
    const commands = [
      ["GET", "text"],
      ["INCR", "text"],
      [],
      ["SUBSCRIBE", "c"],
      ["NOSUCH", "é"],
      ["ECHO", "end"],
    ];
    const { status, text } = await post("/pipeline", commands);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual([
      { result: "x" },
      { error: message },
      { error: "ERR empty command" },
      { error: "ERR Command is not available: 'subscribe'" },
      { error: "ERR unknown command 'NOSUCH', with args beginning with: 'é' " },
      { result: "end" },
    ]);
  });

  it("refuse a transaction as a whole when one of its commands can't be run", async () => {
    for (const wrong of [["NOSUCH"], ["GET"], ["AUTH", "x"], []]) {
      const { status } = await post("/multi-exec", [["SET", "untouched", "1"], wrong]);
      expect(status).toBe(400);
    }
    expect(await post("/", ["EXISTS", "untouched"])).toEqual(result(0));
  });

  it.each(["BLPOP", "multi", "Select", "AUTH", "MONITOR", "SHUTDOWN", "CONFIG", "CLIENT", "WATCH"])(
    "never let %s through",
    async (name) => {
      const { status, text } = await post("/", [name, "x", "0"]);
      expect([status, text]).toEqual([400, expect.stringContaining("Command is not available")]);
    },
  );
});

describe("scripts that ask for key locking", () => {
  const source = '#!lua flags=allow-key-locking\nreturn redis.call("SET", KEYS[1], ARGV[1])';
  const sha = createHash("sha1").update(source).digest("hex");

  it("run, and are found again by the sha1 of the text that was sent", async () => {
    expect((await post("/", ["EVALSHA", sha, "1", "locked", "a"])).text).toContain("NOSCRIPT");
    expect(await post("/", ["EVAL", source, "1", "locked", "a"])).toEqual(result("OK"));
    expect(await post("/", ["evalsha", sha.toUpperCase(), "1", "locked", "b"])).toEqual(result("OK"));
    expect(await post("/", ["GET", "locked"])).toEqual(result("b"));
    expect(await post("/", ["SCRIPT", "EXISTS", sha, "0".repeat(40)])).toEqual(result([1, 0]));
  });

  it("are loaded under the sha1 of the text that was sent", async () => {
    const loaded = `${source} -- ${randomUUID()}`;
    const name = createHash("sha1").update(loaded).digest("hex");
    expect(await post("/", ["SCRIPT", "LOAD", loaded])).toEqual(result(name));
    expect(await post("/", ["EVALSHA", name, "1", "locked", "c"])).toEqual(result("OK"));
  });

  it("keep their other flags", async () => {
    const readOnly = '#!lua flags=allow-key-locking,no-writes\nreturn redis.call("SET", KEYS[1], 1)';
    expect((await post("/", ["EVAL", readOnly, "1", "locked"])).text).toContain(
      "Write commands are not allowed",
    );
    expect((await post("/", ["EVAL", "#!lua flags=other\nreturn 1", "0"])).text).toContain("Unexpected flag");
  });

  it("name the line of an error as the sender counts it", async () => {
    const { text } = await post("/", ["EVAL", '#!lua flags=allow-key-locking\n\nerror("x")', "0"]);
    expect(text).toContain("user_script:3: x");
  });
});

describe("faults", () => {
  it("down: the connection ends and nothing has run", async () => {
    rest.setFault({ kind: "down" });
    await expect(post("/", ["SET", "down", "1"])).rejects.toThrow();
    rest.setFault(undefined);
    expect(await post("/", ["EXISTS", "down"])).toEqual(result(0));
  });

  it("lost-reply: it has run, but no one hears of it", async () => {
    rest.setFault({ kind: "lost-reply", times: 1 });
    await expect(post("/", ["SET", "lost", "1"])).rejects.toThrow();
    expect(await post("/", ["GET", "lost"])).toEqual(result("1"));
  });

  it("slow: it runs later", async () => {
    rest.setFault({ kind: "slow", milliseconds: 150 });
    const start = performance.now();
    expect(await post("/", ["ECHO", "late"])).toEqual(result("late"));
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  it("error: the answer that was set, for the commands and as often as was set", async () => {
    const when = (commands: readonly (readonly string[])[]) => commands.some(([name]) => name === "SET");
    rest.setFault({ kind: "error", status: 500, message: "ERR out of order", when, times: 2 });
    expect(await post("/", ["ECHO", "x"])).toEqual(result("x"));
    expect(await post("/", ["SET", "e", "1"])).toEqual(failure(500, "ERR out of order"));
    expect(await post("/pipeline", [["SET", "e", "1"]])).toEqual(failure(500, "ERR out of order"));
    expect(await post("/", ["SET", "e", "1"])).toEqual(result("OK"));
  });
});

it("a port that is taken is an error, not a crash", async () => {
  const port = Number(new URL(rest.url).port);
  await expect(startRedisRest({ port, token: TOKEN, engine })).rejects.toThrow("EADDRINUSE");
});

it("an engine that can't be reached is a 500 that says so", async () => {
  const broken: Engine = { run: () => Promise.reject(new Error("connection lost")), close: () => {} };
  const other = await startRedisRest({ port: 0, token: TOKEN, engine: broken });
  const response = await fetch(`${other.url}/get/x`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect([response.status, await response.json()]).toEqual([500, { error: "ERR connection lost" }]);
  await other.close();
});
