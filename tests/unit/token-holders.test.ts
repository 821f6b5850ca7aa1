import { generateKeyPairSync } from "node:crypto";
import { address, generateKeyPairSigner, getAddressEncoder } from "@solana/kit";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { base64ToBytes } from "@/lib/http/base64";
import { rpcClient } from "@/lib/chains/json-rpc";
import { associatedAccount } from "@/lib/chains/associated-account";
import { tcxCreditsDocumentation } from "@/lib/token/credits/documentation";
import { startScriptedRpc } from "../support/scripted-rpc";
import {
  DAY_MS,
  type Holder,
  moveTokens,
  newHolder,
  ONE,
  refusal,
  resourceOf,
  startHolderService,
} from "../support/holders";
import { ORIGIN, startTokenWorld, TIERS, type TokenWorld } from "../support/own-token";
import { evmProof, proofHeader } from "../support/wallet-proofs";

const TVL = "/api/svc-intel-tvl";
const WIRE = "/api/svc-intel-wire";

let world: TokenWorld;
/** Since yesterday. */
let holder: Holder;
let poor: Holder;
/** Others that hold one token since then, or none: each test takes its own. */
const [some, none]: [Holder[], Holder[]] = [[], []];
let deluxe: Holder;
beforeAll(async () => {
  world = await startTokenWorld({}, DAY_MS);
  [holder, poor] = [await newHolder(world, 5n * ONE), await newHolder(world, ONE - 1n)];
  deluxe = await newHolder(world, BigInt(TIERS.deluxe) * ONE);
  for (let more = 0; more < 10; more += 1) some.push(await newHolder(world, ONE));
  for (let more = 0; more < 52; more += 1) none.push(await newHolder(world, 0n));
  world.chain.advance(DAY_MS);
}, 120_000);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
afterAll(() => world.close());

/** Wallets that no other test takes. */
function take(from: Holder[], many: number): Holder[] {
  const taken = from.splice(0, many);
  if (taken.length < many) throw new Error("more wallets are needed");
  return taken;
}

/** A wallet that has held one token since yesterday, and that no other test takes. */
function ofYesterday(): Holder {
  const [own] = take(some, 1);
  if (own === undefined) throw new Error("more wallets are needed");
  return own;
}

const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status);
const count = (values: readonly number[], wanted: number) =>
  values.filter((value) => value === wanted).length;

describe("a raw desk", () => {
  it.each([TVL, WIRE])("%s is free for who held the token at midnight, with any body", async (path) => {
    const { ask } = await startHolderService(world);
    for (const body of [{}, undefined]) {
      const response = await ask(holder, path, body);
      expect(response.status).toBe(200);
      expect(response.headers.has("payment-response")).toBe(false);
    }
  });

  it("is let through by the front door with a claim and an empty body, and challenged there without", async () => {
    const { atDoor } = await startHolderService(world);
    const claim = { "x-token-holder-wallet": holder.wallet };
    expect(await atDoor(TVL, claim, {})).toBeNull();
    expect(await atDoor(TVL, claim)).toBeNull();
    expect((await atDoor(TVL, {}, {}))?.status).toBe(402);
    // A route on which holders have nothing doesn't read the claim.
    expect((await atDoor("/api/svc-intel-verdict", claim, {}))?.status).toBe(402);
  });

  it("says in its 402 what proof a claim lacks, and a proof that is made of that 402 counts", async () => {
    const { post, ask } = await startHolderService(world);
    const claim = { "x-token-holder-wallet": holder.wallet };
    const response = await post(TVL, claim);
    expect(response.status).toBe(402);
    const { error, x402 } = await refusal(response);
    expect(error).toContain(resourceOf(TVL));
    const signIn = x402?.extensions["sign-in-with-x"] as { info: { nonce: string; resources: string[] } };
    const proof = await holder.proof(TVL, signIn.info);
    expect((await ask(holder, TVL, {}, { "sign-in-with-x": proof })).status).toBe(200);
  });

  it("is sold to everybody before the launch, and again when it is called off, whatever they hold", async () => {
    for (const launched of ["false", ""]) {
      const { ask, credits } = await startHolderService(world, { TOKEN_LAUNCHED: launched });
      const response = await ask(holder, TVL);
      expect(response.status).toBe(402);
      expect((await refusal(response)).error).toMatch(/not launched/);
      expect((await credits(holder.wallet)).body).toMatchObject({
        tier: "Guest",
        entitled: { freeDesks: { entitled: false, left: 0 } },
        because: "The token is not launched.",
      });
    }
  });

  it("is sold to who holds less than counts, and says so", async () => {
    const { ask } = await startHolderService(world);
    const response = await ask(poor, TVL);
    expect(response.status).toBe(402);
    expect((await refusal(response)).error).toMatch(/holds too little/);
  });

  it("is sold, and not given, where a payment comes along", async () => {
    const { ask, credits } = await startHolderService(world);
    const before = (await credits(holder.wallet)).body;
    const response = await ask(holder, TVL, {}, { "payment-signature": "bm90IGEgcGF5bWVudA==" });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ reason: "malformed_payment" });
    expect((await credits(holder.wallet)).body["entitled"]).toEqual(before["entitled"]);
  });
});

