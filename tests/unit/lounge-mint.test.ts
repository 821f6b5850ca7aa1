import {
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getInitializeMint2Instruction,
  getInitializeMintCloseAuthorityInstruction,
  getMintToInstruction,
} from "@solana-program/token-2022";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintInstructions, type MintRequest } from "@/lib/lounge/mint/instructions";
import { mintAddressOf, type MintTerms, mintTermsOf } from "@/lib/lounge/mint/terms";
import type { StoredSignal } from "@/lib/lounge/signal";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import { type LoungeWorld, ORIGIN, startLoungeWorld } from "../support/lounge-world";
import { madeSignal, type PublishEffects } from "../support/seed-signals";
import { APPLIED_AT, FIRST_REPLY } from "@/lib/handler";

const RECORD = "/api/lounge-rwa-record-mint";
const RELAY = "/api/solana-rpc-send";
const FEED = "/api/lounge-feed";
const TOKEN = "/api/rwa-token";

let world: LoungeWorld;
let effects: PublishEffects;
let chain: SolanaChain;
let rpc: ReturnType<typeof createSolanaRpc>;
let creator: KeyPairSigner;
beforeAll(async () => {
  chain = await startSolanaChain({ port: 0, confirmMs: 0, finalizeMs: 0 });
  rpc = createSolanaRpc(devnet(chain.rpcUrl));
  creator = await funded();
  world = await startLoungeWorld(
    async () => {
      effects = (await import("@/lib/lounge/publish/effects")).publishEffects;
      return {
        [RECORD]: await import("@/app/api/lounge-rwa-record-mint/route"),
        [RELAY]: await import("@/app/api/solana-rpc-send/route"),
        [FEED]: await import("@/app/api/lounge-feed/route"),
        [TOKEN]: await import("@/app/api/rwa-token/route"),
      };
    },
    { NETWORK: "testnet", SOLANA_RPC_URL: chain.rpcUrl },
  );
});
afterAll(async () => {
  await world.close();
  await chain.close();
});
beforeEach(() => world.store.redis.flushdb());

async function funded(): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner();
  await chain.airdrop(signer.address, 10_000_000_000n);
  return signer;
}

let made = 0;
/** Publishes a signal of the creator's, as buying does. */
async function publish(change: Partial<StoredSignal> = {}): Promise<StoredSignal & { seq: number }> {
  made += 1;
  const signal = madeSignal(made, {
    creator: { wallet: creator.address, chain: "sol", proof: "payment" },
    ...change,
  });
  const at = await mintAddressOf(creator.address, signal.id);
  const seq = (await world.store.redis.lrange("svc:lounge:log", 0, -1)).length;
  for (const { command } of effects(signal, { salt: "s", summary: "x" }, [], at)) {
    const filled = command.map((word) =>
      word.replaceAll(APPLIED_AT, String(Date.now())).replaceAll(FIRST_REPLY, String(seq + 1)),
    );
    await world.store.redis.eval("return redis.call(unpack(ARGV))", [], filled);
  }
  return { ...signal, seq };
}

const planOf = (signal: StoredSignal & { seq: number }, by = creator): MintRequest => ({
  ...{ creator: by, signalId: signal.id, terms: mintTermsOf(signal, ORIGIN), held: 0n },
  rent: async (bytes) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
});

async function signed(instructions: readonly Instruction[], by = creator) {
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(by, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  );
  return {
    wire: getBase64EncodedWireTransaction(transaction),
    signature: getSignatureFromTransaction(transaction),
  };
}
async function send(instructions: readonly Instruction[], by = creator): Promise<string> {
  const { wire, signature } = await signed(instructions, by);
  await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
  return signature;
}
const record = (signalId: string, mint: string, signature: string) =>
  world.post(RECORD, { signalId, mint, signature });

