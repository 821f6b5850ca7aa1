import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareLinkDocumentation } from "@/lib/identity/prepare-link/documentation";
import { REFUSALS } from "@/lib/identity/erc8004/verify";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { registrationDocumentation } from "@/lib/identity/registration/documentation";
import { verifyLinkDocumentation } from "@/lib/identity/verify-link/documentation";
import { NETWORKS } from "@/lib/chains/networks";
import { type EvmChain, startEvmChain } from "@/sandbox/chains/evm/chain";
import { newWallet } from "@/sandbox/chains/evm/client";
import { CHAIN_ID, IDENTITY_REGISTRY_ADDRESS, MULTICALL3_ADDRESS } from "@/sandbox/chains/evm/network";
import lookAlike from "@/sandbox/chains/contracts/LocalLookAlike.json";
import { callRpc } from "@/sandbox/host/json-rpc";
import { agentStore, type Instance, newInstance, newSolanaWallet } from "../support/agents";

const REGISTRY = parseAbi([
  "function register() returns (uint256)",
  "function register(string agentURI) returns (uint256)",
  "function register(string agentURI, (string metadataKey, bytes metadataValue)[] metadata) returns (uint256)",
  "function setAgentURI(uint256 agentId, string newURI)",
  "function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue)",
  "function transferFrom(address from, address to, uint256 agentId)",
  "event Registered(uint256 indexed agentId, string agentURI, address indexed owner)",
]);
const LOOK_ALIKE = parseAbi(["function announce(uint256 agentId, string agentURI, address owner)"]);
const MULTICALL = parseAbi([
  "function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])",
]);

type Wallet = Awaited<ReturnType<typeof newWallet>>;

let world: Awaited<ReturnType<typeof agentStore>>;
let chain: EvmChain;
let files: Server;
/** What the public address answers for registration files. */
let fileStatus = 200;
let service: Instance;
let wallet: Wallet;

beforeAll(async () => {
  world = await agentStore();
  chain = await startEvmChain({ port: 0 });
  files = createServer((_, response) => response.writeHead(fileStatus).end("{}"));
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  files.close();
  await Promise.all([world.store.close(), chain.close()]);
});
beforeEach(async () => {
  await world.store.redis.flushdb();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  wallet = await newWallet(chain);
  await enter();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  fileStatus = 200;
});

async function enter(settings: Record<string, string> = {}): Promise<void> {
  const { port } = files.address() as AddressInfo; // it listens on TCP
  world.enter({
    ...{
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      EVM_RPC_URL: chain.rpcUrl,
      AGENT_LINK_CONFIRMATIONS: "1",
    },
    ...settings,
  });
  service = await newInstance();
}

const ask = (method: string, params: readonly unknown[] = []) => callRpc(chain.rpcUrl, method, [...params]);

interface Registered {
  id: string;
  uri: string;
}
/** Registers an agent here. */
async function agentOf(body: {
  evmAddress?: string;
  solAddress?: string;
  name?: string;
  description?: string;
}): Promise<Registered> {
  const { agent } = (await (await service.post(body)).json()) as {
    agent: { id: string; registrationUrl: string };
  }; // shown by the tests of registration
  return { id: agent.id, uri: agent.registrationUrl };
}
const own = () => agentOf({ evmAddress: wallet.account.address });

type Call = Parameters<typeof encodeFunctionData<typeof REGISTRY>>[0];
const encoded = (call: Omit<Call, "abi">): Hex => encodeFunctionData({ abi: REGISTRY, ...call } as Call); // each call names its arguments

/** Sends a transaction and waits until it is mined. */
async function send(
  data: Hex,
  { to = IDENTITY_REGISTRY_ADDRESS as Hex, from = wallet, gas = 2_000_000n } = {},
): Promise<Hex> {
  const hash = await from.sendTransaction({ to, data, gas });
  await from.waitForTransactionReceipt({ hash });
  return hash;
}
const registerUri = (uri: string, from = wallet) =>
  send(encoded({ functionName: "register", args: [uri] }), { from });