describe("a 402 that says why a claim does not count", () => {
  const KEY = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" });
  const full = {
    MPP_SECRET_KEY: "a secret of MPP with at least thirty-two characters",
    RECEIPT_SIGNING_KEY: KEY.toString("base64"),
  };
  const audit = { target: "https://example.com", allowlist: ["example.com"], authorized: true };
  const ROUTES: [string, unknown][] = [
    [TVL, {}],
    [WIRE, {}],
    ["/api/svc-security-headers", audit],
    ["/api/svc-security-readiness", audit],
    ["/api/svc-security-scan", audit],
  ];

  it.each<[string, Record<string, string>, RegExp]>([
    ["before the launch", { TOKEN_LAUNCHED: "false" }, /not launched/],
    ["while the chain can't be asked", { SOLANA_RPC_URL: "http://127.0.0.1:1" }, /chain can't be asked/],
    ["of a wallet that holds too little", {}, /X-Token-Holder-Wallet: /],
  ])("%s still fits into 7 KB of headers", async (_when, change, said) => {
    await world.store.redis.flushdb();
    const { ask, post } = await startHolderService(world, { ...full, ...change });
    for (const [path, body] of ROUTES)
      for (const response of [
        await ask(poor, path, body),
        await post(path, { "x-token-holder-wallet": poor.wallet }, body),
      ]) {
        expect(response.status).toBe(402);
        expect(response.headers.has("www-authenticate")).toBe(true);
        const size = [...response.headers].reduce(
          (sum, [name, value]) => sum + name.length + value.length + 4,
          0,
        );
        expect(size + 420 + 200, path).toBeLessThanOrEqual(7 * 1024); // the server's own, and the limiter's
        const { error } = await refusal(response);
        if (!error.includes("a claim counts with a proof")) expect(error).toMatch(said);
      }
  });
});

describe("a proof", () => {
  it.each<[string, (of: Holder) => Promise<string>]>([
    ["for another route", (of) => of.proof(WIRE)],
    ["for another route by its purpose", (of) => of.proof(TVL, { resources: [resourceOf(WIRE)] })],
    ["for no purpose", (of) => of.proof(TVL, { resources: ["https://example.com"] })],
    [
      "for another host",
      (of) => of.proof(TVL, { domain: "evil.example", uri: `https://evil.example${TVL}` }),
    ],
    ["of six minutes ago", (of) => of.proof(TVL, { issuedAt: new Date(Date.now() - 360_000).toISOString() })],
    [
      "that has expired",
      (of) => of.proof(TVL, { expirationTime: new Date(Date.now() - 1_000).toISOString() }),
    ],
    ["of another chain", (of) => of.proof(TVL, { chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" })],
    ["of another wallet", () => poor.proof(TVL)],
    [
      "of an EVM wallet",
      async () =>
        proofHeader(await evmProof(`0x${"11".repeat(32)}`, ORIGIN + TVL, { resources: [resourceOf(TVL)] })),
    ],
    ["that is none", () => Promise.resolve("bm8=")],
  ])("%s is refused, and nothing is taken for it", async (_what, make) => {
    const { ask, credits } = await startHolderService(world);
    const before = (await credits(holder.wallet)).body;
    const response = await ask(holder, TVL, {}, { "sign-in-with-x": await make(holder) });
    expect(response.status).toBe(400);
    expect((await credits(holder.wallet)).body["entitled"]).toEqual(before["entitled"]);
  });

  it("whose signature is another message's is refused", async () => {
    const { ask } = await startHolderService(world);
    const made = JSON.parse(Buffer.from(await holder.proof(TVL), "base64").toString()) as object;
    const forged = proofHeader({ ...made, nonce: "anothernonce12345" });
    expect((await ask(holder, TVL, {}, { "sign-in-with-x": forged })).status).toBe(400);
  });

  it("is good once, also for fifty calls beside each other", async () => {
    const { ask, credits } = await startHolderService(world);
    const own = ofYesterday();
    const proof = { "sign-in-with-x": await own.proof(TVL) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(own, TVL, {}, proof)));
    expect(count(statuses(answers), 200)).toBe(1);
    expect(count(statuses(answers), 400)).toBe(49);
    const { body } = await credits(own.wallet);
    expect(body).toMatchObject({ entitled: { freeDesks: { entitled: true, left: 99 } } });
  }, 30_000);

  it("is what claims are judged by, not the header: a claim of what is no wallet is refused", async () => {
    const { post } = await startHolderService(world);
    for (const wallet of ["x", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"])
      expect((await post(TVL, { "x-token-holder-wallet": wallet })).status).toBe(400);
  });
});

describe("a day's free calls", () => {
  it("are as many as the setting says, of fifty calls with a proof each beside each other", async () => {
    const { ask, credits } = await startHolderService(world, { TOKEN_FREE_CALLS_PER_DAY: "5" });
    const own = ofYesterday();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(own, TVL)));
    expect(count(statuses(answers), 200)).toBe(5);
    expect(count(statuses(answers), 402)).toBe(45);
    const refused = answers.find(({ status }) => status === 402);
    expect(refused && (await refusal(refused)).error).toMatch(/5 free calls of today/);
    expect((await credits(own.wallet)).body).toMatchObject({
      entitled: { freeDesks: { entitled: true, left: 0 } },
    });
  }, 30_000);

  it("are given back where nothing came of one, ten times at most", async () => {
    const { ask, credits } = await startHolderService(world, {
      UPSTREAM_ORIGIN: "http://127.0.0.1:1",
      STORE_PREFIX: "without-readings",
    });
    const own = ofYesterday();
    const left = async () => {
      const { entitled } = tcxCreditsDocumentation.output.parse((await credits(own.wallet)).body);
      return entitled.freeDesks.left;
    };
    for (let call = 1; call <= 12; call += 1) {
      expect((await ask(own, TVL)).status).toBe(503);
      const wanted = call <= 10 ? 100 : 110 - call;
      await vi.waitFor(async () => expect(await left()).toBe(wanted), { timeout: 2_000 });
    }
  }, 60_000);

  it("don't count an answer that is asked for again under its Idempotency-Key", async () => {
    const { ask, credits } = await startHolderService(world);
    const own = ofYesterday();
    const key = { "idempotency-key": crypto.randomUUID() };
    expect((await ask(own, TVL, {}, key)).status).toBe(200);
    const again = await ask(own, TVL, {}, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await vi.waitFor(async () =>
      expect((await credits(own.wallet)).body).toMatchObject({ entitled: { freeDesks: { left: 99 } } }),
    );
  });

  it("begin anew when the day does", async () => {
    const { ask, credits } = await startHolderService(world, { TOKEN_FREE_CALLS_PER_DAY: "1" });
    const own = ofYesterday();
    expect((await ask(own, TVL)).status).toBe(200);
    expect((await ask(own, TVL)).status).toBe(402);
    const [key = ""] = await world.store.redis.keys(`*holder-calls:${own.wallet}`);
    await world.store.redis.hset(key, { day: String(Math.floor(Date.now() / DAY_MS) - 1) }); // as it stands tomorrow
    expect((await credits(own.wallet)).body).toMatchObject({ entitled: { freeDesks: { left: 1 } } });
    expect((await ask(own, TVL)).status).toBe(200);
    expect((await ask(own, TVL)).status).toBe(402);
  });
});

describe("what can't be found out", () => {
  it("counts for nothing: a chain that is down makes guests, who are told, and takes nothing", async () => {
    const { ask } = await startHolderService(world, { SOLANA_RPC_URL: "http://127.0.0.1:1" });
    const own = ofYesterday();
    const response = await ask(own, TVL);
    expect(response.status).toBe(402);
    expect((await refusal(response)).error).toMatch(/chain can't be asked/);
    expect(await world.store.redis.keys(`*holder-calls:${own.wallet}`)).toEqual([]);
  });

  it("of two nodes the lower counts, and neither alone", async () => {
    const own = ofYesterday();
    const real = world.chain.rpcUrl;
    const second = `${real.replace("127.0.0.1", "localhost")}`;
    const liar = await startScriptedRpc((method) =>
      method === "getAccountInfo"
        ? { result: { context: { slot: 1 }, value: null } }
        : { error: { code: -32601, message: "Method not found" } },
    );
    try {
      for (const [SOLANA_RPC_URL, SOLANA_RPC_SECOND_URL, said] of [
        [liar.url.replace("127.0.0.1", "localhost"), real, /holds too little/],
        [real, liar.url.replace("127.0.0.1", "localhost"), /holds too little/],
        [real, "http://localhost:1", /chain can't be asked/],
        ["http://localhost:1", real, /chain can't be asked/],
      ] as const) {
        await world.store.redis.flushdb();
        const { ask } = await startHolderService(world, { SOLANA_RPC_URL, SOLANA_RPC_SECOND_URL });
        const response = await ask(own, TVL);
        expect(response.status).toBe(402);
        expect((await refusal(response)).error).toMatch(said);
      }
      await world.store.redis.flushdb();
      const { ask } = await startHolderService(world, {
        SOLANA_RPC_URL: real,
        SOLANA_RPC_SECOND_URL: second,
      });
      expect((await ask(own, TVL)).status).toBe(200);
    } finally {
      await liar.close();
    }
  }, 30_000);

  it("a ledger that is down gives nothing away", async () => {
    const { ask } = await startHolderService(world, {
      LEDGER_REDIS_REST_URL: "http://127.0.0.1:1",
      LEDGER_REDIS_REST_TOKEN: "none",
    });
    const response = await ask(ofYesterday(), TVL);
    expect(response.status).toBe(503);
    expect(response.headers.has("retry-after")).toBe(true);
  });

  it("no network has the chain asked for more wallets than thirty a minute", async () => {
    await world.store.redis.flushdb();
    const { credits } = await startHolderService(world);
    const wallets = take(none, 32);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }); // all in one minute
    const came: number[] = [];
    for (const { wallet } of wallets) came.push((await credits(wallet)).status);
    expect(count(came, 200)).toBe(30);
    expect(count(came, 429)).toBe(2);
    expect((await credits(wallets[0]?.wallet ?? "")).status).toBe(200); // what is known needs no question
  }, 60_000);
});

describe("tokens that move within a day", () => {
  it("count for who held them at midnight alone: of twenty wallets together no more than there is", async () => {
    await world.store.redis.flushdb();
    const amount = BigInt(TIERS.deluxe) * ONE;
    const wallets = [deluxe, ...take(none, 19)];
    const { ask, credits } = await startHolderService(world, { TOKEN_FREE_CALLS_PER_DAY: "1" });
    const served: number[] = [];
    let counted = 0n;
    let shown = 0n;
    for (const [at, wallet] of wallets.entries()) {
      const { body } = await credits(wallet.wallet);
      const said = tcxCreditsDocumentation.output.parse(body);
      counted += BigInt(said.counted ?? 0);
      shown += BigInt(said.balance ?? 0);
      served.push((await ask(wallet, TVL)).status);
      const next = wallets[at + 1];
      if (next !== undefined) await moveTokens(world, wallet, next, amount);
      if (at === 14) await world.store.redis.flushdb(); // another minute's questions
    }
    expect(shown).toBe(20n * amount); // each held them when it was asked
    expect(counted).toBe(amount);
    expect(served).toEqual([200, ...Array<number>(19).fill(402)]);
  }, 120_000);

  it("count for nobody who got them today, even if they went and came back within a second", async () => {
    await world.store.redis.flushdb();
    const [own, other] = [await newHolder(world, 3n * ONE), await newHolder(world, 0n)];
    await moveTokens(world, own, other, ONE);
    await moveTokens(world, other, own, ONE);
    const { credits } = await startHolderService(world);
    expect((await credits(own.wallet)).body).toMatchObject({
      ...{ balance: String(3n * ONE), counted: "0", tier: "Guest" },
      entitled: { freeDesks: { entitled: false, left: 0 } },
    });
  });
});

describe("a node whose history lags behind its bank", () => {
  const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  const said = async ({ wallet }: { wallet: string }): Promise<unknown[]> => {
    const { body } = await (await startHolderService(world)).credits(wallet);
    return [body["balance"], body["counted"], body["tier"]];
  };

  it("makes nobody a holder by tokens that came today, before or after the history has come to them", async () => {
    await world.store.redis.flushdb();
    const old = await newHolder(world, 0n);
    const funds = await newHolder(world, ONE);
    later(90_000); // both are in the history
    world.chain.setHistoryLag(45_000);
    try {
      const fresh = await newHolder(world, ONE); // no history at all
      await moveTokens(world, funds, old, ONE); // an older history
      for (const wallet of [fresh, old]) expect(await said(wallet)).toEqual([String(ONE), null, "Guest"]);
      later(30_000);
      for (const wallet of [fresh, old]) expect(await said(wallet)).toEqual([String(ONE), null, "Guest"]);
      later(31_000);
      for (const wallet of [fresh, old]) expect(await said(wallet)).toEqual([String(ONE), "0", "Guest"]);
    } finally {
      world.chain.setHistoryLag(0);
      vi.useRealTimers();
    }
  });

  it("keeps nobody from being one whose account no transaction has touched, once a second look agrees", async () => {
    await world.store.redis.flushdb();
    const { mint, program } = world;
    const [{ signer }, of] = [ofYesterday(), (await generateKeyPairSigner()).address];
    const [from = "", at = ""] = await Promise.all(
      [signer.address, of].map((owner) => associatedAccount(owner, mint, program)),
    );
    const asked = ["getAccountInfo", [from, { encoding: "base64" }]] as const;
    const { value } = (await rpcClient(world.chain.rpcUrl)(...asked)) as { value: { data: [string] } };
    const data = base64ToBytes(value.data[0]);
    data.set(getAddressEncoder().encode(of), 32);
    const planted = { lamports: 3_000_000n, data, owner: address(program), executable: false };
    world.chain.plant(address(at), planted);
    try {
      expect(await said({ wallet: of })).toEqual([String(ONE), null, "Guest"]);
      later(59_000);
      expect(await said({ wallet: of })).toEqual([String(ONE), null, "Guest"]);
      later(2_000);
      expect((await said({ wallet: of })).slice(0, 2)).toEqual([String(ONE), String(ONE)]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a balance that an instance knows", () => {
  it("is asked for nowhere again for five minutes, and then it is", async () => {
    await world.store.redis.flushdb();
    const [own, other] = [await newHolder(world, ONE), await newHolder(world, 0n)];
    const { credits } = await startHolderService(world);
    const known = (await credits(own.wallet)).body;
    await world.store.redis.flushdb();
    await moveTokens(world, own, other, ONE);
    expect((await credits(own.wallet)).body).toEqual(known);
    const another = await startHolderService(world);
    expect((await another.credits(own.wallet)).body).toMatchObject({ balance: "0" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    try {
      expect((await credits(own.wallet)).body).toMatchObject({ balance: "0" });
    } finally {
      vi.useRealTimers();
    }
  });
});

/** The last one, since the chain's time does not go back. */
describe("around midnight", () => {
  afterAll(() => {
    vi.useRealTimers();
  });

  it("tokens that move count for one wallet at a time, whatever an instance knew of them the day before", async () => {
    await world.store.redis.flushdb();
    const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
    vi.useFakeTimers({ toFake: ["Date"], now: midnight - 120_000 });
    const own = ofYesterday();
    const [other] = take(none, 1);
    if (other === undefined) throw new Error("another wallet is needed");
    const { credits } = await startHolderService(world);
    const counted = async (): Promise<unknown[]> => [
      (await credits(own.wallet)).body["counted"],
      (await credits(other.wallet)).body["counted"],
    ];
    expect(await counted()).toEqual([String(ONE), "0"]);
    await moveTokens(world, own, other, ONE);
    expect(await counted()).toEqual([String(ONE), "0"]); // as it was read
    vi.setSystemTime(midnight + 5_000); // within five minutes of that
    expect(await counted()).toEqual(["0", String(ONE)]);
    await moveTokens(world, other, own, ONE);
    expect(await counted()).toEqual(["0", String(ONE)]);
    vi.setSystemTime(midnight + 310_000);
    expect(await counted()).toEqual(["0", "0"]);
  });
});
