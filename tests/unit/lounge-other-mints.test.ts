import {
  AccountRole,
  type Address,
  address,
  createAddressWithSeed,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getBase64Encoder,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from "@solana-program/token-2022";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkCertificate } from "@/components/lounge/verify/checks";
import { readAnswer } from "@/components/lounge/verify/read-certificate";
import { mintTermsOf } from "@/lib/lounge/mint/terms";
import { type LoungeWorld, ORIGIN } from "../support/lounge-world";
import { type MintWorld, type PublishedSignal, startMintWorld, TOKEN } from "../support/mint-world";
import { type RpcProxy, startRpcProxy } from "../support/rpc-proxy";

const TOKEN_PROGRAM = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const TOKEN_METADATA = address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
const CORE = address("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d");
const MEMO = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const SYSTEM = address("11111111111111111111111111111111");

let mints: MintWorld;
let world: LoungeWorld;
let creator: KeyPairSigner;
let stranger: KeyPairSigner;
let node: RpcProxy;
beforeAll(async () => {
  mints = await startMintWorld(async (rpcUrl) => {
    node = await startRpcProxy(rpcUrl);
    return node.url;
  });
  ({ world, creator } = mints);
  stranger = await mints.funded();
});
afterAll(async () => {
  await mints.close();
  await node.close();
});
beforeEach(() => world.store.redis.flushdb());
afterEach(() => node.faults.clear());

const key = (of: string): readonly number[] => [...getAddressEncoder().encode(address(of))];
const u32 = (value: number): readonly number[] => [...new Uint8Array(new Uint32Array([value]).buffer)];
const u64 = (value: bigint): readonly number[] => [...new Uint8Array(new BigUint64Array([value]).buffer)];
/** A text with its length before it, filled up with NUL where a length is given. */
const text = (words: string, length = 0): readonly number[] => {
  const bytes = [...new TextEncoder().encode(words)];
  const filled = [...bytes, ...Array<number>(Math.max(0, length - bytes.length)).fill(0)];
  return [...u32(filled.length), ...filled];
};

/** Decoders that leave a character out take these for the signal's own address, which wallets can't resolve. */
const ONLY_LIKE: readonly (readonly [string, (uri: string) => string])[] = [
  ["with NUL inside", (uri) => `${uri.slice(0, 12)}\0${uri.slice(12)}`],
  ["behind a byte order mark", (uri) => `\uFEFF${uri}`],
];

const plant = (at: string, owner: string, data: readonly number[], executable = false): void =>
  mints.chain.plant(address(at), {
    ...{ lamports: 10_000_000n, owner: address(owner), executable },
    data: Uint8Array.from(data),
  });
const said = async (signal: PublishedSignal, mint: string, signature: string) =>
  (await mints.record(signal.id, mint, signature)).body["message"];

/** What a signal's mint was refused for, if nothing of it was written down. */
async function refusal(signal: PublishedSignal, { mint, making }: Made): Promise<unknown> {
  const reply = await mints.record(signal.id, mint, making);
  expect(reply).toMatchObject({ status: 422, body: { ok: false, status: "published", mint: null } });
  expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({
    minted: false,
    mint: null,
  });
  return reply.body["message"];
}

interface Made {
  mint: Address;
  /** The transaction that made it. */
  making: string;
}

/** How an NFT is odd; a plain one is as Metaplex's own tools make it. */
interface Oddity {
  by?: KeyPairSigner;
  heldBy?: Address;
  amount?: number;
  decimals?: number;
  mintAuthority?: Address | null;
  freezeAuthority?: Address | null;
  name?: string;
  uri?: string;
  isMutable?: boolean;
  standard?: number;
  describes?: Address;
  metadataOwner?: Address;
  hasMetadata?: boolean;
  edition?: readonly number[] | null;
}

const MASTER = 6;
const masterEdition = (prints: bigint, most: bigint | null): readonly number[] => [
  ...[MASTER, ...u64(prints)],
  ...(most === null ? [0] : [1, ...u64(most)]),
];

