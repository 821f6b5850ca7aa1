import { createHash } from "node:crypto";
import { address, getAddressEncoder } from "@solana/kit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { linkDocumentation } from "@/lib/identity/link/documentation";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { type SolanaChain, startSolanaChain } from "@/sandbox/chains/solana/chain";
import {
  agentStore,
  type AgentWallet,
  type Instance,
  newEvmWallet,
  newInstance,
  newSolanaWallet,
  ORIGIN,
} from "../support/agents";

const PROGRAM = "SAPpUhsWLJG1FfkGRcXagEDMrMsWGjbky7AyhGpFETZ";
const OTHER_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const NOBODY = "http://127.0.0.1:9";

const mark = (type: string): Buffer => createHash("sha256").update(`account:${type}`).digest().subarray(0, 8);
const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const option = (value?: string): Buffer =>
  value === undefined ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), text(value)]);

/** An account as the program's published interface has it (Borsh), written without the service's reader. */
function agentAccount({ of, type = "AgentAccount", uri }: { of: string; type?: string; uri?: string }) {
  const wallet = getAddressEncoder().encode(address(of));
  return Buffer.concat([
    ...[mark(type), Buffer.from([254, 1]), Buffer.from(wallet), text("Ünïcode"), text("")],
    ...[option("did:example:1"), option(uri), option(), Buffer.from([1]), Buffer.alloc(200)],
  ]);
}

let world: Awaited<ReturnType<typeof agentStore>>;
let chain: SolanaChain;
let service: Instance;
let evm: AgentWallet;
let sol: AgentWallet;
let agent: { id: string; registrationUrl: string };

