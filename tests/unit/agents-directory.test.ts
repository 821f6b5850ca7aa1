import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { type AgentWallet, agentStore, type Instance, newEvmWallet, newInstance } from "../support/agents";

let world: Awaited<ReturnType<typeof agentStore>>;
let service: Instance;

beforeAll(async () => {
  world = await agentStore();
});
afterAll(() => world.store.close());
beforeEach(() => start());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function start(settings: Record<string, string> = {}): Promise<void> {
  await world.store.redis.flushdb();
  world.enter(settings);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  service = await newInstance();
}

/** The nth address of a made-up agent. */
const address = (n: number): string => `0x${(n + 1).toString(16).padStart(40, "0")}`;
/** An address of the nth network. */
const network = (n: number, host = 1): string => `10.${(n >> 8) & 255}.${n & 255}.${host}`;

async function register(n: number, from = network(n)): Promise<string> {
  const response = await service.post({ evmAddress: address(n), name: `agent ${n}` }, { from });
  expect(response.status).toBe(200);
  return `agent ${n}`;
}
async function prove(wallet: AgentWallet, from = "203.0.113.7"): Promise<string> {
  const body = { evmAddress: wallet.address, name: `proved ${wallet.address}` };
  const response = await service.post(body, { from, proof: await wallet.sign("POST", body) });
  expect(response.status).toBe(200);
  return body.name;
}

async function page(query: string) {
  const response = await service.get(`list=1&${query}`);
  expect(response.status).toBe(200);
  const { agents = [], nextCursor = null } = profileDocumentation.output.parse(await response.json());
  return { names: agents.map(({ name }) => name), agents, nextCursor };
}

