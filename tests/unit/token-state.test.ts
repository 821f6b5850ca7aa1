import { type Address, generateKeyPairSigner } from "@solana/kit";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/env";
import { tcxCreditsDocumentation } from "@/lib/token/credits/documentation";
import { tokenPayDocumentation } from "@/lib/token/pay/documentation";
import { x402ConfigDocumentation } from "@/lib/resources/x402-config/documentation";
import { DECIMALS, ORIGIN, startTokenWorld, TIERS, type TokenWorld } from "../support/own-token";

const ONE = 10n ** BigInt(DECIMALS);

const DAY_MS = 86_400_000;

const AMOUNTS = [
  0n,
  BigInt(TIERS.deluxe) * ONE - 1n,
  BigInt(TIERS.deluxe) * ONE,
  BigInt(TIERS.executive) * ONE,
  BigInt(TIERS.president) * ONE,
];
/** A wallet that has held so much since yesterday. */
const wallets = new Map<bigint, Address>();

let world: TokenWorld;
beforeAll(async () => {
  world = await startTokenWorld({}, DAY_MS);
  // What counts today was there at midnight.
  for (const amount of AMOUNTS) wallets.set(amount, await newHeld(amount));
  world.chain.advance(DAY_MS);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => world.close());

/** The routes of an instance that runs with these settings. */
async function routes(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const [pay, credits, config] = await Promise.all([
    import("@/app/api/token-pay/route"),
    import("@/app/api/tcx-credits/route"),
    import("@/app/api/x402-config/route"),
  ]);
  const get = async (route: { GET: (request: Request) => Promise<Response> }, path: string) => {
    const response = await route.GET(new Request(ORIGIN + path));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return {
    pay: (query = "") => get(pay, `/api/token-pay${query}`),
    credits: (wallet: string) => get(credits, `/api/tcx-credits?wallet=${wallet}`),
    config: () => get(config, "/api/x402-config"),
  };
}

const newWallet = async () => (await generateKeyPairSigner()).address;

async function newHeld(amount: bigint): Promise<Address> {
  const wallet = await newWallet();
  if (amount > 0n) await world.chain.mintToken(world.mint, wallet, amount);
  return wallet;
}

describe("before the launch", () => {
  it("every route says so, and offers and grants nothing, whoever asks", async () => {
    const { pay, credits, config } = await routes({ ...world.settings, TOKEN_LAUNCHED: "false" });
    const rich = await newWallet();
    await world.chain.mintToken(world.mint, rich, BigInt(TIERS.president) * ONE);
    for (const query of ["", "?merchant=svc"]) {
      const { status, body } = await pay(query);
      expect(status).toBe(200);
      const answer = tokenPayDocumentation.output.parse(body);
      expect(answer).toMatchObject({ launched: false, token: null, merchant: null, offered: false });
      expect(answer.atLaunch).not.toEqual([]);
    }
    const { body } = await credits(rich);
    expect(tcxCreditsDocumentation.output.parse(body)).toMatchObject({
      ...{ launched: false, tier: "Guest", balance: null, tiers: [], token: null },
    });
    expect(x402ConfigDocumentation.output.parse((await config()).body).token).toEqual({ launched: false });
  });
});

describe("after the launch", () => {
  it("every route names the token, its merchants and its terms alike", async () => {
    const { pay, config, credits } = await routes(world.settings);
    const answer = tokenPayDocumentation.output.parse((await pay()).body);
    expect(answer).toMatchObject({
      ...{ launched: true, atLaunch: [], merchant: { id: "svc", status: "live" } },
      token: { mint: world.mint, decimals: DECIMALS },
      terms: { discountPct: 30, burnPct: 80, treasuryPct: 20 },
    });
    expect((await pay("?merchant=partner")).body).toMatchObject({
      merchant: { id: "partner", status: "soon" },
      offered: false,
    });
    expect(await pay("?merchant=stranger")).toMatchObject({ status: 404, body: { code: "not_found" } });
    const { body } = await config();
    expect(body).toMatchObject({ token: { launched: true } });
    // What holders have is told by both routes alike.
    const { holders } = tcxCreditsDocumentation.output.parse((await credits(wallets.get(0n) ?? "")).body);
    expect(x402ConfigDocumentation.output.parse(body).token.holders).toEqual(holders);
    expect(holders).toMatchObject({
      freeDesks: {
        ...{ from: String(ONE), perDay: 100 },
        routes: ["tvl", "macro", "wire", "whales"].map((desk) => `/api/svc-intel-${desk}`),
      },
      freeAudits: {
        ...{ tier: "Deluxe", perDay: 3 },
        routes: ["/api/svc-security-headers", "/api/svc-security-readiness"],
      },
      deeperScans: { routes: ["/api/svc-security-scan"] },
    });
  });

  it.each([
    [0n, "Guest"],
    [BigInt(TIERS.deluxe) * ONE - 1n, "Guest"],
    [BigInt(TIERS.deluxe) * ONE, "Deluxe"],
    [BigInt(TIERS.executive) * ONE, "Executive"],
    [BigInt(TIERS.president) * ONE, "President"],
  ])("a wallet that holds %d base units is a %s", async (amount, tier) => {
    const { credits } = await routes(world.settings);
    const wallet = wallets.get(amount);
    const answer = tcxCreditsDocumentation.output.parse((await credits(wallet ?? "")).body);
    expect(answer).toMatchObject({ tier, balance: String(amount), counted: String(amount) });
    const isHolder = amount >= ONE;
    expect(answer.entitled).toEqual({
      freeDesks: { entitled: isHolder, left: isHolder ? 100 : 0 },
      freeAudits: { entitled: tier !== "Guest", left: tier === "Guest" ? 0 : 3 },
      scanDepth: tier,
    });
    expect(answer.because === null).toBe(isHolder);
    expect(Date.parse(answer.resetsAt ?? "") % DAY_MS).toBe(0);
  });

  it("a wallet that got it today is a Guest until midnight", async () => {
    const { credits } = await routes(world.settings);
    const wallet = await newHeld(BigInt(TIERS.president) * ONE);
    expect((await credits(wallet)).body).toMatchObject({
      ...{ tier: "Guest", balance: String(BigInt(TIERS.president) * ONE), counted: "0" },
      because: expect.stringContaining("since 00:00 UTC"),
    });
  });

  it("a balance is read anew after five minutes at the latest, and not before", async () => {
    const { credits } = await routes(world.settings);
    const wallet = await newWallet();
    const first = tcxCreditsDocumentation.output.parse((await credits(wallet)).body);
    expect(first).toMatchObject({ balance: "0" });
    await world.chain.mintToken(world.mint, wallet, 5n);
    expect((await credits(wallet)).body).toMatchObject({ balance: "0" });
    const [key] = await world.store.redis.keys(`*token:holding:${wallet}`);
    expect(await world.store.redis.ttl(key ?? "")).toBeGreaterThan(290);
    expect(await world.store.redis.ttl(key ?? "")).toBeLessThanOrEqual(300);
    await world.store.redis.del(key ?? ""); // what the instance remembers is as old
    const readAt = Date.parse(String(first.asOf));
    vi.useFakeTimers({ toFake: ["Date"], now: readAt + 299_000 });
    try {
      expect((await credits(wallet)).body).toMatchObject({ balance: "0" });
      vi.setSystemTime(readAt + 300_000);
      expect((await credits(wallet)).body).toMatchObject({ balance: "5" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("says that it does not know where the chain can't be asked", async () => {
    const { credits } = await routes({ ...world.settings, SOLANA_RPC_URL: "http://127.0.0.1:1" });
    expect(await credits(await newWallet())).toMatchObject({
      status: 503,
      body: { code: "data_unavailable" },
    });
  });

  it("refuses what is no wallet", async () => {
    const { credits } = await routes(world.settings);
    for (const wallet of ["x", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "1".repeat(44)])
      expect((await credits(wallet)).status).toBe(400);
  });
});

describe("the settings of a launched token", () => {
  it.each([
    ["TOKEN_MINT", ""],
    ["TOKEN_TREASURY", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    ["TOKEN_POOL", ""],
    ["SOLANA_RPC_URL", ""],
    ["TOKEN_QUOTE_SECRET", ""],
    ["TOKEN_QUOTE_SECRET", "short"],
    ["TOKEN_MERCHANTS", ""],
    ["TOKEN_MERCHANTS", "svc:live,svc:soon"],
    ["TOKEN_MERCHANTS", "svc"],
    ["TOKEN_HOLDER_FROM", "0"],
    ["TOKEN_HOLDER_FROM", String(TIERS.deluxe + 1)],
    ["TOKEN_FREE_CALLS_PER_DAY", "0"],
    ["TOKEN_DELUXE_FROM", "0"],
    ["TOKEN_DELUXE_FROM", String(TIERS.executive)],
    ["TOKEN_EXECUTIVE_FROM", String(TIERS.president)],
    ["TOKEN_PRESIDENT_FROM", "0"],
    ["TOKEN_DECIMALS", "13"],
    ["TOKEN_PROGRAM", "erc20"],
  ])("are refused with %s as %j, and needed only then", (name, value) => {
    expect(() => parseEnv({ ...world.settings, [name]: value })).toThrow(name);
    expect(() => parseEnv(world.settings)).not.toThrow();
    expect(() => parseEnv({})).not.toThrow();
  });

  it("may stay while the launch is off, when they still bind what was quoted: no secret that can be guessed", () => {
    const off = { ...world.settings, TOKEN_LAUNCHED: "false" };
    expect(() => parseEnv(off)).not.toThrow();
    expect(() => parseEnv({ ...off, TOKEN_QUOTE_SECRET: "short" })).toThrow("TOKEN_QUOTE_SECRET");
  });

  it("are refused with a secret of quotes that opens something else too", () => {
    const secret = world.settings["TOKEN_QUOTE_SECRET"] ?? "";
    expect(() => parseEnv({ ...world.settings, MPP_SECRET_KEY: secret })).toThrow(/another secret/);
  });
});