/** Mints a signal with a change of its instructions, and asks for it to be recorded. */
async function mintWith(
  change: (instructions: readonly Instruction[], mint: string) => readonly Instruction[],
) {
  const signal = await publish();
  const { mint, instructions } = await mintInstructions(planOf(signal));
  const signature = await send(change(instructions, mint));
  return { signal, mint, reply: await record(signal.id, mint, signature) };
}
/** Instructions of a number of Token-2022's are replaced. */
const replace =
  (number: number, by: (mint: string) => readonly Instruction[], after = false) =>
  (instructions: readonly Instruction[], mint: string): readonly Instruction[] =>
    instructions.flatMap((one) => {
      if (one.data?.[0] !== number || one.programAddress !== TOKEN_2022_ADDRESS) return [one];
      return after ? [one, ...by(mint)] : by(mint);
    });
const TOKEN_2022_ADDRESS = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

describe("a certificate's mint", () => {
  it("by one signature is recorded, shown as minted, and the same again is 200", async () => {
    const { signal, mint, reply } = await mintWith((all) => all);
    expect(reply).toMatchObject({ status: 200, body: { ok: true, status: "minted", mint } });
    const { signals } = (await world.get(FEED)).body;
    expect(signals).toMatchObject([{ signalId: signal.id, minted: true, status: "minted", mint }]);
    expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({ minted: true, mint });
    expect(await record(signal.id, mint, "1".repeat(64))).toMatchObject({ status: 200, body: { ok: true } });
  });

  it.each([890_880n, 5_000_000n, 90_000_000n])(
    "is made where somebody sent %i lamports before",
    async (held) => {
      const signal = await publish();
      const at = await mintAddressOf(creator.address, signal.id);
      await chain.airdrop(address(at), held);
      const { mint, instructions } = await mintInstructions({ ...planOf(signal), held });
      const { wire, signature } = await signed(instructions);
      expect(Buffer.from(wire, "base64").length).toBeLessThan(1_100); // wallets add instructions of their own
      await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      expect(await record(signal.id, mint, signature)).toMatchObject({ status: 200, body: { ok: true } });
    },
  );

  it("can't be made twice", async () => {
    const { signal } = await mintWith((all) => all);
    const { instructions } = await mintInstructions(planOf(signal));
    const { value } = await rpc
      .simulateTransaction((await signed(instructions)).wire, { encoding: "base64" })
      .send();
    expect(value.err).not.toBeNull();
  });
});

