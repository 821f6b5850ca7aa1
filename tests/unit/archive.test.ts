import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROOT } from "@/scripts/program";
import { archiveOf, checkArchive, restore } from "@/scripts/archive/archive";
import { agentStore, newEvmWallet, newInstance, newSolanaWallet } from "../support/agents";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { madeSignal, seedSignals } from "../support/seed-signals";

let world: Awaited<ReturnType<typeof agentStore>>;
let second: RedisStore;
let folder: string;

beforeAll(async () => {
  world = await agentStore();
  second = await startRedisStore();
  folder = await mkdtemp(path.join(tmpdir(), "archive-"));
});
afterAll(() => Promise.all([world.store.close(), second.close(), rm(folder, { recursive: true })]));
beforeEach(async () => {
  await Promise.all([world.store.redis.flushdb(), second.redis.flushdb()]);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world.enter();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const file = (name: string) => path.join(folder, name);

/** Runs a program as an operator does. */
async function program(
  name: string,
  args: string[],
  { rest: { url } }: RedisStore,
  settings: Readonly<Record<string, string>> = {},
) {
  const env = {
    ...process.env,
    ...{ LEDGER_REDIS_REST_URL: url, LEDGER_REDIS_REST_TOKEN: "test-token", STORE_PREFIX: "svc" },
    ...settings,
  };
  const tsx = path.join(ROOT, "node_modules", ".bin", "tsx");
  const ran = promisify(execFile)(tsx, [`scripts/${name}.ts`, ...args], { cwd: ROOT, env });
  return ran.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr, stdout }: { code: number; stderr: string; stdout: string }) => ({
      code,
      said: stderr + stdout,
    }),
  );
}

/** The first store's archive of a family, line by line. */
async function archived(family: "agents" | "lounge"): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of archiveOf({ redis: world.store.redis, prefix: "svc" }, family, new Date()))
    lines.push(line);
  return lines;
}
async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** All that a store holds and that does not expire; of a hash in one order. */
async function heldIn({ redis }: RedisStore, beginning: string): Promise<Record<string, unknown>> {
  const keys = (await redis.keys(`svc:${beginning}*`)).sort();
  const asked = redis.pipeline();
  for (const key of keys) asked.type(key).ttl(key);
  const types = await asked.exec<unknown[]>();
  const read = redis.pipeline();
  const staying = keys.flatMap((key, at) =>
    Number(types[2 * at + 1]) >= 0 ? [] : [{ key, type: types[2 * at] }],
  );
  for (const { key, type } of staying)
    if (type === "hash") read.hgetall(key);
    else if (type === "list") read.lrange(key, 0, -1);
    else if (type === "zset") read.zrange(key, 0, -1, { withScores: true });
    else read.get(key);
  const values = await read.exec<unknown[]>();
  return Object.fromEntries(
    staying.map(({ key, type }, at) => {
      const value = values[at];
      if (type !== "hash" || !Array.isArray(value)) return [key, value];
      const pairs = Array.from({ length: value.length / 2 }, (_, pair) =>
        value.slice(2 * pair, 2 * pair + 2).map(String),
      );
      return [key, Object.fromEntries(pairs)];
    }),
  );
}

describe("agents", () => {
  it("come back as they were, each answer included, and nothing that would have expired", async () => {
    const service = await newInstance();
    const [evm, solana] = [newEvmWallet(), await newSolanaWallet()];
    const body = { solAddress: solana.address, evmAddress: evm.address, name: "Räucherlachs 🐟" };
    await service.post(body, { proof: await evm.sign("POST", body) });
    for (let at = 0; at < 5; at += 1) await service.post({ evmAddress: newEvmWallet().address });
    await world.store.redis.set("svc:agents:token:eip155:84532:0x8004:0", "agt_0");
    await world.store.redis.set(
      "svc:agents:feedback:fbk_0",
      JSON.stringify({ value: 1, text: 'a "quoted"\nline' }),
    );
    await world.store.redis.set("svc:ledger:epoch", "1");
    const answers = async (of: typeof service) => (await of.get("list=1&limit=50")).text();
    const before = await answers(service);

    expect(await program("export", ["agents", file("agents")], world.store)).toEqual({
      code: 0,
      said: expect.stringContaining("parts of the agents"),
    });
    expect(await program("restore", [file("agents")], second)).toMatchObject({ code: 0 });
    expect(await heldIn(second, "agents:")).toEqual(await heldIn(world.store, "agents:"));
    expect(await second.redis.exists("svc:ledger:epoch")).toBe(0);
    expect((await second.redis.keys("svc:agents:network:*")).length).toBe(0);
    world.enter({ UPSTASH_REDIS_REST_URL: second.rest.url });
    expect(await answers(await newInstance())).toBe(before);
  });

  it("are never written over what is there, unless that is asked for, which may be done again", async () => {
    await (await newInstance()).post({ evmAddress: newEvmWallet().address });
    const lines = await archived("agents");
    await second.redis.hset("svc:agents:record:agt_1", { name: "Other" });
    const back = (over: boolean) =>
      restore({ redis: second.redis, prefix: "svc" }, "agents", from(lines), over);
    await expect(back(false)).rejects.toThrow("--over");
    expect(Object.keys(await heldIn(second, "agents:"))).toEqual(["svc:agents:record:agt_1"]);
    for (let again = 0; again < 2; again += 1) expect(await back(true)).toBe(lines.length - 2);
    expect(await heldIn(second, "agents:")).toMatchObject(await heldIn(world.store, "agents:"));
  });
});

