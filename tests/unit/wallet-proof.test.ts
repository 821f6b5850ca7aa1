import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import fc from "fast-check";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Hex, decodeFunctionData, getAddress, hashMessage, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/http/api-error";
import { base64ToText } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";
import type * as consumeModule from "@/lib/payments/wallet-proof/consume";
import type * as readModule from "@/lib/payments/wallet-proof/read";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { satisfiesEquation } from "../support/ed25519-equation";
import { runs } from "../support/properties";
import {
  evmProof,
  newNonce,
  proofHeader,
  solanaMessage,
  solanaProof,
  type Proof,
  type SignIn,
} from "../support/wallet-proofs";

const ORIGIN = "https://api.example.com";
const PATH = "/api/receipt";
const URL_OF_CALL = ORIGIN + PATH;
const at = { origin: ORIGIN, path: PATH, now: new Date() };

const evmWallet = newEvmWallet();
let solanaWallet: Awaited<ReturnType<typeof newSolanaWallet>>;
let proofs: typeof readModule;
let consume: typeof consumeModule;
let redis: Awaited<ReturnType<typeof startRedisRest>>;
let node: Server;
/** What the chain answers to an eth_call, and what it was asked. */
let chainSays: (call: { to: string; data: Hex }) => unknown;
let asked: { to: string; data: Hex }[];
/** Of every account; and how often it was asked for. */
let code = "0x6080";
let codesAsked = 0;

beforeAll(async () => {
  node = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { method, params } = JSON.parse(text) as { method: string; params: [{ to: string; data: Hex }] }; // our own request
      if (method === "eth_getCode") {
        codesAsked += 1;
        return void response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: code }));
      }
      expect(method).toBe("eth_call");
      asked.push(params[0]);
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...(chainSays(params[0]) as object) })); // made by the tests
    });
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const { port } = node.address() as AddressInfo; // it listens on TCP
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("EVM_RPC_URL", `http://127.0.0.1:${port}`);
  vi.stubEnv("NETWORK", "testnet");
  proofs = await import("@/lib/payments/wallet-proof/read");
  consume = await import("@/lib/payments/wallet-proof/consume");
  solanaWallet = await newSolanaWallet();
});
afterAll(async () => {
  node.close();
  await redis.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  asked = [];
  chainSays = () => ({ result: "0x" });
});

const read = (header: string, call = at) =>
  proofs.readWalletProof(new Headers({ "sign-in-with-x": header }), call);

/** The refusal of a header, as its message. */
async function refusal(header: string, call = at): Promise<string> {
  const found: unknown = await read(header, call).catch((error: unknown) => error);
  if (!(found instanceof ApiError)) throw new Error(`not refused: ${JSON.stringify(found)}`);
  expect(found.code).toBe("invalid_request");
  expect(found.message).toMatch(/^SIGN-IN-WITH-X /);
  return found.message;
}

const CHAINS = ["evm", "solana"] as const;
type Chain = (typeof CHAINS)[number];
const prove = (chain: Chain, change: Partial<SignIn> = {}, url = URL_OF_CALL): Promise<Proof> =>
  chain === "evm"
    ? evmProof(evmWallet.privateKey, url, change)
    : solanaProof(solanaWallet.secretKey, url, change);
const header = async (...given: Parameters<typeof prove>) => proofHeader(await prove(...given));

const minutes = (count: number): string => new Date(at.now.getTime() + count * 60_000).toISOString();