async function tokenIn(hash: Hex): Promise<bigint> {
  const { logs } = await wallet.getTransactionReceipt({ hash });
  const { decodeEventLog } = await import("viem");
  for (const log of logs)
    try {
      return decodeEventLog({ abi: REGISTRY, eventName: "Registered", ...log }).args.agentId;
    } catch {
      continue; // another event of the same contract
    }
  throw new Error("no registration");
}
/** One transaction of a contract account, which others send: calls of the registry. */
const bundle = (calls: Hex[], sender: Wallet = wallet) =>
  send(
    encodeFunctionData({
      ...{ abi: MULTICALL, functionName: "aggregate3" },
      args: [
        calls.map((callData) => ({
          target: IDENTITY_REGISTRY_ADDRESS as Hex,
          allowFailure: false,
          callData,
        })),
      ],
    }),
    { to: MULTICALL3_ADDRESS, from: sender },
  );

async function link(id: string, txHash: string, more: object = {}) {
  const response = await service.link({ id, txHash, ...more });
  const body: unknown = await response.json();
  const { status } = response;
  if (status === 200 || status === 202 || status === 422)
    return { status, headers: response.headers, ...verifyLinkDocumentation.output.parse(body) };
  return { status, headers: response.headers, ...(body as { code: string; error: string }) }; // the ApiError body
}
const profile = async (id: string) =>
  profileDocumentation.output.parse(await (await service.get(`id=${id}`)).json()).agent;
const file = async (id: string) =>
  registrationDocumentation.output.parse(await (await service.registration(id)).json());
const AGENT_REGISTRY = `eip155:${CHAIN_ID}:${IDENTITY_REGISTRY_ADDRESS}`;