describe("a mint that is refused, uncharged and unrecorded:", () => {
  const mintTo = (mint: string, all: readonly Instruction[]): Instruction => {
    const token = all.find(({ data }) => data?.[0] === 7)?.accounts?.[1]?.address;
    if (token === undefined) throw new Error("nothing is minted");
    return getMintToInstruction({ mint: address(mint), token, mintAuthority: creator, amount: 1 });
  };
  const init = (mint: string, freezeAuthority: KeyPairSigner["address"] | null, decimals = 0) =>
    getInitializeMint2Instruction({
      ...{ mint: address(mint), decimals, mintAuthority: creator.address, freezeAuthority },
    });
  const REFUSED: [string, RegExp, Parameters<typeof mintWith>[0], Partial<MintTerms>?][] = [
    [
      "a supply of 2",
      /supply is not 1/,
      (all, mint) => replace(7, () => [mintTo(mint, all)], true)(all, mint),
    ],
    ["an open mint authority", /More of it can be minted/, replace(6, () => [])],
    ["an open update authority", /metadata can be changed/, (all) => all.slice(0, -1)],
    ["a freeze authority", /can be frozen/, replace(20, (mint) => [init(mint, creator.address)])],
    ["decimals", /has decimals/, replace(20, (mint) => [init(mint, null, 6)])],
    ["another URI", /URI is not this signal's/, (all) => all, { uri: "https://evil.example/metadata" }],
    ["a creator's words for a name", /name, symbol and fields/, (all) => all, { name: "Buy me" }],
  ];

  it.each(REFUSED)("%s", async (_, why, change, odd = {}) => {
    const signal = await publish();
    const own = mintTermsOf(signal, ORIGIN);
    const { mint, instructions } = await mintInstructions({ ...planOf(signal), terms: { ...own, ...odd } });
    const signature = await send(change(instructions, mint));
    expect(await record(signal.id, mint, signature)).toMatchObject({
      ...{
        status: 422,
        body: { ok: false, status: "published", mint: null, message: expect.stringMatching(why) },
      },
    });
    expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({
      minted: false,
      mint: null,
    });
  });

  it("one with a close authority, which is a further extension", async () => {
    const signal = await publish();
    const plan = planOf(signal);
    const { mint, instructions } = await mintInstructions(plan);
    const [create, ...rest] = instructions;
    if (create?.data === undefined) throw new Error("the account is created first");
    const data = Uint8Array.from(create.data);
    const view = new DataView(data.buffer);
    const space = 4 + 32 + 8 + signal.id.length + 8;
    const close = 36;
    view.setBigUint64(space, view.getBigUint64(space, true) + BigInt(close), true);
    view.setBigUint64(space - 8, view.getBigUint64(space - 8, true) + 10_000_000n, true);
    const closing = getInitializeMintCloseAuthorityInstruction({ mint, closeAuthority: creator.address });
    const signature = await send([{ ...create, data }, closing, ...rest]);
    expect((await record(signal.id, mint, signature)).body["message"]).toMatch(/extensions beside/);
  });

  it("another wallet's, at its own address or a look-alike's, however it is sent to the creator", async () => {
    const [signal, other] = [await publish(), await funded()];
    const { mint, instructions } = await mintInstructions(planOf(signal, other));
    const signature = await send(instructions, other);
    const expected = await mintAddressOf(creator.address, signal.id);
    expect(await record(signal.id, mint, signature)).toMatchObject({
      ...{ status: 422, body: { expectedMint: expected, message: expect.stringMatching(/derived/) } },
    });
    expect((await record(signal.id, expected, signature)).body["message"]).toMatch(/no finalized mint/);
  });

  it("another signal's", async () => {
    const [first, second] = [await mintWith((all) => all), await publish()];
    const reply = await record(second.id, first.mint, "1".repeat(64));
    expect(reply).toMatchObject({ status: 422, body: { ok: false } });
    const own = await mintWith((all) => all);
    await world.store.redis.hdel(`svc:lounge:signal:${own.signal.id}`, "mint");
    await world.store.redis.set(`svc:lounge:mint:${own.mint}`, first.signal.id);
    const signatures = await rpc.getSignaturesForAddress(address(own.mint)).send();
    const taken = await record(own.signal.id, own.mint, String(signatures[0]?.signature));
    expect(taken).toMatchObject({ status: 409, body: { code: "already_taken" } });
  });

  it("one with a transaction that failed, is unknown, or is not its creator's", async () => {
    const signal = await publish();
    const { mint, instructions } = await mintInstructions(planOf(signal));
    await send(instructions);
    const failed = await send((await mintInstructions({ ...planOf(signal), held: 1n })).instructions);
    const stranger = await funded();
    const foreign = await send(
      (await mintInstructions(planOf(await publish(), stranger))).instructions,
      stranger,
    );
    const unknown =
      "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
    const said = async (signature: string) => (await record(signal.id, mint, signature)).body["message"];
    expect(await said(failed)).toMatch(/failed/);
    expect(await said(foreign)).toMatch(/creator has not signed/);
    expect(await said(unknown)).toMatch(/not finalized/);
  });

  it("an EVM creator's, a hidden signal's and an unknown one's", async () => {
    const evm = await publish({ creator: { wallet: `0x${"1".repeat(40)}`, chain: "evm", proof: "payment" } });
    const at = await mintAddressOf(creator.address, evm.id);
    expect(await record(evm.id, at, "1".repeat(64))).toMatchObject({
      status: 422,
      body: { expectedMint: null },
    });
    const hidden = await publish();
    await world.store.redis.hset(`svc:lounge:signal:${hidden.id}`, { hidden: '{"reason":"spam","at":1}' });
    for (const id of [hidden.id, `sig_${"f".repeat(24)}`])
      expect((await record(id, at, "1".repeat(64))).status).toBe(404);
  });

  it("one that is not finalized yet", async () => {
    const slow = await startSolanaChain({ port: 0, confirmMs: 0, finalizeMs: 30_000 });
    try {
      const [signal, late] = [await publish(), createSolanaRpc(devnet(slow.rpcUrl))];
      await slow.airdrop(creator.address, 10_000_000_000n);
      const { finalizedAccount, objectionToTransaction } = await import("@/lib/lounge/record-mint/chain");
      const { rpcClient } = await import("@/lib/payments/chain/json-rpc");
      const { mint, instructions } = await mintInstructions(planOf(signal));
      const { value: lifetime } = await late.getLatestBlockhash({ commitment: "confirmed" }).send();
      const transaction = await signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayerSigner(creator, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
        ),
      );
      const wire = getBase64EncodedWireTransaction(transaction);
      await late.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      const seen = await late.getAccountInfo(mint, { encoding: "base64", commitment: "confirmed" }).send();
      expect(seen.value).not.toBeNull();
      const ask = rpcClient(slow.rpcUrl, AbortSignal.timeout(5_000));
      const asked: unknown[] = [];
      await finalizedAccount((method, params) => (asked.push(params[1]), ask(method, params)), mint);
      expect(asked).toEqual([{ encoding: "base64", commitment: "finalized" }]);
      const signature = getSignatureFromTransaction(transaction);
      expect(await objectionToTransaction(ask, signature, { creator: creator.address, mint })).toMatch(
        /not finalized/,
      );
    } finally {
      await slow.close();
    }
  });
});