describe.each(CHAINS)("a sign-in on %s", (chain) => {
  it("proves its wallet, written as the ledger writes payers", async () => {
    const proof = await prove(chain);
    expect(await read(proofHeader(proof))).toEqual({
      address: chain === "evm" ? proof.address.toLowerCase() : proof.address,
      chainId: NETWORKS.testnet[chain].id,
      nonce: proof.nonce,
      resources: proof.resources ?? [],
    });
  });

  it("proves it with every optional field, and with each alone", async () => {
    const optional: Partial<SignIn> = {
      statement: "Sign in to read a receipt – or so.",
      expirationTime: minutes(3),
      notBefore: minutes(-1),
      requestId: "request 1",
      resources: [URL_OF_CALL, ORIGIN],
    };
    const changes = [optional, ...Object.entries(optional).map(([name, value]) => ({ [name]: value }))];
    for (const change of changes) expect(await read(await header(chain, change))).toMatchObject({});
  });

  it("counts for the route that it names, or for the whole origin, whatever the query", async () => {
    for (const url of [URL_OF_CALL, `${URL_OF_CALL}?payment=1`, ORIGIN, `${ORIGIN}/`])
      expect(await read(await header(chain, {}, url))).not.toBeNull();
  });

  it.each([
    ["another domain", { domain: "evil.example.com" }, /another domain/],
    ["another route", { uri: `${ORIGIN}/api/other` }, /another address/],
    ["another origin", { uri: `https://evil.example.com${PATH}` }, /another address/],
    ["another scheme", { uri: `http://api.example.com${PATH}` }, /another address/],
    ["an age of over 5 minutes", { issuedAt: minutes(-5.1) }, /5 minutes/],
    ["an issue over a minute ahead", { issuedAt: minutes(1.1) }, /future/],
    ["an end that has passed", { expirationTime: minutes(-0.1) }, /expired/],
    ["a beginning that lies ahead", { notBefore: minutes(0.1) }, /not valid yet/],
  ])("is refused with %s, although it is signed so", async (_, change, why) => {
    expect(await refusal(await header(chain, change))).toMatch(why);
  });

  it("is still taken at the edges of its time", async () => {
    for (const change of [{ issuedAt: minutes(-4.9) }, { issuedAt: minutes(0.9) }])
      expect(await read(await header(chain, change))).not.toBeNull();
  });

  it("is refused when any field was changed after it was signed", async () => {
    const proof = await prove(chain, {
      statement: "one",
      expirationTime: minutes(3),
      notBefore: minutes(-2),
      requestId: "one",
      resources: [ORIGIN],
    });
    const other = chain === "evm" ? newEvmWallet().address : (await newSolanaWallet()).address;
    const changes: Partial<Proof>[] = [
      { address: other },
      { statement: "two" },
      { uri: ORIGIN },
      { nonce: newNonce() },
      { issuedAt: minutes(-0.5) },
      { expirationTime: minutes(4) },
      { notBefore: minutes(-1) },
      { requestId: "two" },
      { resources: [ORIGIN, ORIGIN] },
      { signature: (await prove(chain)).signature },
    ];
    for (const change of changes)
      expect(await refusal(proofHeader({ ...proof, ...change }))).toMatch(/not signed by its address/);
    for (const name of ["statement", "expirationTime", "notBefore", "requestId", "resources"])
      expect(await refusal(proofHeader({ ...proof, [name]: undefined }))).toMatch(/not signed/);
    expect(await read(proofHeader(proof))).not.toBeNull();
  });

  it("says which request it is for, where it is good for one only", async () => {
    const resource = "urn:svc:agent-identity:post:sha256:00";
    const forOne = { ...at, resource };
    expect(await read(await header(chain, { resources: [ORIGIN, resource] }), forOne)).not.toBeNull();
    for (const resources of [[ORIGIN], [`${resource}1`], [resource.slice(0, -1)]])
      expect(await refusal(await header(chain, { resources }), forOne)).toContain(resource);
    expect(await refusal(await header(chain), forOne)).toContain(resource);
  });

  it("is refused on a network that is not ours, and with the other chain's kind of signature", async () => {
    const mainnet = await header(chain, { chainId: NETWORKS.mainnet[chain].id });
    expect(await refusal(mainnet)).toMatch(/eip191 on eip155:84532/);
    const proof = await prove(chain);
    const type = chain === "evm" ? "ed25519" : "eip191";
    expect(await refusal(proofHeader({ ...proof, type }))).toMatch(/must be of type/);
  });
});