describe("a transaction that registered the agent", () => {
  it("links token 0 like any other, proves the wallet, and shows on every surface from then on", async () => {
    const { id, uri } = await own();
    expect(await profile(id)).not.toHaveProperty("erc8004");
    expect((await file(id)).registrations).toEqual([]);
    const tx = await registerUri(uri);
    expect(await tokenIn(tx)).toBe(0n); // the first of this chain
    const erc8004 = { agentId: "0", agentRegistry: AGENT_REGISTRY, onChain: true };
    expect(await link(id, tx)).toMatchObject({
      status: 200,
      ok: true,
      state: "linked",
      agent: { erc8004, verified: true },
    });
    expect(await profile(id)).toMatchObject({ erc8004, verified: true, accounts: [{ verified: true }] });
    expect(await (await service.card(id)).json()).toMatchObject({ erc8004, verified: true });
    expect((await file(id)).registrations).toEqual([{ agentId: 0, agentRegistry: AGENT_REGISTRY }]);
    const { agents = [] } = profileDocumentation.output.parse(
      await (await service.get("list=1&verified=true")).json(),
    );
    expect(agents).toMatchObject([{ id, erc8004, evmAddress: wallet.account.address }]);
  });

  it.each<[string, (uri: string) => Promise<Hex>]>([
    [
      "register(string,(string,bytes)[])",
      (uri) =>
        send(
          encoded({ functionName: "register", args: [uri, [{ metadataKey: "k", metadataValue: "0x01" }]] }),
        ),
    ],
    [
      "register(), and setAgentURI afterwards",
      async (uri) => {
        const tx = await send(encoded({ functionName: "register", args: [] } as never)); // the overload without arguments
        await send(encoded({ functionName: "setAgentURI", args: [await tokenIn(tx), uri] }));
        return tx;
      },
    ],
    [
      "another URI, and setAgentURI afterwards",
      async (uri) => {
        const tx = await registerUri("https://example.com/other");
        await send(encoded({ functionName: "setAgentURI", args: [await tokenIn(tx), uri] }));
        return tx;
      },
    ],
  ])("by %s links it", async (_, made) => {
    const { id, uri } = await own();
    expect(await link(id, await made(uri))).toMatchObject({ status: 200, ok: true, state: "linked" });
  });

  it("clears what a stranger said of the agent, as any first proof does", async () => {
    const words = { name: "Squatter", description: "Send 1 ETH to 0x0 first" };
    const { id, uri } = await agentOf({ evmAddress: wallet.account.address, ...words });
    const result = await link(id, await registerUri(uri));
    expect(result).toMatchObject({ status: 200, state: "linked", agent: { verified: true } });
    expect(result).toMatchObject({ message: expect.stringMatching(/no name and no description stays/) });
    const shown = await profile(id);
    expect([shown?.name, shown?.description]).toEqual([expect.stringMatching(/^Agent /), undefined]);
    expect(JSON.stringify(await file(id))).not.toMatch(/Squatter|Send 1 ETH/);
  });

  it("stays linked whatever else of its token is set: metadata says nothing of whose it is", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    const args = [await tokenIn(tx), "registeredBy", "0xdeadbeef"] as const;
    await send(encoded({ functionName: "setMetadata", args }));
    expect(await link(id, tx)).toMatchObject({ status: 200, state: "linked" });
  });

  it("may be a bundle of a smart account's, sent by somebody else, with others' registrations in it", async () => {
    const account = await agentOf({ evmAddress: MULTICALL3_ADDRESS });
    const calls = ["https://example.com/1", account.uri, "https://example.com/2"].map((uri) =>
      encoded({ functionName: "register", args: [uri] }),
    );
    const tx = await bundle(calls, await newWallet(chain));
    const linked = await link(account.id, tx);
    expect(linked).toMatchObject({ status: 200, state: "linked" });
    const sender = await own(); // who sent it is not who registered
    expect(await link(sender.id, tx)).toMatchObject({ status: 422, reason: "other_uri" });
  });

  it("links once, however often it is sent, at once or again", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    const all = await Promise.all(Array.from({ length: 8 }, () => link(id, tx)));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const before = JSON.stringify(await world.store.redis.hgetall(`svc:agents:record:${id}`));
    expect(await link(id, tx.toUpperCase().replace("0X", "0x"))).toMatchObject({
      status: 200,
      state: "linked",
    });
    expect(JSON.stringify(await world.store.redis.hgetall(`svc:agents:record:${id}`))).toBe(before);
  });

  it("links neither a second token to an agent, nor a token to a second agent", async () => {
    const { id, uri } = await own();
    const first = await registerUri(uri);
    await link(id, first);
    const second = await link(id, await registerUri(uri));
    expect([second.status, second]).toMatchObject([
      409,
      { code: "already_taken", error: expect.stringContaining("linked to token") },
    ]);
    const { address } = await newSolanaWallet();
    const sibling = await agentOf({ evmAddress: wallet.account.address, solAddress: address });
    await send(encoded({ functionName: "setAgentURI", args: [await tokenIn(first), sibling.uri] }));
    expect(await link(sibling.id, first)).toMatchObject({ status: 409, code: "already_taken" });
  });
});

/** Its name, what sends it, and the reason that is answered. */
type Provoked = [string, () => Promise<{ id: string; txHash: Hex }>, string];