beforeAll(async () => {
  [world, chain] = await Promise.all([agentStore(), startSolanaChain({ port: 0 })]);
});
afterAll(() => Promise.all([world.store.close(), chain.close()]));
beforeEach(async () => {
  await world.store.redis.flushdb();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await enter();
  [evm, sol] = [newEvmWallet(), await newSolanaWallet()];
  const registered = await service.post({ solAddress: sol.address, evmAddress: evm.address, name: "Linked" });
  ({ agent } = (await registered.json()) as { agent: typeof agent }); // shown by the tests of registration
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function enter(settings: Record<string, string> = {}): Promise<void> {
  world.enter({ SOLANA_RPC_URL: chain.rpcUrl, ...settings });
  service = await newInstance();
}

async function link(by?: AgentWallet, more: object = {}) {
  const body = { id: agent.id, sapWallet: sol.address, ...more };
  const response = await service.patch(body, by === undefined ? {} : { proof: await by.sign("PATCH", body) });
  expect(response.status).toBe(200);
  const { agent: linked, verified } = linkDocumentation.output.parse(await response.json());
  expect(linked.sapVerified).toBe(verified);
  return { verified, account: linked.sapAccount, pda: linked.sapAgentPda ?? "" };
}
const profile = async () => {
  const answer = profileDocumentation.output.parse(await (await service.get(`id=${agent.id}`)).json());
  return { ...answer.agent, onCard: JSON.stringify(answer.card).includes(answer.agent?.sapAgentPda ?? "?") };
};
async function put(pda: string, account: { owner?: string; data: Uint8Array }): Promise<void> {
  const owner = address(account.owner ?? PROGRAM);
  chain.plant(address(pda), { owner, data: account.data, lamports: 10_000_000n, executable: false });
}
async function file(pda: string, from = "203.0.113.7") {
  const { GET } = await import("@/app/agents/[account]/eip-8004.json/route");
  const response = await GET(
    new Request(`${ORIGIN}/agents/${pda}/eip-8004.json`, { headers: { "x-forwarded-for": from } }),
    { params: Promise.resolve({ account: pda }) },
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe("a link to Solana's registry, by the account on chain", () => {
  it("is verified where the account is the wallet's agent, and that wallet proved itself", async () => {
    const { pda, ...before } = await link(sol);
    expect(before).toEqual({ verified: false, account: "missing" }); // a proof alone makes no account
    expect(await profile()).toMatchObject({ sapVerified: false, sapAccount: "missing", onCard: false });
    await put(pda, { data: agentAccount({ of: sol.address }) });
    expect(await link()).toMatchObject({ verified: true, account: "found" }); // anybody may have it looked at
    expect(await profile()).toMatchObject({ sapVerified: true, sapAccount: "found", onCard: true });
  });

  it("is a claim while no wallet proved itself, though the account is there", async () => {
    const { pda } = await link();
    await put(pda, { data: agentAccount({ of: sol.address }) });
    expect(await link()).toMatchObject({ verified: false, account: "found" });
    expect(await profile()).toMatchObject({ sapVerified: false, onCard: false });
    expect((await file(pda)).status).toBe(404);
  });

  it("is verified without a sign-in where the account names this agent's registration file, and no other", async () => {
    const { pda } = await link();
    for (const uri of [`${agent.registrationUrl}0`, agent.registrationUrl.slice(0, -1), ORIGIN, ""]) {
      await put(pda, { data: agentAccount({ of: sol.address, uri }) });
      expect(await link()).toMatchObject({ verified: false, account: "found" });
    }
    await put(pda, { data: agentAccount({ of: sol.address, uri: agent.registrationUrl }) });
    expect(await link()).toMatchObject({ verified: true, account: "named" });
    expect(await profile()).toMatchObject({ sapVerified: true, onCard: true, verified: false }); // the link, not the pair
  });

  it.each<[string, (of: string) => { owner?: string; data: Uint8Array }]>([
    ["of another program", (of) => ({ owner: OTHER_PROGRAM, data: agentAccount({ of }) })],
    ["of another type", (of) => ({ data: agentAccount({ of, type: "AgentStats" }) })],
    ["of another wallet", () => ({ data: agentAccount({ of: OTHER_PROGRAM }) })],
    ["without data", () => ({ data: new Uint8Array() })],
    ["that ends early", (of) => ({ data: agentAccount({ of }).subarray(0, 60) })],
    [
      "whose text would be longer than it is",
      (of) => {
        const data = agentAccount({ of });
        data.writeUInt32LE(0xff_ff_ff_ff, 42);
        return { data };
      },
    ],
  ])("is a claim beside an account %s, whoever proved themselves", async (_, made) => {
    const { pda } = await link();
    await put(pda, made(sol.address));
    expect(await link(sol)).toMatchObject({ verified: false, account: "other" });
    expect(await profile()).toMatchObject({ sapVerified: false, sapAccount: "other", onCard: false });
    expect((await file(pda)).status).toBe(404);
  });

  it("is kept as a claim while the node is down, and read behind a later look at the agent", async () => {
    await enter({ SOLANA_RPC_URL: NOBODY });
    const { pda, ...unread } = await link(sol);
    expect(unread).toEqual({ verified: false, account: "unread" });
    await put(pda, { data: agentAccount({ of: sol.address }) });
    await enter();
    expect(await profile()).toMatchObject({ sapVerified: false, sapAccount: "unread" });
    await vi.waitFor(async () => expect((await profile()).sapVerified).toBe(true), 20_000);
    expect((await file(pda)).status).toBe(200);
  });

  it("stays what it was while the node is down later, and is taken back once the account is gone", async () => {
    const { pda } = await link(sol);
    await put(pda, { data: agentAccount({ of: sol.address }) });
    expect((await link()).verified).toBe(true);
    await enter({ SOLANA_RPC_URL: NOBODY });
    expect(await link()).toMatchObject({ verified: true, account: "found" });
    await put(pda, { owner: OTHER_PROGRAM, data: new Uint8Array(8) });
    await enter();
    await profile();
    await vi.waitFor(async () => expect((await profile()).sapAccount).toBe("other"), 20_000);
    expect((await file(pda)).status).toBe(404);
  });

  it("rests on proofs alone without a node, and says that nothing was read", async () => {
    await enter({ SOLANA_RPC_URL: "" });
    expect(await link(sol)).toMatchObject({ verified: true, account: "unread" });
  });

  it("keeps nothing that was seen of a link when another takes its place", async () => {
    const { pda } = await link(sol);
    await put(pda, { data: agentAccount({ of: sol.address, uri: agent.registrationUrl }) });
    expect((await link()).account).toBe("named");
    const other = await newSolanaWallet();
    await enter({ SOLANA_RPC_URL: NOBODY });
    expect(await link(evm, { sapWallet: other.address })).toMatchObject({
      verified: false,
      account: "unread",
    });
    expect((await file(pda)).status).toBe(404);
  });

  it("is confirmed as a whole, so that no link that is set at the same moment gets the other's proof", async () => {
    const [mine, theirs] = [await newSolanaWallet(), await newSolanaWallet()];
    await enter({ SOLANA_RPC_URL: "" });
    await link(evm, { sapWallet: mine.address });
    const bodies = [mine, theirs].map(({ address: sapWallet }) => ({ id: agent.id, sapWallet }));
    const proofs = await Promise.all([
      mine.sign("PATCH", bodies[0] ?? {}),
      evm.sign("PATCH", bodies[1] ?? {}),
    ]);
    await Promise.all(
      bodies.map((body, at) => service.patch(body, { proof: proofs[at] ?? "", from: `198.51.${at}.7` })),
    );
    const { sapWallet, sapVerified } = await profile();
    expect([sapWallet, sapVerified]).not.toEqual([theirs.address, true]);
  });
});

describe("the file of an account, where SAP's SDK looks for it", () => {
  it("names the account and its wallet for the SDK, and the agent's addresses here", async () => {
    const own = { solAddress: sol.address, evmAddress: evm.address, name: "Linked" };
    await service.post(own, { proof: await sol.sign("POST", own) });
    const { pda } = await link(sol);
    await put(pda, { data: agentAccount({ of: sol.address }) });
    await link();
    const { status, headers, body } = await file(pda);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    expect(body).toMatchObject({
      ...{ version: "0.1", name: "Linked", synapseAgent: pda, authority: sol.address },
      ...{ capabilities: [], executives: [], extra: { agentId: agent.id } },
    });
    const { services } = body as { services: { url: string }[] }; // as the SDK reads it
    expect(services.map(({ url }) => url)).toContain(agent.registrationUrl);
  });

  it("is a 404 for an account that nobody linked, and for what is none", async () => {
    for (const account of [PROGRAM, "x", "%2e%2e", "1".repeat(500)])
      expect((await file(account)).status).toBe(404);
  });

  it("counts against the caller's limit", async () => {
    await enter({ RATE_LIMIT_PER_MINUTE: "3" });
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) statuses.push((await file(PROGRAM, "203.0.113.99")).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  });
});
