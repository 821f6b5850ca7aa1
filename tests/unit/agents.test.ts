import { createHash, type webcrypto } from "node:crypto";
import { AgentCard as A2aCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from "vitest";
import { cardDocumentation } from "@/lib/identity/card/documentation";
import { linkDocumentation } from "@/lib/identity/link/documentation";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { registerDocumentation } from "@/lib/identity/register/documentation";
import { registrationDocumentation } from "@/lib/identity/registration/documentation";
import { catalog } from "@/lib/catalog";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import {
  type AgentWallet,
  agentStore,
  type Instance,
  newEvmWallet,
  newInstance,
  newSolanaWallet,
  ORIGIN,
  resourceFor,
} from "../support/agents";

const EVM = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SOL = "So11111111111111111111111111111111111111112";

let world: Awaited<ReturnType<typeof agentStore>>;
let service: Instance;
let logged: MockInstance<typeof console.log>;

beforeAll(async () => {
  world = await agentStore();
});
afterAll(() => world.store.close());
beforeEach(async () => {
  await world.store.redis.flushdb();
  world.enter();
  logged = vi.spyOn(console, "log").mockImplementation(() => undefined);
  service = await newInstance();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const registered = async (response: Response) => {
  expect(response.status).toBe(200);
  return registerDocumentation.output.parse(await response.json());
};
const profile = async (id: string) => {
  const response = await service.get(`id=${id}`);
  expect(response.status).toBe(200);
  const { agent, card } = profileDocumentation.output.parse(await response.json());
  if (agent === undefined || card === undefined) throw new Error("no profile");
  return { agent, card };
};
const refusal = async (response: Response): Promise<{ status: number; code: string; error: string }> => {
  const { code, error } = (await response.json()) as { code: string; error: string }; // the ApiError body
  return { status: response.status, code, error };
};
/** The id by its documented rule, computed by hand. */
const idOf = (sol: string, evm: string): string =>
  `agt_${createHash("sha256").update(`svc-agent/1\n${sol}\n${evm.toLowerCase()}`).digest("hex").slice(0, 32)}`;

describe("an agent's id", () => {
  it.each([
    [{ solAddress: SOL }, idOf(SOL, "")],
    [{ evmAddress: EVM }, idOf("", EVM)],
    [{ solAddress: SOL, evmAddress: EVM }, idOf(SOL, EVM)],
  ])("of %j follows from its addresses alone, by a rule that anybody can apply", async (pair, id) => {
    const { agent } = await registered(await service.post(pair));
    expect(agent).toEqual({
      ...{ id, name: expect.stringMatching(/^Agent /) },
      cardUrl: `${ORIGIN}/api/agent-identity-card?id=${id}`,
      profileUrl: `${ORIGIN}/api/agent-identity?id=${id}`,
      registrationUrl: `${ORIGIN}/api/agent-identity-registration?id=${id}`,
    });
  });

  it("is the same for each spelling of the same address, and whatever name comes with it", async () => {
    const spellings = [EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`];
    const ids = await Promise.all(
      spellings.map(async (evmAddress, at) => {
        const { agent } = await registered(await service.post({ evmAddress, name: `n${at}` }));
        return agent.id;
      }),
    );
    expect(new Set(ids)).toEqual(new Set([idOf("", EVM)]));
    expect((await profile(idOf("", EVM))).agent.evmAddress).toBe(EVM);
  });

  it("is given once to 50 who register it at once on two instances, with the name of one of them", async () => {
    const other = await newInstance();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (at % 2 === 0 ? service : other).post(
          { evmAddress: EVM, name: `name ${at}` },
          { from: `198.51.${at}.1` },
        ),
      ),
    );
    const answers = await Promise.all(responses.map(registered));
    const { agent } = await profile(idOf("", EVM));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.agent))).size).toBe(1);
    expect(new Set(answers.map(({ card }) => card.name))).toEqual(new Set([agent.name]));
    expect(await directory("list=1")).toEqual([agent.id]);
  });
});

describe("a registration that is refused", () => {
  const named = async (body: unknown): Promise<string> => {
    const { status, code, error } = await refusal(await service.post(body));
    expect([status, code]).toEqual([400, "invalid_request"]);
    return error;
  };

  it.each<[object, RegExp]>([
    [{}, /solAddress.*evmAddress.*or both/],
    [{ solAddress: "abc" }, /solAddress.*no Solana address.*32 bytes/],
    [{ solAddress: SOL.slice(1) }, /solAddress.*no Solana address/],
    [{ solAddress: EVM }, /solAddress.*no Solana address/],
    [{ solAddress: "1".repeat(32) }, /solAddress.*system program/],
    [{ evmAddress: SOL }, /evmAddress.*no EVM address.*40 hex/],
    [{ evmAddress: EVM.slice(0, -1) }, /evmAddress.*no EVM address/],
    [{ evmAddress: EVM.replace("C8", "c8") }, /evmAddress.*checksum/],
    [{ evmAddress: `0x${"0".repeat(40)}` }, /evmAddress.*zero address/],
    [{ evmAddress: EVM, name: "​ ㅤ" }, /name.*no visible character/],
    [{ evmAddress: EVM, name: "n".repeat(65) }, /name.*64 characters, and has 65/],
    [{ evmAddress: EVM, description: "d".repeat(281) }, /description.*280/],
    [{ evmAddress: EVM, sapWallet: SOL.slice(1) }, /sapWallet.*no Solana address/],
    [{ evmAddress: EVM, sapAgentPda: SOL }, /sapWallet.*needed/],
    [{ solAddress: SOL, sapAgentPda: SOL }, /sapAgentPda.*not that wallet's.*5n6CFrjioJSX/],
    [{ evmAddress: EVM, owner: "me" }, /`owner`: is no member of this request/],
    [{ evmAddress: 7 }, /evmAddress.*must be a text/],
  ])("%j: says which member, and what is wrong with it", async (body, wanted) => {
    expect(await named(body)).toMatch(wanted);
    expect(await directory("list=1")).toEqual([]);
  });

  it("names both addresses where both are wrong", async () => {
    const response = await service.post({ solAddress: "x", evmAddress: "y" });
    const { issues } = (await response.json()) as { issues: { path: string }[] }; // the refusal's own member
    expect(issues.map(({ path }) => path)).toEqual(["solAddress", "evmAddress"]);
  });

  const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  const KEY = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
  const KEYPAIR = "4rQanLxTFvdgtLsGirizXejgYXACawB5ShoZgvz4wwXi4jnii7XHSyUFJbvAk4ojRiEAHvzK6Qnjq7UyJFNbydeQ";
  it.each<[string, object]>([
    ["a private key for an address", { evmAddress: `0x${KEY}` }],
    ["one without 0x, in a name", { evmAddress: EVM, name: KEY }],
    ["one in a sentence", { evmAddress: EVM, description: `my key is 0x${KEY}.` }],
    ["Solana's keypair", { solAddress: KEYPAIR }],
    ["Solana's keypair as bytes", { solAddress: Array.from({ length: 64 }, (_, at) => at * 3) }],
    [
      "the same as text",
      { evmAddress: EVM, description: JSON.stringify(Array.from({ length: 64 }, () => 7)) },
    ],
    ["a seed phrase", { evmAddress: EVM, description: PHRASE }],
    [
      "a seed phrase that is numbered",
      {
        evmAddress: EVM,
        description: PHRASE.split(" ")
          .map((w, at) => `${at + 1}. ${w}`)
          .join(" "),
      },
    ],
    [
      "a seed phrase with hidden characters",
      { evmAddress: EVM, description: PHRASE.replaceAll("a", "a\u200b") },
    ],
    [
      "a seed phrase in capitals with marks",
      { evmAddress: EVM, name: PHRASE.toUpperCase().replace("E", "É") },
    ],
    ["a seed phrase for an address", { solAddress: PHRASE }],
    ["a member for a key", { evmAddress: EVM, privateKey: "x" }],
    ["a seed phrase in a member of its own", { evmAddress: EVM, words: PHRASE }],
    ["a key in a member of its own", { evmAddress: EVM, k: `0x${KEY}` }],
    ["a key for a member's name", { evmAddress: EVM, [KEY]: 1, privateKey: 1 }],
    ["a seed phrase for a member's name", { evmAddress: EVM, [PHRASE]: "" }],
    ["a PEM", { evmAddress: EVM, description: "-----BEGIN PRIVATE KEY-----" }],
  ])(
    "because it holds %s: says that it may be compromised, and neither repeats nor logs nor keeps it",
    async (_, body) => {
      const text = await (await service.post(body, { key: "k" })).text();
      expect(text).toMatch(/compromised/);
      const seen = [text, JSON.stringify(logged.mock.calls), JSON.stringify(await everything())].join();
      for (const secret of [KEY, KEYPAIR, PHRASE, "sausage"]) expect(seen).not.toContain(secret);
      expect(await directory("list=1")).toEqual([]);
    },
  );

  it("is none for words that only look so: twelve short ones, or eleven of a phrase", async () => {
    const description = "finds early tokens across many chains with strict risk checks each hour";
    await registered(await service.post({ evmAddress: EVM, description }));
    const eleven = PHRASE.split(" ").slice(1).join(" ");
    await registered(await service.post({ solAddress: SOL, description: eleven }));
  });
});

/** Every value of the store. */
async function everything(): Promise<unknown[]> {
  const { redis } = world.store;
  const keys = await redis.keys("*");
  return Promise.all(
    keys.map(async (key) => {
      const kind = await redis.type(key);
      if (kind === "string") return [key, await redis.get(key)];
      if (kind === "hash") return [key, await redis.hgetall(key)];
      return [key, await redis.zrange(key, 0, -1)];
    }),
  );
}

async function directory(query: string): Promise<string[]> {
  const response = await service.get(query);
  expect(response.status).toBe(200);
  const { agents = [] } = profileDocumentation.output.parse(await response.json());
  return agents.map(({ id }) => id);
}

describe("a name", () => {
  it.each<[string, string]>([
    ["  Tape\u0000\n reader ", "Tape reader"],
    ["safe\u202Eexe.txt", "safeexe.txt"],
    ["a\u2066b\u2069", "ab"],
    ["ｆｕｌｌ ｗｉｄｔｈ", "full width"],
    ["<script>alert(1)</script>Desk", "alert(1) Desk"],
    ["&lt;img src=x onerror=alert(1)&gt; Desk", "Desk"],
    ["Сoinbаse", "Coinbase"],
    ["РауРаӏ", "PayPal"],
    ["ΟΚΧ", "OKX"],
    ["Агент 7", "Агент 7"],
    ["Ἑρμῆς", "Ἑρμῆς"],
    ["東京デスク", "東京デスク"],
    ["e\u0301\u0301\u0301\u0301\u0301\u0301", "é\u0301"],
    ["a\u3164b", "a b"],
    ["Coin\u034Fbase", "Coinbase"],
    ["x".repeat(64), "x".repeat(64)],
  ])("%j is shown as %j, on every surface", async (raw, shown) => {
    const { agent, card } = await registered(await service.post({ evmAddress: EVM, name: raw }));
    const file = registrationDocumentation.output.parse(await (await service.registration(agent.id)).json());
    expect([agent.name, card.name, (await profile(agent.id)).agent.name, file.name]).toEqual(
      Array(4).fill(shown),
    );
  });
});

describe("registering a pair again", () => {
  it("changes nothing without a proof, and says so", async () => {
    const { agent } = await registered(await service.post({ evmAddress: EVM, name: "One" }));
    const before = JSON.stringify(await everything());
    const again = await registered(await service.post({ evmAddress: EVM, name: "Two", description: "d" }));
    expect([again.agent, again.message]).toEqual([
      agent,
      expect.stringContaining("only a proof changes them"),
    ]);
    expect(JSON.stringify(await everything())).toBe(before);
  });

  it("under an Idempotency-Key gets the first answer, and another body a conflict", async () => {
    const first = await service.post({ evmAddress: EVM }, { key: "k" });
    const again = await service.post({ evmAddress: EVM }, { key: "k" });
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await refusal(await service.post({ solAddress: SOL }, { key: "k" }));
    expect([other.status, other.code]).toEqual([409, "idempotency_conflict"]);
  });
});

describe("a wallet that signs in", () => {
  let evm: AgentWallet;
  let sol: AgentWallet;
  beforeEach(async () => {
    evm = newEvmWallet();
    sol = await newSolanaWallet();
  });
  const pair = () => ({ solAddress: sol.address, evmAddress: evm.address });
  const prove = async (wallet: AgentWallet, body: object) =>
    service.post(body, { proof: await wallet.sign("POST", body) });

  it("proves its own address, one a call, and is then no claim any more", async () => {
    const { agent, card } = await registered(await service.post(pair()));
    expect([card.verified, card.accounts.map(({ verified }) => verified)]).toEqual([false, [false, false]]);
    expect(await summary(agent.id)).toMatchObject({ verified: false, claims: pair() });

    const one = await registered(await prove(sol, pair()));
    expect([one.card.verified, one.card.accounts.map(({ verified }) => verified)]).toEqual([
      true,
      [true, false],
    ]);
    expect(await summary(agent.id)).toEqual({
      ...{ id: agent.id, name: agent.name, verified: true, solAddress: sol.address },
      ...{ cardUrl: agent.cardUrl, profileUrl: agent.profileUrl, registrationUrl: agent.registrationUrl },
      claims: { evmAddress: evm.address },
    });

    const both = await registered(await prove(evm, pair()));
    expect(both.card.accounts.map(({ verified }) => verified)).toEqual([true, true]);
    expect(both.message).toContain("Every address is proved");
    expect(await summary(agent.id)).not.toHaveProperty("claims");
    expect((await profile(agent.id)).agent).toMatchObject({ verified: true, accounts: both.card.accounts });
  });

  const summary = async (id: string) => {
    const { agents = [] } = profileDocumentation.output.parse(await (await service.get("list=1")).json());
    return agents.find((agent) => agent.id === id);
  };

  it("is told beforehand what to sign", async () => {
    const body = pair();
    const { message } = await registered(await service.post(body));
    expect(message).toContain(await resourceFor("POST", body));
  });

  it("may register and prove at once, and changes name and description from then on", async () => {
    const first = await registered(await prove(evm, { ...pair(), name: "One", description: "first" }));
    expect([first.card.verified, first.card.description]).toEqual([true, "first"]);
    const second = await registered(await prove(evm, { ...pair(), name: "Two", description: "" }));
    expect([second.agent.id, second.agent.name]).toEqual([first.agent.id, "Two"]);
    const { agent } = await profile(first.agent.id);
    expect([agent.name, agent.description]).toEqual(["Two", undefined]);
    const kept = await registered(await prove(sol, pair()));
    expect(kept.agent.name).toBe("Two");
  });

  it("takes over nothing that a stranger said of it, but keeps what it says again and what it said itself", async () => {
    await service.post({ ...pair(), name: "Airdrop", description: "Send 1 ETH to 0x0 first" });
    const first = await registered(await prove(evm, pair()));
    expect([first.agent.name, first.card.name]).not.toContain("Airdrop");
    expect(first.message).toContain("nothing stays but what you sent again");
    const { agent } = await profile(first.agent.id);
    expect([agent.verified, agent.description]).toEqual([true, undefined]);

    const words = { name: "Mine", description: "mine" };
    const own = await registered(await prove(evm, { ...pair(), ...words }));
    const second = await registered(await prove(sol, pair())); // of the same agent, which somebody has proved to be theirs
    expect([own.message, second.message].join()).not.toContain("nothing stays");
    expect((await profile(second.agent.id)).agent).toMatchObject(words);

    const other = { evmAddress: evm.address, ...words };
    await service.post(other);
    const again = await registered(await prove(evm, other));
    expect([again.agent.name, again.message]).toEqual(["Mine", expect.not.stringContaining("nothing stays")]);
  });

  it("shows in POST, profile and card the very same card", async () => {
    const { agent, card } = await registered(await prove(evm, pair()));
    expect((await profile(agent.id)).card).toEqual(card);
    expect(await (await service.card(agent.id)).json()).toEqual(card);
  });

  it.each<[string, (body: object) => Promise<string>, number, RegExp]>([
    ["of a wallet that is not the agent's", (body) => newEvmWallet().sign("POST", body), 403, /neither/],
    [
      "for another method",
      (body) => evm.sign("PATCH", body),
      400,
      /what it is for.*urn:svc:agent-identity:post/,
    ],
    ["for another body", (body) => evm.sign("POST", { ...body, name: "x" }), 400, /what it is for/],
    [
      "for nothing in particular",
      (body) => evm.sign("POST", body, { resources: [ORIGIN] }),
      400,
      /what it is for/,
    ],
    [
      "for another service",
      (body) => evm.sign("POST", body, { domain: "evil.example" }),
      400,
      /another domain/,
    ],
    [
      "of ten minutes ago",
      (body) => evm.sign("POST", body, { issuedAt: new Date(Date.now() - 600_000).toISOString() }),
      400,
      /5 minutes/,
    ],
    ["that is no message", () => Promise.resolve("nonsense"), 400, /base64/],
  ])("changes nothing with a message %s", async (_, sign, status, wanted) => {
    const body = { ...pair(), name: "Mine" };
    await registered(await service.post(pair()));
    const before = JSON.stringify(await everything());
    const refused = await refusal(await service.post(body, { proof: await sign(body) }));
    expect([refused.status, refused.error]).toEqual([status, expect.stringMatching(wanted)]);
    expect(JSON.stringify(await everything())).toBe(before);
  });

  it("has its message used up: by another copy, also at the same moment, nothing is changed", async () => {
    const [first, second] = [
      { ...pair(), name: "One" },
      { ...pair(), name: "Two" },
    ];
    const proof = await evm.sign("POST", first);
    const copies = await Promise.all(Array.from({ length: 8 }, () => service.post(first, { proof })));
    expect(copies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    await registered(await prove(evm, second));
    const late = await refusal(await service.post(first, { proof }));
    expect([late.status, late.error]).toEqual([400, expect.stringContaining("used before")]);
    expect((await profile((await registered(await service.post(pair()))).agent.id)).agent.name).toBe("Two");
  });
});

describe("PATCH", () => {
  let evm: AgentWallet;
  let sol: AgentWallet;
  let id: string;
  beforeEach(async () => {
    evm = newEvmWallet();
    sol = await newSolanaWallet();
    const { agent } = await registered(
      await service.post({ solAddress: sol.address, evmAddress: evm.address }),
    );
    id = agent.id;
  });
  const link = async (body: object, wallet?: AgentWallet) =>
    service.patch(body, wallet === undefined ? {} : { proof: await wallet.sign("PATCH", body) });
  const linked = async (response: Response) => {
    expect(response.status).toBe(200);
    return linkDocumentation.output.parse(await response.json());
  };

  it("links the agent's own Solana wallet without a proof, as a claim that no card shows", async () => {
    const { agent, verified } = await linked(await link({ id, sapWallet: sol.address }));
    expect([agent.sapWallet, agent.sapVerified, verified]).toEqual([sol.address, false, false]);
    expect(JSON.stringify(await (await service.card(id)).json())).not.toContain(agent.sapAgentPda);
    const again = await linked(await link({ id, sapAgentPda: agent.sapAgentPda }));
    expect(again.agent).toEqual(agent);
  });

  it("is verified once that wallet has proved itself, and stands on the card then", async () => {
    const { agent, verified } = await linked(await link({ id, sapWallet: sol.address }, sol));
    expect([verified, agent.sapVerified, agent.verified]).toEqual([true, true, true]);
    expect(JSON.stringify(await (await service.card(id)).json())).toContain(agent.sapAgentPda);
  });

  it("is a first proof like any other: nothing that a stranger said of the agent stays, but what its owner said does", async () => {
    const pair = { solAddress: (await newSolanaWallet()).address, evmAddress: evm.address };
    const stranger = await service.post({
      ...pair,
      name: "Squatter",
      description: "Send 1 ETH to 0x0 first",
    });
    const { agent } = await registered(stranger);
    const body = { id: agent.id, sapWallet: pair.solAddress };
    const { agent: proved } = await linked(await link(body, evm));
    expect([proved.verified, proved.name, proved.description]).toEqual([
      true,
      expect.stringMatching(/^Agent /),
      undefined,
    ]);
    expect(JSON.stringify(await (await service.card(agent.id)).json())).not.toMatch(/Squatter|Send 1 ETH/);

    const words = { ...pair, name: "Mine", description: "mine" };
    await registered(await service.post(words, { proof: await evm.sign("POST", words) }));
    expect((await linked(await link(body, evm))).agent).toMatchObject({ name: "Mine", description: "mine" });
  });

  it("links another wallet with proofs of both, the agent's first", async () => {
    const other = await newSolanaWallet();
    const body = { id, sapWallet: other.address };
    expect((await refusal(await link(body))).status).toBe(403);
    expect((await refusal(await link(body, other))).status).toBe(403);
    expect((await linked(await link(body, evm))).verified).toBe(false);
    expect((await refusal(await link(body, await newSolanaWallet()))).status).toBe(403);
    expect((await linked(await link(body, other))).verified).toBe(true);
    expect((await linked(await link(body, evm))).verified).toBe(true); // its owner saying it again takes nothing back
    // Nobody but the owner puts another in its place, and then it must be proved anew.
    expect((await refusal(await link({ id, sapWallet: sol.address }))).status).toBe(403);
    const third = await newSolanaWallet();
    expect((await linked(await link({ id, sapWallet: third.address }, evm))).verified).toBe(false);
    expect((await refusal(await link(body, other))).status).toBe(403);
  });

  it.each<[string, () => object, number, string]>([
    ["of an agent that nobody registered", () => ({ id: "agt_00", sapWallet: SOL }), 404, "not_found"],
    ["without anything to link", () => ({ id }), 400, "invalid_request"],
    [
      "whose account is another's",
      () => ({ id, sapWallet: sol.address, sapAgentPda: SOL }),
      400,
      "invalid_request",
    ],
    ["of a wallet that is none", () => ({ id, sapWallet: "x" }), 400, "invalid_request"],
    ["with a key for a wallet", () => ({ id, sapWallet: "a".repeat(64) }), 400, "invalid_request"],
    ["of a name", () => ({ id, name: "Other" }), 400, "invalid_request"],
  ])("refuses a link %s", async (_, body, status, code) => {
    expect(await refusal(await link(body()))).toMatchObject({ status, code });
  });
});

describe("GET", () => {
  it.each<[string, RegExp]>([
    ["", /id=agt_….*list=1/],
    ["limit=5", /belongs to the directory/],
    ["verified=true", /belongs to the directory/],
    ["id=agt_00&limit=5", /limit.*belongs to the directory/],
    ["id=agt_00&cursor=x", /cursor.*belongs to the directory/],
    ["id=agt_00&list=1", /send one of them/],
    ["id=0x12", /id.*agt_/],
    ["list=2", /list/],
    ["list=", /id=agt_….*list=1/], // nothing, as though it were left out
    ["list=1&limit=0", /limit/],
    ["list=1&limit=51", /limit/],
    ["list=1&limit=1e1", /limit.*decimal digits/],
    ["list=1&cursor=x", /cursor.*nextCursor/],
    ["list=1&verified=yes", /verified/],
    ["list=1&page=2", /page/],
    ["id=agt_00&id=agt_01", /id.*twice|2 times/],
  ])("?%s is a 400 that says why", async (query, wanted) => {
    const { status, error } = await refusal(await service.get(query));
    expect([status, error]).toEqual([400, expect.stringMatching(wanted)]);
  });

  it("of an agent that nobody registered is a 404, on each of its addresses", async () => {
    for (const response of [service.get("id=agt_00"), service.card("agt_00"), service.registration("agt_00")])
      expect(await refusal(await response)).toMatchObject({ status: 404, code: "not_found" });
  });

  it("is a 503 while the ledger can't be read, and never a 404", async () => {
    world.enter({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9" });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const cut = await newInstance();
    for (const response of [
      cut.get("id=agt_00"),
      cut.get("list=1"),
      cut.card("agt_00"),
      cut.post({ evmAddress: EVM }),
    ]) {
      const { status, headers } = await response;
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    }
  });
});

describe("an agent's card", () => {
  const KEY = "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF";

  async function cardWith(settings: Record<string, string>) {
    world.enter(settings);
    service = await newInstance();
    const { agent } = await registered(
      await service.post({ evmAddress: EVM, solAddress: SOL, name: "Ünïcode ☂" }),
    );
    const response = await service.card(agent.id);
    const text = await response.text();
    return { response, text, card: cardDocumentation.output.parse(JSON.parse(text)), id: agent.id };
  }

  it("survives A2A's own reader and writer, and has every required member", async () => {
    const { card } = await cardWith({});
    const {
      id: _id,
      verified: _verified,
      accounts: _accounts,
      services: _services,
      discovery: _discovery,
      ...standard
    } = card;
    expect(A2aCard.toJSON(A2aCard.fromJSON(card))).toEqual(standard);
    for (const member of [
      "name",
      "description",
      "version",
      "capabilities",
      "defaultInputModes",
      "defaultOutputModes",
      "skills",
      "supportedInterfaces",
    ])
      expect(standard).toHaveProperty(member);
    expect(card.signatures).toBeUndefined();
  });

  it("is signed where a key is set, as A2A's own verifier checks it, addresses and their proofs included", async () => {
    const { card } = await cardWith({ RECEIPT_SIGNING_KEY: KEY });
    const { jwks } = await import("@/lib/payments/receipts/published-keys");
    const { keys } = (await (await jwks()).json()) as { keys: (webcrypto.JsonWebKey & { kid: string })[] }; // RFC 7517
    const verify = verifyAgentCardSignature(async (kid, jku) => {
      expect(jku).toBe(`${ORIGIN}/.well-known/jwks.json`);
      const key = keys.find((candidate) => kid.endsWith(`#${candidate.kid}`));
      if (key === undefined) throw new Error("no such key");
      return crypto.subtle.importKey("jwk", key, "Ed25519", true, ["verify"]);
    });
    const quiet = vi.spyOn(console, "debug").mockImplementation(() => undefined);
    const read = (change: object) => verify({ ...A2aCard.fromJSON({ ...card, ...change }) });
    await expect(read({})).resolves.toBeUndefined();
    await expect(read({ name: "Other" })).rejects.toThrow("No valid signatures");
    const [extension] = card.capabilities.extensions;
    const params = { ...extension?.params, verified: true };
    const capabilities = { ...card.capabilities, extensions: [{ ...extension, params }] };
    await expect(read({ capabilities })).rejects.toThrow("No valid signatures");
    expect(extension?.params).toMatchObject({ accounts: card.accounts, id: card.id, verified: false });
    expect(quiet).toHaveBeenCalled();
  });

  it("is signed once for what it says, on all its addresses, and anew when that changes", async () => {
    const signed = vi.spyOn(crypto.subtle, "sign");
    const { text, id } = await cardWith({ RECEIPT_SIGNING_KEY: KEY });
    const before = signed.mock.calls.length;
    for (let look = 0; look < 3; look += 1) expect(await (await service.card(id)).text()).toBe(text);
    await profile(id);
    expect(signed.mock.calls.length).toBe(before);
    await world.store.redis.hset(`svc:agents:record:${id}`, { name: "New" });
    const { card } = await profile(id);
    expect([card.name, signed.mock.calls.length]).toEqual(["New", before + 1]);
    expect(card.signatures).not.toEqual((JSON.parse(text) as typeof card).signatures); // as the route wrote it
  });

  it("that could not be signed is signed at the next look", async () => {
    const { id } = await cardWith({ RECEIPT_SIGNING_KEY: KEY });
    await world.store.redis.hset(`svc:agents:record:${id}`, { name: "New" });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(crypto.subtle, "sign").mockRejectedValueOnce(new Error("the platform failed"));
    expect((await profile(id)).card.signatures).toBeUndefined();
    expect((await profile(id)).card.signatures).toHaveLength(1);
  });

  it("names all that is for sale at its price, and where that is described", async () => {
    const { card } = await cardWith({});
    const paid = catalog.filter((entry) => isPaid(entry));
    expect(card.services.map(({ url, priceUsdc }) => [url, priceUsdc])).toEqual(
      paid.map((entry) => [`${ORIGIN}${entry.path}`, toUsd(priceOf(entry))]),
    );
    expect(card.discovery).toEqual({ x402: `${ORIGIN}/.well-known/x402`, openapi: `${ORIGIN}/openapi.json` });
    expect(card.accounts.map(({ account, verified }) => [account, verified])).toEqual([
      [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${SOL}`, false],
      [`eip155:84532:${EVM}`, false],
    ]);
  });

  it("lists only interfaces that answer", async () => {
    const { card } = await cardWith({});
    expect(card.supportedInterfaces).toHaveLength(1);
    for (const { url } of card.supportedInterfaces)
      expect((await service.get(new URL(url).search.slice(1))).status).toBe(200);
  });

  it.each(["card", "registration"] as const)(
    "and its %s come with a tag that follows what they say, and may be kept for a minute",
    async (what) => {
      const { id } = await cardWith({ RECEIPT_SIGNING_KEY: KEY });
      const first = await service[what](id);
      const tag = first.headers.get("etag") ?? "";
      expect([tag, first.headers.get("cache-control")]).toEqual([
        expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
        "public, max-age=60",
      ]);
      const same = await service[what](id, { headers: { "if-none-match": tag } });
      expect([same.status, await same.text()]).toEqual([304, ""]);
      await world.store.redis.hset(`svc:agents:record:${id}`, { name: "New" });
      const changed = await service[what](id, { headers: { "if-none-match": tag } });
      expect([changed.status, changed.headers.get("etag") === tag]).toEqual([200, false]);
    },
  );
});

describe("a registration file", () => {
  it("is the registry's form of the agent, and names only what answers", async () => {
    const { agent } = await registered(
      await service.post({ evmAddress: EVM, name: "Tape", description: "d" }),
    );
    const file = registrationDocumentation.output.parse(await (await service.registration(agent.id)).json());
    expect(file).toEqual({
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      ...{ name: "Tape", description: "d", image: `${ORIGIN}/icon.svg` },
      services: [
        { name: "web", endpoint: agent.profileUrl },
        { name: "A2A", endpoint: agent.cardUrl, version: "1.0" },
      ],
      ...{ x402Support: false, active: true, registrations: [], supportedTrust: [] },
    });
  });
});

describe("trips to the store", () => {
  /** Requests that the store gets meanwhile. */
  async function trips(work: () => Promise<Response>): Promise<number> {
    const network = fetch;
    let sent = 0;
    vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
      sent += 1;
      return network(input, init);
    });
    expect((await work()).status).toBe(200);
    vi.unstubAllGlobals();
    return sent;
  }

  it("are one for a profile, a card and a file, and two for a page, a registration and a proof", async () => {
    const wallet = newEvmWallet();
    const body = { evmAddress: wallet.address };
    const { agent } = await registered(await service.post({ evmAddress: EVM })); // scripts and the day's key are known then
    const proof = await wallet.sign("POST", body);
    expect([
      await trips(() => service.get(`id=${agent.id}`)),
      await trips(() => service.card(agent.id)),
      await trips(() => service.registration(agent.id)),
      await trips(() => service.get("list=1&limit=50")),
      await trips(() => service.post(body)),
      await trips(() => service.post(body)),
      await trips(() => service.post(body, { proof })),
    ]).toEqual([1, 1, 1, 2, 2, 1, 2]);
  });
});