describe("a transaction that links nothing", () => {
  /** Transactions made to provoke each refusal. */
  const PROVOKED: Provoked[] = [
    [
      "a reverted one",
      async () => {
        const { id, uri } = await own();
        return { id, txHash: await send(encoded({ functionName: "setAgentURI", args: [9_999n, uri] })) };
      },
      "reverted",
    ],
    [
      "one that the registry refused for a reserved key",
      async () => {
        const { id, uri } = await own();
        const entries = [{ metadataKey: "agentWallet", metadataValue: "0xdeadbeef" as Hex }];
        return { id, txHash: await send(encoded({ functionName: "register", args: [uri, entries] })) };
      },
      "reverted",
    ],
    [
      "one that changes an agent's metadata and registers nothing",
      async () => {
        const { id, uri } = await own();
        const agentId = await tokenIn(await registerUri(uri));
        const args = [agentId, "customKey", "0x01"] as const;
        return { id, txHash: await send(encoded({ functionName: "setMetadata", args })) };
      },
      "not_the_registry",
    ],
    [
      "one that points an agent here and registers nothing",
      async () => {
        const { id, uri } = await own();
        const agentId = await tokenIn(await registerUri("https://example.com/other"));
        return { id, txHash: await send(encoded({ functionName: "setAgentURI", args: [agentId, uri] })) };
      },
      "not_the_registry",
    ],
    [
      "a plain transfer of money",
      async () => {
        const { id } = await own();
        return { id, txHash: await send("0x", { to: wallet.account.address }) };
      },
      "not_the_registry",
    ],
    [
      "one of a contract that says the registry's words",
      async () => {
        const { id, uri } = await own();
        const deployed = await wallet.sendTransaction({ data: lookAlike.bytecode as Hex });
        const { contractAddress } = await wallet.waitForTransactionReceipt({ hash: deployed });
        const data = encodeFunctionData({
          abi: LOOK_ALIKE,
          functionName: "announce",
          args: [1n, uri, wallet.account.address],
        });
        return { id, txHash: await send(data, { to: contractAddress ?? "0x" }) };
      },
      "not_the_registry",
    ],
    [
      "one for another file",
      async () => {
        const { id, uri } = await own();
        return { id, txHash: await registerUri(`${uri}&x=1`) };
      },
      "other_uri",
    ],
    [
      "one for a file that only begins with this one's address",
      async () => {
        const { id, uri } = await own();
        return { id, txHash: await registerUri(uri.slice(0, -1)) };
      },
      "other_uri",
    ],
    [
      "one without a file, to which none was set since",
      async () => {
        const { id } = await own();
        return { id, txHash: await send(encoded({ functionName: "register", args: [] } as never)) }; // the overload without arguments
      },
      "other_uri",
    ],
    ...["ipfs://QmTestCID123", "https://127.0.0.1", "data:application/json,{}"].map((prefix): Provoked => [
      `one for a file of another scheme (${prefix})`,
      async () => {
        const { id, uri } = await own();
        return { id, txHash: await registerUri(uri.replace(/^http:..127.0.0.1/, prefix)) };
      },
      "other_uri",
    ]),
    [
      "one that registers the agent twice",
      async () => {
        const { id, uri } = await agentOf({ evmAddress: MULTICALL3_ADDRESS });
        const call = encoded({ functionName: "register", args: [uri] });
        return { id, txHash: await bundle([call, call]) };
      },
      "several",
    ],
    [
      "one whose token was never minted",
      async () => {
        const { id, uri } = await own();
        const code = await ask("eth_getCode", [IDENTITY_REGISTRY_ADDRESS, "latest"]);
        const without = await ask("eth_call", [{ data: lookAlike.bytecode }, "latest"]);
        await ask("anvil_setCode", [IDENTITY_REGISTRY_ADDRESS, without]);
        const data = encodeFunctionData({
          abi: LOOK_ALIKE,
          functionName: "announce",
          args: [0n, uri, wallet.account.address],
        });
        const txHash = await send(data);
        await ask("anvil_setCode", [IDENTITY_REGISTRY_ADDRESS, code]);
        return { id, txHash };
      },
      "not_minted",
    ],
    [
      "one of another wallet",
      async () => {
        const { id, uri } = await own();
        return { id, txHash: await registerUri(uri, await newWallet(chain)) };
      },
      "other_owner",
    ],
    [
      "one whose token was sold since",
      async () => {
        const { id, uri } = await own();
        const txHash = await registerUri(uri);
        const args = [
          wallet.account.address,
          (await newWallet(chain)).account.address,
          await tokenIn(txHash),
        ] as const;
        await send(encoded({ functionName: "transferFrom", args }));
        return { id, txHash };
      },
      "moved",
    ],
    [
      "one whose token names another file since",
      async () => {
        const { id, uri } = await own();
        const txHash = await registerUri(uri);
        await send(
          encoded({ functionName: "setAgentURI", args: [await tokenIn(txHash), "https://example.com/"] }),
        );
        return { id, txHash };
      },
      "uri_changed",
    ],
  ];

  it("has one made for every refusal that there is", () => {
    const reasons = new Set(PROVOKED.map(([, , reason]) => reason));
    expect([...reasons].sort()).toEqual(Object.keys(REFUSALS).sort());
  });

  it.each(PROVOKED)("%s is a 422 that says why, and changes nothing", async (_, provoke, reason) => {
    const { id, txHash } = await provoke();
    const before = JSON.stringify(await world.store.redis.keys("*"));
    expect(await link(id, txHash)).toMatchObject({ status: 422, ok: false, state: "refused", reason });
    expect(JSON.stringify(await world.store.redis.keys("*"))).toBe(before);
    expect(await profile(id)).not.toHaveProperty("erc8004");
  });

  const TX = `0x${"ab".repeat(32)}`;
  it.each<[string, (id: string) => Promise<Awaited<ReturnType<typeof link>>>, number, string]>([
    ["that nobody knows", (id) => link(id, TX), 404, "not_found"],
    ["for an agent that nobody registered", () => link("agt_00", TX), 404, "not_found"],
    ["that is no hash", (id) => link(id, "0x12"), 400, "invalid_request"],
    ["of another chain", (id) => link(id, TX, { chainId: 1 }), 400, "invalid_request"],
    [
      "for an agent without an EVM address",
      async () => link((await agentOf({ solAddress: (await newSolanaWallet()).address })).id, TX),
      400,
      "invalid_request",
    ],
  ])("%s is a refusal", async (_, asked, status, code) => {
    const { id } = await own();
    expect(await asked(id)).toMatchObject({ status, code });
  });

  it("comes without the wallet's key: whoever sends it is told that it may be compromised, and nothing repeats it", async () => {
    const { id } = await own();
    const key = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    for (const more of [{ privateKey: key }, { [key]: 1 }, { signer: `0x${key}` }]) {
      const { status, ...refusal } = await link(id, TX, more);
      expect(status).toBe(400);
      expect(JSON.stringify(refusal)).toMatch(/compromised/);
      expect(JSON.stringify(refusal)).not.toContain(key);
    }
  });

  it("while it is not mined is a 202, and links once it is", async () => {
    const { id, uri } = await own();
    const nonce = await wallet.getTransactionCount({ address: wallet.account.address });
    const txHash = await wallet.sendTransaction({
      ...{ to: IDENTITY_REGISTRY_ADDRESS, gas: 2_000_000n, nonce: nonce + 1 }, // it waits for the one before
      data: encoded({ functionName: "register", args: [uri] }),
    });
    const pending = await link(id, txHash);
    expect(pending).toMatchObject({ status: 202, ok: false, state: "pending", confirmations: 0 });
    expect(pending.headers.get("retry-after")).toBe("5");
    await wallet.sendTransaction({ to: wallet.account.address, nonce });
    await wallet.waitForTransactionReceipt({ hash: txHash });
    expect(await link(id, txHash)).toMatchObject({ status: 200, state: "linked" });
  });

  it("while too few blocks hold it is a 202 that counts them, and is not kept under an Idempotency-Key", async () => {
    const needed = 6;
    await enter({ AGENT_LINK_CONFIRMATIONS: String(needed) });
    const { id, uri } = await own();
    const txHash = await registerUri(uri);
    const { blockNumber } = await wallet.getTransactionReceipt({ hash: txHash });
    const held = async (): Promise<number> =>
      Number((await wallet.getBlockNumber({ cacheTime: 0 })) - blockNumber) + 1;
    const states: string[] = [];
    while (states.at(-1) !== "linked") {
      const least = await held();
      const response = await service.link({ id, txHash }, { key: "k" });
      const { confirmations, state } = verifyLinkDocumentation.output.parse(await response.json());
      const most = await held(); // a busy anvil may add an empty block of its own
      if (state === "linked") {
        expect([response.status, confirmations]).toEqual([200, undefined]);
        expect(most).toBeGreaterThanOrEqual(needed);
      } else {
        expect([response.status, state]).toEqual([202, "pending"]);
        expect(confirmations).toBeGreaterThanOrEqual(least);
        expect(confirmations).toBeLessThanOrEqual(Math.min(most, needed - 1));
      }
      states.push(state);
      await ask("evm_mine");
    }
    expect(states).toContain("pending");
  });

  it("whose block the chain dropped is a 202 while the node still tells of it, and unknown afterwards", async () => {
    const { id, uri } = await own();
    const snapshot = await ask("evm_snapshot");
    const txHash = await registerUri(uri);
    const network = fetch;
    vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
      if (!String(init?.body).includes("eth_getBlockByNumber")) return network(input, init);
      return Response.json({ jsonrpc: "2.0", id: 1, result: { hash: `0x${"00".repeat(32)}` } }); // another block has its place
    });
    expect(await link(id, txHash)).toMatchObject({ status: 202, state: "pending", confirmations: 0 });
    vi.unstubAllGlobals();
    await ask("evm_revert", [snapshot]);
    expect(await link(id, txHash)).toMatchObject({ status: 404, code: "not_found" });
  });

  it("can be judged by nobody without a node, with another chain's, and with one that fails", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const url of ["", "http://127.0.0.1:9"]) {
      await enter({ EVM_RPC_URL: url });
      const refused = await link(id, tx);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    }
    await enter({
      NETWORK: "mainnet",
      LOCAL_WORLD: "",
      LEDGER_REDIS_REST_URL: world.store.rest.url.replace("127.0.0.1", "localhost"),
      LEDGER_REDIS_REST_TOKEN: "test-token",
    });
    expect(await link(id, tx)).toMatchObject({
      status: 503,
      error: expect.stringContaining(NETWORKS.mainnet.evm.id),
    });
  });
});