let seeds = 0;
/** Makes a mint of SPL Token with the chain's own program, and puts Token Metadata's accounts beside it. */
async function tokenMetadataNft(signal: PublishedSignal, odd: Oddity = {}): Promise<Made> {
  const by = odd.by ?? creator;
  const seed = `nft${(seeds += 1)}`;
  const mint = await createAddressWithSeed({ baseAddress: by.address, seed, programAddress: TOKEN_PROGRAM });
  const [metadata] = await getProgramDerivedAddress({
    programAddress: TOKEN_METADATA,
    seeds: ["metadata", getAddressEncoder().encode(TOKEN_METADATA), getAddressEncoder().encode(mint)],
  });
  const [edition] = await getProgramDerivedAddress({
    programAddress: TOKEN_METADATA,
    seeds: [
      "metadata",
      getAddressEncoder().encode(TOKEN_METADATA),
      getAddressEncoder().encode(mint),
      "edition",
    ],
  });
  const owner = odd.heldBy ?? creator.address;
  const [token] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM });
  const rent = await mints.rpc.getMinimumBalanceForRentExemption(82n).send();
  const signer = { address: by.address, role: AccountRole.WRITABLE_SIGNER, signer: by } as const;
  const program = { programAddress: TOKEN_PROGRAM };
  const create: Instruction = {
    programAddress: SYSTEM,
    accounts: [signer, { address: mint, role: AccountRole.WRITABLE }],
    data: Uint8Array.from([
      ...[...u32(3), ...key(by.address), ...u64(BigInt(seed.length)), ...new TextEncoder().encode(seed)],
      ...[...u64(rent), ...u64(82n), ...key(TOKEN_PROGRAM)],
    ]),
  };
  const making = await mints.send(
    [
      create,
      getInitializeMint2Instruction(
        {
          ...{ mint, decimals: odd.decimals ?? 0, mintAuthority: by.address },
          freezeAuthority: odd.freezeAuthority === undefined ? edition : odd.freezeAuthority,
        },
        program,
      ),
      getCreateAssociatedTokenIdempotentInstruction({
        ...{ payer: by, ata: token, owner, mint, tokenProgram: TOKEN_PROGRAM },
      }),
      getMintToInstruction({ mint, token, mintAuthority: by, amount: odd.amount ?? 1 }, program),
      getSetAuthorityInstruction(
        {
          ...{ owned: mint, owner: by, authorityType: AuthorityType.MintTokens },
          newAuthority: odd.mintAuthority === undefined ? edition : odd.mintAuthority,
        },
        program,
      ),
    ],
    by,
  );
  const terms = mintTermsOf(signal, ORIGIN);
  const says = [
    ...[4, ...key(by.address), ...key(odd.describes ?? mint)],
    ...[...text(odd.name ?? terms.name, 32), ...text(terms.symbol, 10), ...text(odd.uri ?? terms.uri, 200)],
    ...[0, 0], // no royalties
    ...[1, ...u32(1), ...key(by.address), 1, 100],
    ...[0, odd.isMutable === true ? 1 : 0, 1, 254, 1, odd.standard ?? 0, 0, 0, 0, 0],
  ];
  if (odd.hasMetadata !== false)
    plant(metadata, odd.metadataOwner ?? TOKEN_METADATA, [
      ...says,
      ...Array<number>(607 - says.length).fill(0),
    ]);
  const printed = odd.edition === undefined ? masterEdition(0n, 0n) : odd.edition;
  if (printed !== null) plant(edition, TOKEN_METADATA, [...printed, ...Array<number>(264).fill(0)]);
  return { mint, making };
}