describe("the relay", () => {
  const relay = (wire: string, config: object = { encoding: "base64" }) =>
    world.post(RELAY, { jsonrpc: "2.0", id: 1, method: "sendTransaction", params: [wire, config] });
  const read = (at: string) =>
    world.post(RELAY, {
      jsonrpc: "2.0",
      id: 1,
      method: "getAccountInfo",
      params: [at, { encoding: "base64" }],
    });

  it("sends a mint that a wallet has signed, and shows the address before and after", async () => {
    const signal = await publish();
    const { mint, instructions } = await mintInstructions({ ...planOf(signal), held: 1_000_000n });
    await chain.airdrop(mint, 1_000_000n);
    expect((await read(mint)).body).toMatchObject({ result: { value: { lamports: 1_000_000 } } });
    const { wire, signature } = await signed(instructions);
    expect((await relay(wire)).body).toMatchObject({ result: signature });
    expect(await record(signal.id, mint, signature)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await read(mint)).status).toBe(200);
    expect((await read(creator.address)).status).toBe(403);
  });

  it("refuses other programs, a missing signature, what would fail, and what is none", async () => {
    const strange = {
      programAddress: address("Stake11111111111111111111111111111111111111"),
      data: new Uint8Array(4),
    };
    const other = (await signed([strange])).wire;
    expect(await relay(other)).toMatchObject({ status: 403, body: { error: { code: -32_601 } } });
    const signal = await publish();
    const { instructions } = await mintInstructions(planOf(signal));
    const { wire } = await signed(instructions);
    const bytes = Buffer.from(wire, "base64");
    const broken = Buffer.from(bytes);
    broken[10] = (broken[10] ?? 0) ^ 1;
    expect(await relay(broken.toString("base64"))).toMatchObject({
      status: 400,
      body: { error: { code: -32_602 } },
    });
    const late = (
      await signed((await mintInstructions({ ...planOf(signal), held: 1n })).instructions.slice(1))
    ).wire;
    expect(await relay(late, { encoding: "base64", skipPreflight: true })).toMatchObject({
      ...{ status: 400, body: { error: { code: -32_002 } } },
    });
    for (const none of ["", "AAAA", Buffer.alloc(1_233).toString("base64"), "%%%"])
      expect((await relay(none)).status).toBe(400);
    expect((await relay(wire, { encoding: "base58" })).status).toBe(400);
  });
});