describe("a linked token that moves", () => {
  it("makes onChain false within one look, leaves the file without it, and comes back when it does", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    await link(id, tx);
    const other = await newWallet(chain);
    const move = async (from: Wallet, to: Wallet) =>
      send(
        encoded({
          functionName: "transferFrom",
          args: [from.account.address, to.account.address, await tokenIn(tx)],
        }),
        { from },
      );
    const seen = async (onChain: boolean): Promise<void> => {
      await enter(); // an instance that has not looked yet
      await vi.waitFor(async () => expect((await profile(id))?.erc8004?.onChain).toBe(onChain), {
        timeout: 10_000,
      });
    };
    await move(wallet, other);
    await seen(false);
    expect((await file(id)).registrations).toEqual([]);
    expect(await link(id, tx)).toMatchObject({ status: 422, reason: "moved" });
    await move(other, wallet);
    await seen(true);
    expect((await file(id)).registrations).toHaveLength(1);
  });

  it("leaves the agent free for another token", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    await link(id, tx);
    await send(encoded({ functionName: "setAgentURI", args: [await tokenIn(tx), "https://example.com/"] }));
    await enter();
    await vi.waitFor(async () => expect((await profile(id))?.erc8004?.onChain).toBe(false), {
      timeout: 10_000,
    });
    const next = await registerUri(uri);
    expect(await link(id, next)).toMatchObject({
      status: 200,
      agent: { erc8004: { agentId: String(await tokenIn(next)), onChain: true } },
    });
  });
});