describe("an NFT of Token Metadata", () => {
  it("is recorded of the signal that it names, with a master edition and without any authority", async () => {
    for (const odd of [{}, { mintAuthority: null, freezeAuthority: null, edition: null, standard: 1 }]) {
      const signal = await mints.publish();
      const { mint, making } = await tokenMetadataNft(signal, odd);
      expect(await mints.record(signal.id, mint, making)).toMatchObject({
        ...{ status: 200, body: { ok: true, status: "minted", mint } },
      });
    }
  });

  it.each<[string, RegExp, () => Oddity]>([
    ["a supply of 2", /supply is not 1/, () => ({ amount: 2 })],
    ["none left of it", /supply is not 1/, () => ({ amount: 0 })],
    ["decimals", /has decimals/, () => ({ decimals: 6 })],
    ["an open mint authority", /More of it can be minted/, () => ({ mintAuthority: creator.address })],
    ["a freeze authority", /can be frozen/, () => ({ freezeAuthority: creator.address })],
    ["an open update authority", /metadata can be changed/, () => ({ isMutable: true })],
    ["another URI", /URI is not this signal's/, () => ({ uri: "https://evil.example/metadata" })],
    ["a URI that goes on", /URI is not this/, () => ({ uri: `${ORIGIN}/api/rwa-metadata?signalId=sig_0&` })],
    ["a creator's words for a name", /name and symbol/, () => ({ name: "Buy me" })],
    ["prints without limit", /Copies of it/, () => ({ edition: masterEdition(0n, null) })],
    ["five prints", /Copies of it/, () => ({ edition: masterEdition(0n, 5n) })],
    ["a print made", /Copies of it/, () => ({ edition: masterEdition(1n, 0n) })],
    ["an edition that is itself a print", /Copies of it/, () => ({ edition: [1, ...key(creator.address)] })],
    ["no edition where one is its authority", /Copies of it/, () => ({ edition: null })],
    ["a rule set that freezes it", /rules move or freeze/, () => ({ standard: 4 })],
    ["no metadata", /has no metadata/, () => ({ hasMetadata: false })],
    ["metadata of another mint", /has no metadata/, () => ({ describes: stranger.address })],
    ["metadata of another program", /has no metadata/, () => ({ metadataOwner: SYSTEM })],
    ["another holder", /does not hold it/, () => ({ heldBy: stranger.address })],
    ["another maker, who sent it to the creator", /creator has not signed/, () => ({ by: stranger })],
  ])("is refused with %s", async (_, why, odd) => {
    const signal = await mints.publish();
    expect(await refusal(signal, await tokenMetadataNft(signal, odd()))).toMatch(why);
  });

  it.each(ONLY_LIKE)("is refused with a URI that reads like the signal's: %s", async (_, spoil) => {
    const signal = await mints.publish();
    const { uri } = mintTermsOf(signal, ORIGIN);
    expect(await refusal(signal, await tokenMetadataNft(signal, { uri: spoil(uri) }))).toMatch(
      /URI is not this/,
    );
  });

  it("is refused with any account of it cut off, at any byte", async () => {
    const signal = await mints.publish();
    const { mint, making } = await tokenMetadataNft(signal);
    for (let kept = 0; kept < 250; kept += 1) {
      node.faults.set("getMultipleAccounts", async (_, forward) => {
        const reply = (await forward()) as { value: ({ data: [string, string] } | null)[] }; // the node's own format
        const [, , , metadata] = reply.value;
        if (metadata === null || metadata === undefined) throw new Error("there is no metadata");
        const bytes = Buffer.from(metadata.data[0], "base64").subarray(0, kept);
        metadata.data[0] = bytes.toString("base64");
        return reply;
      });
      expect(await said(signal, mint, making)).toMatch(/has no metadata/);
      if (kept === 120) kept = 230;
    }
  });

  it("of another signal's is refused, and so is one that is recorded of another already", async () => {
    const [first, second] = [await mints.publish(), await mints.publish()];
    const made = await tokenMetadataNft(first);
    expect(await refusal(second, made)).toMatch(/URI is not this/);
    await world.store.redis.set(`svc:lounge:mint:${made.mint}`, second.id);
    expect(await mints.record(first.id, made.mint, made.making)).toMatchObject({
      ...{ status: 409, body: { code: "already_taken" } },
    });
  });

  it("is judged as it is finalized, at one slot, by a transaction that did not fail", async () => {
    const signal = await mints.publish();
    const { mint, making } = await tokenMetadataNft(signal);
    const asked: unknown[] = [];
    const watch = (call: { params: readonly unknown[] }, forward: () => Promise<unknown>) => {
      asked.push(call.params[1]);
      return forward();
    };
    node.faults.set("getMultipleAccounts", watch);
    node.faults.set("getTransaction", () => Promise.resolve(null));
    expect(await said(signal, mint, making)).toMatch(/not finalized/);
    node.faults.set("getTransaction", watch);
    const failed = await mints.send([
      getInitializeMint2Instruction(
        { mint, decimals: 0, mintAuthority: creator.address, freezeAuthority: null },
        { programAddress: TOKEN_PROGRAM },
      ),
    ]);
    expect(await said(signal, mint, failed)).toMatch(/failed/);
    for (const config of asked) expect(config).toMatchObject({ encoding: "base64", commitment: "finalized" });
    expect(asked).toHaveLength(3);
  });

  it("may be made by a program that the creator called, and by accounts from a look-up table", async () => {
    const signal = await mints.publish();
    const { mint } = await tokenMetadataNft(signal);
    const memo = await mints.send([{ programAddress: MEMO, accounts: [], data: new Uint8Array([97]) }]);
    expect(await said(signal, mint, memo)).toMatch(/nothing to do with that mint/);
    const called = (number: number) => (_: unknown, forward: () => Promise<unknown>) =>
      forward().then((reply) => {
        const { meta } = reply as { meta: Record<string, unknown> }; // the node's own format
        meta["loadedAddresses"] = { writable: [mint], readonly: [TOKEN_PROGRAM] };
        // After the payer and the memo program, which the transaction itself names.
        const instruction = { programIdIndex: 3, accounts: [2], stackHeight: 2 };
        const data = getBase58Decoder().decode(new Uint8Array([number, 0]));
        meta["innerInstructions"] = [{ index: 0, instructions: [{ ...instruction, data }] }];
        return reply;
      });
    node.faults.set("getTransaction", called(7));
    expect(await said(signal, mint, memo)).toMatch(/not the one that made/);
    node.faults.set("getTransaction", called(20));
    expect(await mints.record(signal.id, mint, memo)).toMatchObject({ status: 200, body: { ok: true } });
  });
});

const NONE = 0;
interface CoreOddity {
  by?: KeyPairSigner;
  owner?: Address;
  kind?: number;
  authority?: readonly number[];
  name?: string;
  uri?: string;
  plugins?: readonly number[];
  instruction?: number;
}

/**
 * Has the creator sign what makes an asset of Core, and puts the asset there: this chain's program at Core's address takes
 * any instruction whose accounts have all signed, and does nothing.
 */
async function coreNft(
  signal: PublishedSignal,
  odd: CoreOddity = {},
): Promise<Made & { data: readonly number[] }> {
  const by = odd.by ?? creator;
  const asset = await generateKeyPairSigner();
  const terms = mintTermsOf(signal, ORIGIN);
  const [name, uri] = [odd.name ?? terms.name, odd.uri ?? terms.uri];
  const making = await mints.send(
    [
      {
        programAddress: CORE,
        accounts: [asset, by].map((signer) => ({
          ...{ address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
        })),
        data: Uint8Array.from([odd.instruction ?? 0, 0, ...text(name), ...text(uri), 0]),
      },
    ],
    by,
  );
  const data = [
    ...[odd.kind ?? 1, ...key(odd.owner ?? creator.address), ...(odd.authority ?? [NONE])],
    ...[...text(name), ...text(uri), 0, ...(odd.plugins ?? [])],
  ];
  plant(asset.address, CORE, data);
  return { mint: asset.address, making, data };
}

describe("an NFT of Core", () => {
  beforeAll(async () => {
    const { value: memo } = await mints.rpc.getAccountInfo(MEMO, { encoding: "base64" }).send();
    if (memo === null) throw new Error("the chain has no memo program");
    plant(CORE, memo.owner, [...getBase64Encoder().encode(memo.data[0])], true);
  });

  it.each([0, 20])("made by instruction %i is recorded of the signal that it names", async (instruction) => {
    const signal = await mints.publish();
    const { mint, making } = await coreNft(signal, { instruction });
    expect(await mints.record(signal.id, mint, making)).toMatchObject({
      ...{ status: 200, body: { ok: true, status: "minted", mint } },
    });
    expect(await mints.record(signal.id, mint, making)).toMatchObject({ status: 200, body: { ok: true } });
  });

  it.each<[string, RegExp, () => CoreOddity]>([
    ["an update authority", /can be changed/, () => ({ authority: [1, ...key(creator.address)] })],
    [
      "a collection, whose authority may change it",
      /can be changed/,
      () => ({ authority: [2, ...key(CORE)] }),
    ],
    ["another owner", /does not hold it/, () => ({ owner: stranger.address })],
    ["plugins, which may freeze, move or burn it", /has plugins/, () => ({ plugins: [3, ...u64(200n)] })],
    ["one byte more", /has plugins/, () => ({ plugins: [0] })],
    ["another URI", /URI is not this signal's/, () => ({ uri: "https://evil.example/metadata" })],
    ["a creator's words for a name", /name is not that/, () => ({ name: "Buy me" })],
    ["a collection's account", /no asset of Core/, () => ({ kind: 5 })],
    ["a compressed asset", /no asset of Core/, () => ({ kind: 2 })],
    ["another maker, who gave it to the creator", /creator has not signed/, () => ({ by: stranger })],
    ["a transaction that did something else", /not the one that made/, () => ({ instruction: 14 })],
  ])("is refused with %s", async (_, why, odd) => {
    const signal = await mints.publish();
    expect(await refusal(signal, await coreNft(signal, odd()))).toMatch(why);
  });

  it.each(ONLY_LIKE)("is refused with a URI that reads like the signal's: %s", async (_, spoil) => {
    const signal = await mints.publish();
    const { uri } = mintTermsOf(signal, ORIGIN);
    expect(await refusal(signal, await coreNft(signal, { uri: spoil(uri) }))).toMatch(/URI is not this/);
  });

  it("is refused cut off at any byte, burned, and where there is none", async () => {
    const signal = await mints.publish();
    const { mint, making, data } = await coreNft(signal);
    for (let kept = 0; kept < data.length; kept += 1) {
      plant(mint, CORE, data.slice(0, kept));
      expect(await said(signal, mint, making)).toMatch(/no asset of Core/);
    }
    plant(mint, CORE, [0]);
    expect(await said(signal, mint, making)).toMatch(/no asset of Core/);
    plant(mint, SYSTEM, data);
    expect(await said(signal, mint, making)).toMatch(/belongs neither to/);
    expect(await said(signal, stranger.address, making)).toMatch(/belongs neither to/);
    const { address: nobody } = await generateKeyPairSigner();
    expect(await said(signal, nobody, making)).toMatch(/no finalized mint/);
  });

  it("of another signal's is refused, and so is one that is recorded of another already", async () => {
    const [first, second] = [await mints.publish(), await mints.publish()];
    const made = await coreNft(first);
    expect(await refusal(second, made)).toMatch(/URI is not this/);
    await world.store.redis.set(`svc:lounge:mint:${made.mint}`, second.id);
    expect((await mints.record(first.id, made.mint, made.making)).status).toBe(409);
  });

  it("that is recorded at once with another one of its signal: one stands, and the other hears that it does", async () => {
    for (let round = 0; round < 5; round += 1) {
      const signal = await mints.publish();
      const made = [await coreNft(signal), await coreNft(signal)];
      const replies = await Promise.all(
        made.map(({ mint, making }) => mints.record(signal.id, mint, making)),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = made[replies.findIndex(({ status }) => status === 200)]?.mint;
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
        ...{
          code: "already_taken",
          error: expect.stringContaining("Another mint of this signal") as string,
        },
      });
      expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({ mint: won });
    }
  });

  it("is neither proved nor refuted by a reader, whose page has nothing to derive it from", async () => {
    const signal = await mints.publish();
    const { mint, making } = await coreNft(signal);
    expect((await mints.record(signal.id, mint, making)).status).toBe(200);
    const answer = readAnswer((await world.get(`${TOKEN}?signalId=${signal.id}`)).body);
    if (answer === null) throw new Error("the certificate is not read");
    const given = { answer, askedFor: null, keys: [], text: null, readAccount: () => Promise.resolve(null) };
    const found = (await checkCertificate(given)).find(({ id }) => id === "mint");
    expect(found).toMatchObject({ finding: "open", why: expect.stringContaining(mint) });
  });
});