describe("a header", () => {
  it("that is absent proves nothing, and is no mistake", async () => {
    expect(await proofs.readWalletProof(new Headers(), at)).toBeNull();
  });

  it("that is not what the extension says is refused by naming what is wrong", async () => {
    expect(await refusal("%%%")).toMatch(/base64 of JSON/);
    expect(await refusal(Buffer.from("{").toString("base64"))).toMatch(/base64 of JSON/);
    expect(await refusal("A".repeat(8_193))).toMatch(/longer than 8192 bytes/);
    expect(await refusal(proofHeader(null))).toMatch(/outermost value/);
    const proof = await prove("evm");
    const wrong: [string, unknown][] = [
      ["nonce", "short"],
      ["nonce", `${newNonce()}\nExpiration Time: 2030-01-01T00:00:00.000Z`],
      ["version", "2"],
      ["type", "secp256r1"],
      ["issuedAt", "yesterday"],
      ["statement", "one\ntwo"],
      ["statement", ""],
      ["resources", []],
      ["signature", 1],
      ["domain", undefined],
    ];
    for (const [name, value] of wrong)
      expect(await refusal(proofHeader({ ...proof, [name]: value }))).toContain(
        `${name} is missing or wrong`,
      );
  });

  it("of any bytes is either refused or no proof, and never fails otherwise", async () => {
    const some = await prove("solana");
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString("base64")),
      fc
        .record({ name: fc.constantFrom(...Object.keys(some)), value: fc.jsonValue() })
        .map(({ name, value }) => {
          return proofHeader({ ...some, signature: `${some.signature.slice(0, -1)}1`, [name]: value });
        }),
    );
    const ascii = text.filter((value) => /^[\x20-\x7e]*$/.test(value));
    await fc.assert(
      fc.asyncProperty(ascii, async (value) => {
        await expect(read(value)).rejects.toBeInstanceOf(ApiError);
      }),
      runs(3),
    );
  });
});

/** Keys of small order, in each of their spellings. */
const SMALL_ORDER = [
  "00".repeat(32),
  `${"00".repeat(31)}80`,
  `01${"00".repeat(31)}`,
  `01${"00".repeat(30)}80`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  `ec${"ff".repeat(30)}7f`,
  `ec${"ff".repeat(31)}`,
  `ed${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(31)}`,
  `ee${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(31)}`,
];

/** R is the identity and s is 0: a signature of whatever message comes to the identity under the key. */
const MADE_UP = new Uint8Array(64).fill(1, 0, 1);

/** A sign-in for this call by whoever has that key, as far as the signature says so. */
const claimOf = (key: Uint8Array, signature: Uint8Array): Proof => ({
  domain: "api.example.com",
  uri: URL_OF_CALL,
  version: "1",
  chainId: NETWORKS.testnet.solana.id,
  nonce: newNonce(),
  issuedAt: minutes(0),
  type: "ed25519",
  address: getBase58Decoder().decode(key),
  signature: getBase58Decoder().decode(signature),
});
const textOf = (proof: Proof): Uint8Array => new TextEncoder().encode(solanaMessage(proof, proof.address));

/** A sign-in that nobody signed and that satisfies Ed25519's equation under the key, which must be of small order. */
function forge(key: Uint8Array): Proof {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const proof = claimOf(key, MADE_UP);
    if (satisfiesEquation(key, textOf(proof), MADE_UP)) return proof;
  }
  throw new Error("no signature could be made up for this key");
}