describe("a command that can't begin", () => {
  const inVain = async (name: string, args: string[], settings: Record<string, string> = {}) => {
    const { code, said } = await program(name, args, world.store, {
      ...{ UPSTASH_REDIS_REST_URL: "", LEDGER_REDIS_REST_URL: "", LEDGER_REDIS_REST_TOKEN: "" },
      ...settings,
    });
    expect(code).not.toBe(0);
    return said.trim();
  };

  it.each(["export", "restore"])("says how it is used: %s", async (name) => {
    expect(await inVain(name, ["--help"])).toMatch(new RegExp(`^npm run ${name} -- `));
  });

  it("says in a line which setting or file is missing", async () => {
    expect(await inVain("export", ["agents", file("never")])).toBe(
      "Set LEDGER_REDIS_REST_URL and LEDGER_REDIS_REST_TOKEN, then try again.",
    );
    expect(
      await inVain("export", ["agents", file("never")], { LEDGER_REDIS_REST_URL: "http://a.test" }),
    ).toBe("LEDGER_REDIS_REST_TOKEN must be set, as LEDGER_REDIS_REST_URL is. See .env.example.");
    expect(await inVain("restore", [file("none")])).toMatch(/^ENOENT: no such file .*none'$/);
  });
});

describe("a store that is written to meanwhile", () => {
  it("gives no archive: half of it would be of another moment", async () => {
    const service = await newInstance();
    await service.post({ evmAddress: newEvmWallet().address });
    const reading = archiveOf({ redis: world.store.redis, prefix: "svc" }, "agents", new Date());
    await reading.next();
    await reading.next();
    await service.post({ evmAddress: newEvmWallet().address }); // behind the directory, ahead of the records
    const rest = async () => {
      for await (const line of reading) expect(line).not.toContain('"end"');
    };
    await expect(rest()).rejects.toThrow("Export again");
  });
});

describe("the lounge", () => {
  const SIGNALS = 620;

  it("comes back with every leaf, root and proof of its log unchanged, and goes on from there", async () => {
    const { publishEffects } = await import("@/lib/lounge/publish/effects");
    const seed = (from: number, to: number, redis = world.store.redis) =>
      seedSignals(
        redis,
        publishEffects,
        Array.from({ length: to - from }, (_, at) => ({
          signal: madeSignal(from + at),
          publishedAt: 1_790_000_000_000 + from + at,
        })),
      );
    for (let at = 0; at < SIGNALS; at += 310) await seed(at, at + 310);
    const log = async (store: RedisStore) => {
      world.enter({ UPSTASH_REDIS_REST_URL: store.rest.url });
      vi.resetModules();
      const { GET } = await import("@/app/api/lounge-log/route");
      for (let look = 0; look < 4; look += 1)
        await GET(new Request("https://desk.example.net/api/lounge-log")); // hashes some at a time
      return (
        await GET(new Request("https://desk.example.net/api/lounge-log?first=400"))
      ).json() as Promise<unknown>;
    };
    const before = await log(world.store);
    expect(before).toMatchObject({
      size: SIGNALS,
      root: expect.stringMatching(/./),
      consistency: { first: 400 },
    });

    const lines = await archived("lounge");
    expect(await checkArchive(from(lines))).toMatchObject({ family: "lounge" });
    await restore({ redis: second.redis, prefix: "svc" }, "lounge", from(lines), false);
    expect(await heldIn(second, "lounge:")).toEqual(await heldIn(world.store, "lounge:"));
    expect(await log(second)).toEqual(before);
    await seed(SIGNALS, SIGNALS + 1, second.redis);
    expect(await log(second)).toMatchObject({ size: SIGNALS + 1, consistency: { first: 400 } });
  });
});

describe("an archive", () => {
  let whole: string[];
  beforeAll(async () => {
    world.enter();
    await (await newInstance()).post({ evmAddress: newEvmWallet().address });
    whole = await archived("agents");
  });
  const sealed = (of: string[]): string[] => {
    const sha256 = createHash("sha256")
      .update(of.map((line) => `${line}\n`).join(""))
      .digest("hex");
    return [...of, JSON.stringify({ end: of.length - 1, sha256 })];
  };

  it.each<[string, () => string[]]>([
    ["breaks off", () => whole.slice(0, -1)],
    ["lacks a line", () => [whole[0] ?? "", ...whole.slice(2)]],
    ["was changed", () => whole.map((line) => line.replace("Agent", "Mallory"))],
    ["goes on behind its end", () => [...whole, whole[1] ?? ""]],
    ["is no JSON", () => ["{", ...whole.slice(1)]],
    ["is empty", () => []],
    [
      "brings keys of the ledger along",
      () => sealed([whole[0] ?? "", JSON.stringify({ key: "ledger:epoch", type: "string", of: ["0"] })]),
    ],
  ])("that %s is refused", async (_, made) => {
    await expect(checkArchive(from(made()))).rejects.toThrow();
  });

  it("that is damaged is refused in a line, before anything is written", async () => {
    await writeFile(file("bad"), whole.join("\n").replace("Agent", "Mallory"));
    const { code, said } = await program("restore", [file("bad")], second);
    expect([code, said.trim().split("\n")]).toEqual([1, [expect.stringContaining("changed or damaged")]]);
    expect(await second.redis.dbsize()).toBe(0);
  });

  it("that is whole is taken, under another prefix too", async () => {
    expect(await checkArchive(from(whole))).toMatchObject({ family: "agents", parts: whole.length - 2 });
    await restore({ redis: second.redis, prefix: "svc-two" }, "agents", from(whole), false);
    expect((await second.redis.keys("svc-two:agents:record:*")).length).toBe(1);
  });
});