describe("the prepared call", () => {
  const prepared = async (id: string) => {
    const response = await service.prepare(id);
    expect(response.status).toBe(200);
    return prepareLinkDocumentation.output.parse(await response.json());
  };

  it("registers and links the agent when its wallet sends it as it is", async () => {
    const { id, uri } = await own();
    const { call, existing, chainId, agentRegistry, registrationUrl } = await prepared(id);
    expect([existing, chainId, agentRegistry, registrationUrl]).toEqual([
      null,
      CHAIN_ID,
      AGENT_REGISTRY,
      uri,
    ]);
    expect(decodeFunctionData({ abi: REGISTRY, data: call?.data as Hex })).toEqual({
      functionName: "register",
      args: [uri],
    });
    expect(call).toMatchObject({
      ...{ chainId: CHAIN_ID, to: IDENTITY_REGISTRY_ADDRESS },
      ...{ value: "0x0", from: wallet.account.address },
    });
    const gas = BigInt(call?.gas ?? 0);
    const tx = await send(call?.data as Hex, { to: call?.to as Hex, gas });
    expect(await link(id, tx)).toMatchObject({ status: 200, state: "linked" });
  });

  it("is none where the wallet has registered the agent already: what is there can be linked by its transaction", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    const { call, existing, message } = await prepared(id);
    const agentId = String(await tokenIn(tx));
    expect([call, existing]).toEqual([
      null,
      { agentId, txHash: tx, agentUri: uri, isThisAgent: true, linked: false },
    ]);
    expect(message).toContain("don't register it twice");
    await link(id, existing?.txHash ?? "");
    expect((await prepared(id)).existing).toMatchObject({ agentId, linked: true });
  });

  it("is none where the agent is linked, whatever newer token of its wallet names its file, too", async () => {
    const { id, uri } = await own();
    const tx = await registerUri(uri);
    await link(id, tx);
    await registerUri(uri);
    const { existing, message } = await prepared(id);
    expect(existing).toMatchObject({ agentId: String(await tokenIn(tx)), txHash: tx, linked: true });
    expect(message).toContain("nothing to do");
  });

  it("is none where the wallet holds another agent, which is named; and is there again once that is given away", async () => {
    const { id } = await own();
    const tx = await registerUri("https://example.com/mine");
    const { call, existing } = await prepared(id);
    expect([call, existing]).toMatchObject([
      null,
      { agentUri: "https://example.com/mine", isThisAgent: false },
    ]);
    const args = [
      wallet.account.address,
      (await newWallet(chain)).account.address,
      await tokenIn(tx),
    ] as const;
    await send(encoded({ functionName: "transferFrom", args }));
    expect((await prepared(id)).call).not.toBeNull();
  });

  it("is none either where the node tells that there is an agent and not which", async () => {
    const { id, uri } = await own();
    await registerUri(uri);
    const network = fetch;
    vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
      if (!String(init?.body).includes("eth_getLogs")) return network(input, init);
      const error = { code: -32_005, message: "block range is too large" }; // as public nodes say it
      return Response.json({ jsonrpc: "2.0", id: 1, error });
    });
    const { call, existing, message } = await prepared(id);
    expect([call, existing]).toMatchObject([null, { agentId: null, isThisAgent: false }]);
    expect(message).toContain("Don't register it twice");
  });

  it("is not given while the registration file does not answer at its public address", async () => {
    const { id } = await own();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (fileStatus of [404, 302, 500]) expect((await service.prepare(id)).status).toBe(503);
    fileStatus = 200;
    expect((await service.prepare(id)).status).toBe(200);
  });

  it("is given without a node, as far as that is known", async () => {
    const { id } = await own();
    await enter({ EVM_RPC_URL: "" });
    const { call, existing } = await prepared(id);
    expect([call?.gas, existing]).toEqual([null, null]);
  });

  it("is a refusal for an agent that nobody registered, or that has no EVM address", async () => {
    expect((await service.prepare("agt_00")).status).toBe(404);
    const { id } = await agentOf({ solAddress: (await newSolanaWallet()).address });
    expect((await service.prepare(id)).status).toBe(400);
  });
});
