import {
  decompileTransactionMessage,
  generateKeyPairSigner,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from "@solana/kit";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { amountsOf, tokenPrice } from "@/lib/payments/token/amounts";
import { baseUnits } from "@/lib/catalog/money";
import { tokenPayDocumentation } from "@/lib/token/pay/documentation";
import { tokenPayPreviewDocumentation } from "@/lib/token/preview/documentation";
import { DECIMALS, ORIGIN, startTokenWorld, type TokenWorld } from "../support/own-token";

const TVL = "/api/svc-intel-tvl";

let world: TokenWorld;
beforeAll(async () => {
  world = await startTokenWorld();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  world.upstream.clearFaults();
  await world.store.redis.flushall();
});
afterAll(() => world.close());

/** The routes of an instance that runs with these settings. */
async function routes(change: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ ...world.settings, ...change })) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const [preview, pay] = await Promise.all([
    import("@/app/api/token-pay-preview/route"),
    import("@/app/api/token-pay/route"),
  ]);
  const ask = async (body: unknown) => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await preview.POST(new Request(`${ORIGIN}/api/token-pay-preview`, init));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ask,
    quoted: async (body: unknown) => {
      const { quote, price } = tokenPayPreviewDocumentation.output.parse((await ask(body)).body);
      if (quote === null || price === null) throw new Error("nothing was quoted");
      return { quote, price };
    },
    pay: async (query = "") => {
      const response = await pay.GET(new Request(`${ORIGIN}/api/token-pay${query}`));
      return tokenPayDocumentation.output.parse(await response.json());
    },
  };
}

describe("a preview", () => {
  it("before the launch quotes nothing, whatever is asked for", async () => {
    const { ask } = await routes({ TOKEN_LAUNCHED: "false" });
    for (const body of [{}, { route: TVL }, { route: "/api/nothing", merchant: "stranger" }]) {
      const answer = await ask(body);
      expect(answer.status).toBe(200);
      expect(tokenPayPreviewDocumentation.output.parse(answer.body)).toMatchObject({
        ...{ launched: false, quote: null, price: null, token: null },
        because: "The token is not launched.",
      });
    }
  });

  it("quotes by the lower of the providers' prices, for two minutes", async () => {
    const { quoted } = await routes();
    const before = Math.floor(Date.now() / 1000);
    const { quote, price } = await quoted({ route: TVL });
    const lower = Math.min(Number(price.spot), Number(price.average));
    expect(Number(price.usd)).toBe(lower);
    const amounts = amountsOf(baseUnits(20_000), tokenPrice(lower) ?? 0n, DECIMALS);
    expect(quote.amounts).toEqual({
      ...{ gross: String(amounts?.gross), burn: String(amounts?.burn), treasury: String(amounts?.kept) },
      decimals: DECIMALS,
    });
    const life = Date.parse(quote.expiresAt) / 1000 - before;
    expect(life).toBeGreaterThanOrEqual(120);
    expect(life).toBeLessThan(125);
    expect(quote).toMatchObject({ route: TVL, merchantId: "svc", wallet: null, transaction: null });
    expect(quote.accepted).toMatchObject({
      ...{ amount: quote.amounts.gross, asset: world.mint, payTo: world.treasury.address },
      extra: { settlement: "self", quoteId: quote.quoteId, merchantId: "svc", burn: quote.amounts.burn },
    });
  });

  it("gives a wallet the whole transaction, which is its instructions and no more", async () => {
    const { quoted } = await routes();
    const wallet = await generateKeyPairSigner();
    const { quote } = await quoted({ route: TVL, wallet: wallet.address });
    const { messageBytes, signatures } = getTransactionDecoder().decode(
      getBase64Encoder().encode(quote.transaction ?? ""),
    );
    expect(signatures).toEqual({ [wallet.address]: null });
    const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes));
    expect(message.feePayer.address).toBe(wallet.address);
    const instructions: readonly Instruction[] = message.instructions;
    expect(
      instructions.map(({ programAddress, accounts = [], data }) => ({
        program: programAddress,
        data: Buffer.from(data ?? []).toString("base64"),
        accounts: accounts.map((account) => account.address),
      })),
    ).toEqual(
      quote.instructions.map(({ program, accounts, data }) => ({
        ...{ program, data },
        accounts: accounts.map((account) => account.address),
      })),
    );
    expect(quote.instructions.map(({ name }) => name)).toEqual(["BurnChecked", "TransferChecked", "Memo"]);
  });

  it("names no account of a payer whom it does not know", async () => {
    const { quoted } = await routes();
    const { quote } = await quoted({ route: TVL });
    const payers = quote.instructions.flatMap(({ accounts }) =>
      accounts.filter(({ name }) => name.startsWith("payer")).map((account) => account.address),
    );
    expect(payers).toEqual([null, null, null, null]);
  });

  it.each([
    [{ route: "/api/nothing" }, 404],
    [{ route: "/api/market" }, 404],
    [{ route: TVL, merchant: "stranger" }, 404],
    [{ route: TVL, wallet: "1".repeat(44) }, 400],
    [{}, 400],
  ])("of %j is refused with %d", async (body, status) => {
    const { ask } = await routes();
    expect((await ask(body)).status).toBe(status);
  });

  it("of a merchant that is not live is none", async () => {
    const { ask, pay } = await routes();
    expect((await ask({ route: TVL, merchant: "partner" })).body).toMatchObject({ quote: null });
    expect(await pay("?merchant=partner")).toMatchObject({ offered: false });
    expect(await pay()).toMatchObject({ offered: true, because: null });
  });

  it.each([
    ["without a price", "api.dexscreener.com"],
    ["without the last hour's trades", "api.geckoterminal.com"],
  ])("is none %s, and says why", async (_, host) => {
    const { ask, pay } = await routes();
    world.upstream.setFault(host, { kind: "down" });
    expect((await ask({ route: TVL })).body).toMatchObject({
      quote: null,
      because: expect.any(String) as unknown,
    });
    expect(await pay()).toMatchObject({ offered: false, price: null });
  });

  it.each([
    ["a price that moves", { TOKEN_PRICE_MAX_SPREAD_PCT: "0" }, /too fast/],
    ["thin pools", { TOKEN_MIN_LIQUIDITY_USD: "1000000000000" }, /too little/],
    ["a cap that is reached", { TOKEN_DAILY_CAP_USD: "0" }, /today/],
    ["a mint of other decimals", { TOKEN_DECIMALS: "6" }, /decimals/],
    ["a mint of the other program", { TOKEN_PROGRAM: "token-2022" }, /belongs to/],
    ["a node that can't be asked", { SOLANA_RPC_URL: "http://127.0.0.1:1" }, /mint can't be read/],
  ])("is none with %s, and says why", async (_, change, why) => {
    const { ask, pay } = await routes(change);
    const because = expect.stringMatching(why) as unknown;
    expect((await ask({ route: TVL })).body).toMatchObject({ quote: null, because });
    expect(await pay()).toMatchObject({ offered: false, because });
  });
});