describe("a Solana address that is a point of small order", () => {
  const keys = SMALL_ORDER.map((hex) => [hex, new Uint8Array(Buffer.from(hex, "hex"))] as const);
  afterEach(() => vi.restoreAllMocks());

  it.each(keys)("%s can't sign in with a forged signature", async (_, key) => {
    expect(await refusal(proofHeader(forge(key)))).toMatch(/not signed/);
  });

  it.each(keys)("%s is refused by us where the platform looks at the equation alone", async (_, key) => {
    const proof = forge(key);
    vi.spyOn(crypto.subtle, "verify").mockResolvedValue(satisfiesEquation(key, textOf(proof), MADE_UP));
    expect(await refusal(proofHeader(proof))).toMatch(/not signed/);
  });

  it("is recognised by an equation that an honest signature satisfies, and a changed one does not", async () => {
    const proof = await prove("solana");
    const [key, signature] = [proof.address, proof.signature].map(
      (text) => new Uint8Array(getBase58Encoder().encode(text)),
    );
    if (key === undefined || signature === undefined) throw new Error("two were encoded");
    expect(satisfiesEquation(key, textOf(proof), signature)).toBe(true);
    expect(satisfiesEquation(key, textOf({ ...proof, nonce: newNonce() }), signature)).toBe(false);
  });
});

describe("a Solana address that is any 32 bytes", () => {
  const anyClaim = () => proofHeader(claimOf(new Uint8Array(32).fill(2), MADE_UP));
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  afterEach(() => vi.restoreAllMocks());

  it("can't sign in with a signature that is any 64 bytes, a point of the curve or not", async () => {
    await fc.assert(
      fc.asyncProperty(bytes(32), fc.oneof(bytes(64), fc.constant(MADE_UP)), async (key, signature) => {
        expect(await refusal(proofHeader(claimOf(key, signature)))).toMatch(/not signed/);
      }),
      runs(3),
    );
  });

  it("is refused, too, where the platform takes no bytes that are no point of the curve", async () => {
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("Invalid key", "DataError"));
    expect(await refusal(anyClaim())).toMatch(/not signed/);
  });

  it("is not called unsigned by a platform that can't tell", async () => {
    const unable = new DOMException("Unrecognized algorithm", "NotSupportedError");
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(unable);
    await expect(read(anyClaim())).rejects.toBe(unable);
  });
});

describe("a smart wallet", () => {
  const ABI = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);
  const MAGIC = `0x1626ba7e${"0".repeat(56)}`;
  const contract = getAddress("0x00000000000000000000000000000000000c0de5");
  /** What its owner signs, with the contract as the address. */
  const signedForContract = async (length = 65): Promise<Proof> => {
    const proof = await prove("evm");
    const signature = length === 65 ? proof.signature : `0x${"ab".repeat(length)}`;
    return { ...proof, address: contract, signature };
  };

  it("is asked by ERC-1271 about the hash of the very message, and believed", async () => {
    chainSays = () => ({ result: MAGIC });
    for (const length of [65, 96, 200]) {
      asked = [];
      const proof = await signedForContract(length);
      expect(await read(proofHeader(proof))).toMatchObject({ address: contract.toLowerCase() });
      const [call] = asked;
      expect(call?.to).toBe(contract);
      const { args } = decodeFunctionData({ abi: ABI, data: call?.data ?? "0x" });
      const message = createSiweMessage({
        address: contract,
        domain: proof.domain,
        uri: proof.uri,
        version: "1",
        chainId: 84532,
        nonce: proof.nonce,
        issuedAt: new Date(proof.issuedAt),
      });
      expect(args).toEqual([hashMessage(message), proof.signature]);
    }
  });

  it.each<[string, () => unknown]>([
    ["says no", () => ({ result: `0xffffffff${"0".repeat(56)}` })],
    ["is no contract", () => ({ result: "0x" })],
    ["answers more than the magic value", () => ({ result: `${MAGIC}00` })],
    ["reverts", () => ({ error: { code: 3, message: "execution reverted" } })],
    ["can't be asked", () => ({ error: { code: -32000, message: "busy" } })],
  ])("that %s has not signed in", async (_, says) => {
    chainSays = says;
    expect(await refusal(proofHeader(await signedForContract()))).toMatch(/not signed/);
    expect(asked).toHaveLength(1);
  });

  it("is not asked where a key signed, nor about what is no signature", async () => {
    const proof = await prove("evm");
    await read(proofHeader(proof));
    for (const signature of ["0x", "0x12", `${proof.signature}0`, "signature", `0x${"zz".repeat(65)}`])
      await refusal(proofHeader({ ...proof, signature }));
    expect(asked).toHaveLength(0);
  });

  it("is asked nothing where there is no contract, and there is none for a while", async () => {
    [code, codesAsked] = ["0x", 0];
    const proof = { ...(await signedForContract()), address: getAddress(`0x${"0d".repeat(20)}`) };
    for (let times = 0; times < 5; times += 1)
      expect(await refusal(proofHeader(proof))).toMatch(/not signed/);
    expect([asked.length, codesAsked]).toEqual([0, 1]);
    code = "0x6080";
  });

  it("is asked for one network of callers so often a minute, and for others all the same", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: at.now }); // no minute ends meanwhile
    vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
    vi.resetModules();
    const { readWalletProof } = await import("@/lib/payments/wallet-proof/read");
    chainSays = () => ({ result: MAGIC });
    const header = proofHeader(await signedForContract());
    const from = (address: string) =>
      readWalletProof(new Headers({ "sign-in-with-x": header, "x-forwarded-for": address }), at).then(
        () => "read",
        (error: { code: string }) => error.code,
      );
    const all = await Promise.all(Array.from({ length: 40 }, (_, host) => from(`203.0.113.${host + 1}`)));
    expect(all.filter((one) => one === "read")).toHaveLength(30);
    expect(all.filter((one) => one === "rate_limited")).toHaveLength(10);
    expect(await from("203.0.114.1")).toBe("read");
    expect(await from("2001:db8:1:2::1")).toBe("read");
    vi.stubEnv("TRUSTED_PROXY_HOPS", undefined);
    vi.useRealTimers();
  });
});