/** All pages of the directory. */
async function pages(query: string): Promise<string[][]> {
  const all: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { names, nextCursor } = await page(`${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    all.push(names);
    cursor = nextCursor;
  }
  return all;
}

describe("the directory", () => {
  it("shows the newest first, in pages that leave nobody out and show nobody twice", async () => {
    const made: string[] = [];
    for (let n = 0; n < 23; n += 1) made.push(await register(n));
    const all = await pages("limit=5");
    expect(all.map(({ length }) => length)).toEqual([5, 5, 5, 5, 3]);
    expect(all.flat()).toEqual(made.reverse());
    expect((await page("")).names).toHaveLength(10);
    expect((await page("limit=23")).nextCursor).toBeNull();
  });

  it("keeps its pages while newer agents come in between", async () => {
    for (let n = 0; n < 6; n += 1) await register(n);
    const { names, nextCursor } = await page("limit=3");
    await register(50);
    const next = await page(`limit=3&cursor=${nextCursor}`);
    expect([...names, ...next.names]).toEqual([5, 4, 3, 2, 1, 0].map((n) => `agent ${n}`));
  });

  it("shows agents of one millisecond once each, also where a page ends between them", async () => {
    const ids = Array.from({ length: 7 }, (_, n) => `agt_${n.toString(16).padStart(32, "0")}`);
    for (const id of ids) {
      await world.store.redis.hset(`svc:agents:record:${id}`, { name: id, registeredAt: "1795000000000" });
      const place = { score: 0, member: `1795000000000:${id}` };
      await world.store.redis.zadd("svc:agents:directory:claimed", place);
    }
    expect((await pages("limit=2")).flat()).toEqual([...ids].reverse());
  });

  it("merges the verified and the others by time, and filters either", async () => {
    const first = await register(0);
    const wallet = newEvmWallet();
    const second = await prove(wallet);
    const third = await register(1);
    expect((await pages("limit=1")).flat()).toEqual([third, second, first]);
    expect((await page("verified=true")).names).toEqual([second]);
    expect((await page("verified=false")).names).toEqual([third, first]);
  });

  it("moves an agent that proves itself later, at its own place in time", async () => {
    const wallet = newEvmWallet();
    const body = { evmAddress: wallet.address, name: "late" };
    await service.post(body);
    const newer = await register(1);
    expect((await page("verified=true")).names).toEqual([]);
    await service.post(body, { proof: await wallet.sign("POST", body) });
    expect((await page("")).names).toEqual([newer, "late"]);
    expect((await page("verified=true")).names).toEqual(["late"]);
    expect((await page("verified=false")).names).toEqual([newer]);
  });
});

describe("a network", () => {
  it("shows its newest three unproved agents of a day, beside those of others, and all of them by their ids", async () => {
    const other = await register(1000, network(7));
    for (let n = 0; n < 8; n += 1) await register(n, network(1, n + 1)); // one network, eight addresses
    expect((await page("limit=50")).names).toEqual(["agent 7", "agent 6", "agent 5", other]);
    const { agents } = await page("verified=false");
    expect(agents).toHaveLength(4);
    const hidden = await service.post({ evmAddress: address(0) }, { from: network(9) });
    expect(await hidden.json()).toMatchObject({ agent: { name: "agent 0" } });
  });

  it("shows no more of them where they come at once, on two instances", async () => {
    const other = await newInstance();
    const sent = Array.from({ length: 24 }, (_, n) =>
      (n % 2 === 0 ? service : other).post({ evmAddress: address(n) }, { from: network(1, n + 1) }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect((await page("limit=50")).names).toHaveLength(3);
    // Those that were overtaken too often are told to come again, and were not written.
    expect(new Set(statuses)).toSatisfy((all: Set<number>) =>
      [...all].every((one) => [200, 409].includes(one)),
    );
    const written = await world.store.redis.keys("svc:agents:record:*");
    expect(written).toHaveLength(statuses.filter((status) => status === 200).length);
    expect(written.length).toBeGreaterThan(8);
  });

  it("hides none that proved a wallet, whenever it did", async () => {
    const wallet = newEvmWallet();
    const body = { evmAddress: wallet.address, name: "proved" };
    await service.post(body, { from: network(1) });
    await service.post(body, { from: network(200), proof: await wallet.sign("POST", body) });
    for (let n = 0; n < 4; n += 1) await register(n, network(1));
    expect((await page("limit=50")).names).toEqual(["agent 3", "agent 2", "agent 1", "proved"]);
  });

  it("is not what its record or the store names: tags of another day are others, and no address stands anywhere", async () => {
    const tags = async () => (await world.store.redis.keys("svc:agents:network:*")).sort();
    vi.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z"), toFake: ["Date"] });
    await register(0, "198.51.100.77");
    const today = await tags();
    vi.setSystemTime(new Date("2026-11-23T10:00:00Z"));
    await register(1, "198.51.100.77");
    expect([today.length, (await tags()).length]).toEqual([1, 2]);
    const keys = await world.store.redis.keys("*");
    const records = keys.filter((key) => key.includes(":record:"));
    const fields = await Promise.all(records.map((key) => world.store.redis.hgetall(key)));
    expect(JSON.stringify([keys, fields])).not.toContain("198.51");
    const [key] = today;
    expect(JSON.stringify(fields)).not.toContain(key?.split(":").at(-1));
    expect(await world.store.redis.ttl(key ?? "")).toBeGreaterThan(86_400);
  });

  it("fills no directory: after three hundred registrations the page has three of them, and everybody else", async () => {
    await start({ AGENT_HOURLY_LIMIT: "100000" });
    const others = [await register(5000, network(2)), await register(5001, network(3))];
    for (let n = 0; n < 300; n += 1) await register(n, network(1, (n % 250) + 1));
    expect((await page("limit=50")).names).toEqual([
      "agent 299",
      "agent 298",
      "agent 297",
      ...others.reverse(),
    ]);
    expect(await world.store.redis.zcard("svc:agents:directory:claimed")).toBe(5);
  }, 120_000);
});

describe("registrations of an hour", () => {
  beforeEach(() => start({ AGENT_HOURLY_LIMIT: "4" }));

  const statusOf = async (n: number, from: string): Promise<number> =>
    (await service.post({ evmAddress: address(n) }, { from })).status;

  it("are four for an address here, also where they come at once; the refusal says when to come back", async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => statusOf(n, network(1))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refused = await service.post({ evmAddress: address(99) }, { from: network(1) });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        code: "rate_limited",
        error: expect.stringContaining("Your address has registered or changed 4 agents"),
      },
    ]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3600);
    expect(await statusOf(99, network(2))).toBe(200);
  });

  it("count neither those that are there nor what is refused", async () => {
    for (let times = 0; times < 6; times += 1) expect(await statusOf(1, network(1))).toBe(200);
    for (let times = 0; times < 6; times += 1)
      expect((await service.post({ evmAddress: "0x1" }, { from: network(1) })).status).toBe(400);
    expect(await statusOf(2, network(1))).toBe(200);
  });

  it("are five times as many for a network, whatever addresses it has", async () => {
    const all: number[] = [];
    for (let n = 0; n < 24; n += 1) all.push(await statusOf(n, network(1, n + 1)));
    expect(all).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
  });

  it("begin anew with the hour", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-22T10:59:30Z"), toFake: ["Date"] });
    for (let n = 0; n < 4; n += 1) await statusOf(n, network(1));
    const refused = await service.post({ evmAddress: address(9) }, { from: network(1) });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    vi.setSystemTime(new Date("2026-11-22T11:00:01Z"));
    expect(await statusOf(9, network(1))).toBe(200);
  });

  it("leave what was registered readable", async () => {
    for (let n = 0; n < 5; n += 1) await statusOf(n, network(1));
    expect((await page("")).names.length).toBeGreaterThan(0);
  });
});