describe("the 402 of an instance that reads no provider", () => {
  /** The offers of another instance, which has only the stores. */
  async function assets(change: Record<string, string> = {}): Promise<string[]> {
    const settings = {
      ...world.settings,
      SOLANA_PAY_TO: world.treasury.address,
      EVM_PAY_TO: `0x${"1".repeat(40)}`,
    };
    for (const [name, value] of Object.entries({ ...settings, ...change })) vi.stubEnv(name, value);
    vi.resetModules();
    const { challengeResponse } = await import("@/lib/payments/challenge/challenge-response");
    const { templateOf } = await import("@/lib/payments/challenge/templates");
    const response = await challengeResponse(templateOf(TVL), "no_payment", () => undefined);
    const { x402 } = (await response.json()) as { x402: { accepts: { asset: string }[] } };
    return x402.accepts.map(({ asset }) => asset);
  }

  it("offers the token once its price was shared, last, and not before", async () => {
    expect(await assets()).not.toContain(world.mint);
    await (await routes()).pay();
    const offered = await assets();
    expect(offered.at(-1)).toBe(world.mint);
    expect(offered.length).toBeGreaterThan(1);
    expect(await assets({ TOKEN_LAUNCHED: "false" })).not.toContain(world.mint);
    expect(await assets({ TOKEN_MERCHANTS: "svc:soon" })).not.toContain(world.mint);
  });

  it("stops offering it when the price has grown old, or as much was sold as may be", async () => {
    await (await routes()).pay();
    expect(await assets()).toContain(world.mint);
    expect(await assets({ TOKEN_DAILY_CAP_USD: "0" })).not.toContain(world.mint);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 181_000 });
    try {
      expect(await assets()).not.toContain(world.mint);
    } finally {
      vi.useRealTimers();
    }
  });

  it("offers no token while the stores can't be reached, and USDC all the same", async () => {
    await (await routes()).pay();
    const offered = await assets({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" });
    expect(offered).not.toContain(world.mint);
    expect(offered).not.toEqual([]);
  });
});