describe("an EVM address", () => {
  it("is the same payer in whatever case it signs in", async () => {
    const account = privateKeyToAccount(evmWallet.privateKey);
    const proof = await prove("evm");
    const checksummed = createSiweMessage({
      address: account.address,
      domain: proof.domain,
      uri: proof.uri,
      version: "1",
      chainId: 84532,
      nonce: proof.nonce,
      issuedAt: new Date(proof.issuedAt),
    });
    const address = account.address.toLowerCase();
    const signature = await account.signMessage({ message: checksummed.replace(account.address, address) });
    expect(await read(proofHeader({ ...proof, address, signature }))).toMatchObject({ address });
  });
});

describe("a proof's nonce", () => {
  const consumed = async (proof: readModule.WalletProof): Promise<string> =>
    consume.consumeProof(proof).then(
      () => "taken",
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );

  it("is good once, for many at a time and ever after", async () => {
    const proof = await read(await header("evm"));
    if (proof === null) throw new Error("it was brought");
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => consumed(proof)));
    expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "invalid_request")).toHaveLength(9);
    expect(await consumed(proof)).toBe("invalid_request");
  });

  it("is the wallet's own: nobody uses up another's", async () => {
    const nonce = newNonce();
    const [a, b] = [
      await read(await header("evm", { nonce })),
      await read(await header("solana", { nonce })),
    ];
    if (a === null || b === null) throw new Error("both were brought");
    expect([await consumed(a), await consumed(b)]).toEqual(["taken", "taken"]);
  });

  it("is not used up by reading it", async () => {
    const value = await header("solana");
    await read(value);
    const proof = await read(value);
    expect(proof).not.toBeNull();
    expect(base64ToText(value)).toContain(proof?.nonce);
  });

  it("is remembered for longer than any message is good", async () => {
    const { keys } = await import("@/lib/store/keys");
    const { ledgerStore } = await import("@/lib/store/redis");
    const proof = await read(await header("evm"));
    if (proof === null) throw new Error("it was brought");
    await consume.consumeProof(proof);
    expect(await ledgerStore().ttl(keys.proofNonce(proof.address, proof.nonce))).toBeGreaterThan(6 * 60);
  });
});
