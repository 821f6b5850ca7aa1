import { createHash, generateKeyPairSync } from "node:crypto";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RwaTokenAnswer } from "@/lib/lounge/rwa-token/answer";
import type { RwaMetadataAnswer } from "@/lib/lounge/rwa-metadata/answer";
import type { LoungeLogAnswer } from "@/lib/lounge/log-state/answer";
import type * as proofsModule from "@/lib/lounge/log/proofs";
import type * as treeModule from "@/lib/lounge/log/tree";
import type * as verifyModule from "@/lib/lounge/verifier/verify";
import { verifierModule, verifierVectors } from "@/scripts/verifier-files";
import {
  isConsistent,
  leafHash,
  openCheckpoint,
  rootOfInclusion,
  verifyCertificate,
} from "@/lib/lounge/verifier/verify";
import {
  type LoungeBuyer,
  type LoungeWorld,
  OPEN,
  PUBLISH,
  submission,
  startLoungeWorld,
} from "../support/lounge-world";

const TOKEN = "/api/rwa-token";
const LOG = "/api/lounge-log";
const LOG_KEY = "svc:lounge:log";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
const own = newKey();
let world: LoungeWorld;
let tree: typeof treeModule;
let proofs: typeof proofsModule;
const start = async (settings: Record<string, string>): Promise<void> => {
  world = await startLoungeWorld(async () => {
    tree = await import("@/lib/lounge/log/tree");
    proofs = await import("@/lib/lounge/log/proofs");
    return {
      [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
      [OPEN]: await import("@/app/api/lounge-signal-open/route"),
      [TOKEN]: await import("@/app/api/rwa-token/route"),
      [LOG]: await import("@/app/api/lounge-log/route"),
      "/api/rwa-metadata": await import("@/app/api/rwa-metadata/route"),
    };
  }, settings);
};
beforeAll(() => start({ LOUNGE_LOG_KEY: own }));
afterAll(() => world.close());
beforeEach(async () => {
  await world.store.redis.flushdb();
});

/** CRC-32 bit by bit, as ISO/IEC 15948 defines it (node:zlib has it from Node 22 on). */
const crc32 = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
};

/** The answer for a signal that nobody hid. */
type ShownToken = RwaTokenAnswer & { certificate: NonNullable<RwaTokenAnswer["certificate"]> };

interface Published {
  creator: LoungeBuyer;
  id: string;
  summary: string;
}
async function publish(): Promise<Published> {
  const creator = world.buyer();
  const body = submission(creator.address);
  const { body: made } = await world.buy(creator, PUBLISH, body);
  return { creator, id: String(made["id"]), summary: body.summary };
}

/** Adds leaves as publishing does, each older than a minute. */
async function old(count: number, name = "a", at = Date.now() - 3_600_000): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => {
    const hash = Buffer.from(`${name}${n}`).toString("hex").padEnd(64, "0").slice(0, 64);
    return `sig_${String(n).padStart(24, "0")} ${hash} ${at + n}`;
  });
  for (const entry of entries) await world.store.redis.rpush(LOG_KEY, entry);
}
/** Makes the young leaves old enough, as an hour does: in the entry, and in the record that tells its time. */
async function age(): Promise<void> {
  const { redis } = world.store;
  const entries = await redis.lrange(LOG_KEY, 0, -1);
  await redis.del(LOG_KEY);
  for (const entry of entries) {
    const [id = "", hash = "", at = ""] = entry.split(" ");
    const then = String(Number(at) - (Number(at) > Date.now() - 60_000 ? 600_000 : 0));
    await redis.rpush(LOG_KEY, `${id} ${hash} ${then}`);
    await redis.hset(`svc:lounge:signal:${id}`, { publishedAt: then });
  }
}
const token = async (id: string, headers: Record<string, string> = {}) => {
  const reply = await world.get(`${TOKEN}?signalId=${id}`, headers);
  return { status: reply.status, body: reply.body as unknown as ShownToken };
};
const state = async (first?: number) => {
  const reply = await world.get(first === undefined ? LOG : `${LOG}?first=${first}`);
  return { status: reply.status, body: reply.body as unknown as LoungeLogAnswer };
};
const keyOf = async () => (await state()).body.keys[0]?.key ?? "";

describe("a certificate", () => {
  it("is proved once its leaf is a minute old, and checked step by step without the service", async () => {
    await old(9);
    const { id, creator, summary } = await publish();
    const young = (await token(id)).body;
    expect(young.log).toMatchObject({ index: 9, size: 9, inclusion: null });
    await age();
    const answer = (await token(id, { "sign-in-with-x": await creator.signIn(TOKEN) })).body;
    const steps = await verifyCertificate(answer, { key: await keyOf(), summary });
    expect(steps.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  });

  it("does not pass with any of its parts changed", async () => {
    await old(9);
    const { id, creator, summary } = await publish();
    await age();
    const answer = (await token(id, { "sign-in-with-x": await creator.signIn(TOKEN) })).body;
    const [key, zero] = [await keyOf(), "0".repeat(64)];
    const { certificate, log } = answer;
    const other = String(log.checkpoint).replace(/\n10\n/, "\n11\n");
    const changes: [Partial<ShownToken> | { text: string }, number][] = [
      [{ certificate: { ...certificate, title: "Another" } }, 0],
      [{ certificate: { ...certificate, categories: ["eth", "short"] } }, 0],
      [{ certificate: { ...certificate, creator: { wallet: "0x0", chain: "evm" } } }, 0],
      [{ certificate: { ...certificate, signalId: "sig_" } }, 0],
      [{ certificateHash: zero }, 0],
      [{ publishedAt: "2020-01-01T00:00:00.000Z" }, 1],
      [{ log: { ...log, leaf: log.leaf.replace(/\d$/, "x") } }, 1],
      [{ log: { ...log, index: 3 } }, 2],
      [{ log: { ...log, inclusion: (log.inclusion ?? []).toReversed() } }, 2],
      [{ log: { ...log, inclusion: (log.inclusion ?? []).slice(1) } }, 2],
      [{ log: { ...log, inclusion: null } }, 2],
      [{ log: { ...log, root: zero } }, 2],
      [{ log: { ...log, size: 11, checkpoint: other } }, 3],
      [{ log: { ...log, checkpoint: null } }, 3],
      [{ opening: { salt: zero } }, 4],
      [{ opening: null }, 4],
      [{ text: `${summary} ` }, 4],
    ];
    for (const [change, broken] of changes) {
      const text = "text" in change ? change.text : summary;
      const steps = await verifyCertificate({ ...answer, ...change }, { key, summary: text });
      expect(steps[broken]?.ok, `${JSON.stringify(change).slice(0, 60)}: ${steps[broken]?.check}`).toBe(
        false,
      );
    }
    const stranger = await (
      await import("@/lib/lounge/log/checkpoint")
    ).verifierKey(
      "svc.example.com/lounge",
      await (await import("@/lib/payments/receipts/signing-key")).importSigningKey(newKey()),
    );
    const steps = await verifyCertificate(answer, { key: stranger, summary });
    expect(steps.map(({ ok }) => ok)).toEqual([true, true, true, false, true]);
  });

  it("of a signal that was never published is 404", async () => {
    expect((await token(`sig_${"0".repeat(24)}`)).status).toBe(404);
  });

  it("is opened for its proved creator and for who unlocked it, and for nobody else", async () => {
    const { id, creator } = await publish();
    const [reader, stranger, payer] = [world.buyer(), world.buyer(), world.buyer()];
    expect((await world.buy(reader, OPEN, { signalId: id })).status).toBe(200);
    const opened = async (who: LoungeBuyer, of = id) =>
      token(of, { "sign-in-with-x": await who.signIn(TOKEN) });
    expect((await token(id)).body.opening).toBeNull();
    for (const who of [creator, reader])
      expect((await opened(who)).body.opening?.salt).toMatch(/^[0-9a-f]{64}$/);
    expect((await opened(stranger)).status).toBe(403);
    const proof = { "sign-in-with-x": await reader.signIn(TOKEN) };
    expect([(await token(id, proof)).status, (await token(id, proof)).status]).toEqual([200, 400]);
    const { body } = await world.buy(payer, PUBLISH, submission(stranger.address)); // names a wallet that proved nothing
    expect((await opened(stranger, String(body["id"]))).status).toBe(403);
  });

  it("is shown to who sends an Authorization that is no payment, as many clients do with all they ask", async () => {
    const { id } = await publish();
    for (const authorization of ["Bearer abc", "Basic YTpi", "Payments x"]) {
      const { status, body } = await token(id, { authorization });
      expect([status, body.opening, body.signalId]).toEqual([200, null, id]);
    }
    expect((await token(id, { authorization: "Payment abc" })).status).toBe(400);
  });

  it("is opened by an unlock's payment with its replay token, and not by what the chain shows of it", async () => {
    const [{ id }, other, reader] = [await publish(), await publish(), world.buyer()];
    const payment = await reader.payment(OPEN);
    expect((await world.post(OPEN, { signalId: id }, { "payment-signature": payment })).status).toBe(200);
    expect((await token(id, { "payment-signature": payment })).body.opening).not.toBeNull();
    expect((await token(other.id, { "payment-signature": payment })).status).toBe(403);
    const shown = JSON.parse(Buffer.from(payment, "base64").toString()) as {
      accepted: { extra: Record<string, unknown> };
    };
    delete shown.accepted.extra["replay"];
    const rebuilt = Buffer.from(JSON.stringify(shown)).toString("base64");
    expect((await token(id, { "payment-signature": rebuilt })).status).toBe(403);
  });
});

describe("the log", () => {
  it("of nothing is the empty tree, unsigned", async () => {
    expect((await state()).body).toMatchObject({ size: 0, checkpoint: null, keys: [], consistency: null });
  });

  it("signs what it shows, and proves that it goes on from what was kept", async () => {
    await old(5);
    const first = (await state()).body;
    const key = first.keys[0]?.key ?? "";
    expect(await openCheckpoint(first.checkpoint ?? "", key)).toEqual({
      ...{ origin: "svc.example.com/lounge", size: 5, root: first.root },
    });
    await old(8, "b");
    const second = (await state(5)).body;
    expect(second).toMatchObject({ size: 13, keys: [{ key, fromSize: 5 }] });
    expect(await isConsistent(first, second, second.consistency?.proof ?? [])).toBe(true);
    expect((await state(14)).status).toBe(400);
  });

  it.each([1, 2, 3, 4, 6, 7, 8, 12])(
    "of %i leaves has a proof of each of them from the store, and one from each earlier size",
    async (size) => {
      const roots: string[] = [];
      const then = Date.now() - 3_600_000;
      for (let at = 0; at < size; at++) {
        await world.store.redis.del(LOG_KEY);
        await old(at + 1, "a", then);
        roots.push((await tree.currentTree()).root);
      }
      const whole = await tree.currentTree();
      const entries = await world.store.redis.lrange<string>(LOG_KEY, 0, -1);
      for (const [index, entry] of entries.entries()) {
        const leaf = entry.slice(entry.indexOf(" ") + 1);
        const proof = await proofs.proveInclusion(leaf, index, whole);
        expect(await rootOfInclusion(await leafHash(leaf), index, size, proof)).toBe(whole.root);
      }
      for (const [at, root] of roots.entries()) {
        const proof = await proofs.proveConsistency(at + 1, whole);
        expect(await isConsistent({ size: at + 1, root }, whole, proof)).toBe(true);
      }
    },
  );

  it("signs one history when two instances move it on at once", async () => {
    await old(40);
    const trees = await Promise.all(Array.from({ length: 6 }, () => tree.currentTree()));
    for (const one of trees) expect(one).toEqual(trees[0]);
    expect(trees[0]?.size).toBe(40);
  });

  it("in which the store was rewritten does not pass for the one that was signed", async () => {
    await old(12);
    const kept = (await state()).body;
    const { redis } = world.store;
    const entries = await redis.lrange(LOG_KEY, 0, -1);
    await redis.del(LOG_KEY);
    for (const entry of [...entries.slice(0, 4), entries[5], entries[4], ...entries.slice(6)])
      await redis.rpush(LOG_KEY, String(entry));
    await redis.del("svc:lounge:tree", "svc:lounge:subtrees"); // and hashed anew
    const rewritten = (await state(kept.size)).body;
    expect(rewritten.size).toBe(kept.size);
    expect(await isConsistent(kept, rewritten, rewritten.consistency?.proof ?? [])).toBe(false);
  });

  it("shows no proof for an entry that was changed after it was signed", async () => {
    const { id } = await publish();
    await age();
    expect((await token(id)).body.log.inclusion).toEqual([]);
    await world.store.redis.hset(`svc:lounge:signal:${id}`, { publishedAt: "1" });
    expect((await token(id)).status).toBe(500);
  });

  it("is not signed further when its kept hashes no longer lead to the root", async () => {
    await old(4);
    const kept = (await state()).body;
    await world.store.redis.hset("svc:lounge:subtrees", { "2.0": "0".repeat(64) });
    await old(3, "b");
    expect((await state()).body).toMatchObject({ size: 4, checkpoint: kept.checkpoint });
  });
});

describe("a log that was restored", () => {
  const restart = async (settings: Record<string, string>): Promise<void> => {
    const entries = await world.store.redis.lrange(LOG_KEY, 0, -1);
    await world.close();
    await start({ LOUNGE_LOG_KEY: own, ...settings });
    for (const entry of entries) await world.store.redis.rpush(LOG_KEY, entry);
  };

  it("from an older backup is signed only once it goes on from the last checkpoint that was kept", async () => {
    await old(6);
    const { size, root } = (await state()).body;
    await world.store.redis.ltrim(LOG_KEY, 0, 3); // the backup is older
    await restart({ LOUNGE_LOG_FLOOR: `${size}:${root}` });
    await state();
    await old(5, "other"); // and other signals follow
    expect((await state()).body).toMatchObject({ checkpoint: null });
    expect((await state()).body).toMatchObject({ size: 9, checkpoint: null, keys: [] });
    await restart({ LOUNGE_LOG_FLOOR: `${size}:${root}`, LOUNGE_LOG_ORIGIN: "svc.example.com/lounge-2" });
    expect((await state()).body).toMatchObject({ origin: "svc.example.com/lounge-2", checkpoint: null });
    await restart({ LOUNGE_LOG_ORIGIN: "svc.example.com/lounge-2" });
    expect((await state()).body.checkpoint).toMatch(/^svc\.example\.com\/lounge-2\n9\n/);
  });

  it("in full is signed again", async () => {
    await old(6);
    const { size, root } = (await state()).body;
    await restart({ LOUNGE_LOG_FLOOR: `${size}:${root}` });
    await state();
    expect((await state()).body).toMatchObject({ size, root, checkpoint: expect.stringContaining("\n6\n") });
  });
});

describe("the verifier", () => {
  type Verifier = Pick<typeof verifyModule, "canonical" | "isConsistent" | "leafHash" | "verifyCertificate">;
  interface Vectors {
    key: string;
    leaves: string[];
    root: string;
    certificates: {
      answer: ShownToken;
      summary: string;
      canonicalCertificate: string;
      steps: verifyModule.Step[];
    }[];
    consistency: {
      first: { size: number; root: string };
      second: { size: number; root: string };
      proof: string[];
    }[];
  }
  const vectors = JSON.parse(verifierVectors()) as Vectors; // as they are published

  /** The served file, as a program loads it that has nothing else. */
  const served = async (): Promise<Verifier> =>
    (await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(verifierModule()).toString("base64")}`
    )) as Verifier;

  it("imports nothing, asks nobody, and runs as plain JavaScript on the published vectors", async () => {
    expect(verifierModule()).not.toMatch(/^import|import\(|require\(|fetch\(|interface |: string/m);
    const verifier = await served();
    expect(vectors.certificates.length).toBeGreaterThan(5);
    expect(vectors.certificates.filter(({ steps }) => steps.every(({ ok }) => ok)).length).toBe(5);
    for (const { answer, summary, canonicalCertificate, steps } of vectors.certificates) {
      expect(verifier.canonical(answer.certificate)).toBe(canonicalCertificate);
      expect(await verifier.verifyCertificate(answer, { key: vectors.key, summary })).toEqual(steps);
    }
    for (const { first, second, proof } of vectors.consistency) {
      expect(await verifier.isConsistent(first, second, proof)).toBe(true);
      expect(await verifier.isConsistent({ ...first, root: "0".repeat(64) }, second, proof)).toBe(false);
    }
  });

  it("agrees with an independent hash of each canonical form and tree", () => {
    const sha256 = (...bytes: Buffer[]) => createHash("sha256").update(Buffer.concat(bytes)).digest();
    for (const { answer, canonicalCertificate, steps } of vectors.certificates)
      expect(sha256(Buffer.from(canonicalCertificate)).toString("hex") === answer.certificateHash).toBe(
        steps[0]?.ok,
      );
    const rootBy = (leaves: readonly string[]): Buffer => {
      const [only = ""] = leaves;
      if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(only));
      const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
      return sha256(Buffer.from([1]), rootBy(leaves.slice(0, half)), rootBy(leaves.slice(half)));
    };
    expect(rootBy(vectors.leaves).toString("hex")).toBe(vectors.root);
  });
});

describe("the NFT's metadata", () => {
  it("follows from certificate, place and time, and holds no word of the creator's", async () => {
    const { id, summary } = await publish();
    const reply = await world.get(`/api/rwa-metadata?signalId=${id}`);
    const metadata = reply.body as unknown as RwaMetadataAnswer;
    const { body } = await token(id);
    expect(metadata).toMatchObject({ name: "svc signal #0", category: "image" });
    expect(metadata.attributes).toContainEqual({
      trait_type: "certificateHash",
      value: body.certificateHash,
    });
    expect(metadata.image).toBe(`https://svc.example.com/lounge/image/${body.certificateHash}.png`);
    expect(reply.text).not.toContain(body.certificate.title);
    expect(reply.text).not.toContain(summary.slice(0, 8));
    expect((await world.get(`/api/rwa-metadata?signalId=sig_${"0".repeat(24)}`)).status).toBe(404);
  });

  it("has a picture that is a PNG, the same for the same hash and another for another", async () => {
    const { GET } = await import("@/app/lounge/image/[file]/route");
    const ask = (file: string) =>
      GET(new Request("https://svc.example.com/"), { params: Promise.resolve({ file }) });
    const [one, other] = ["ab".repeat(32), "cd".repeat(32)];
    const bytes = async (file: string) => Buffer.from(await (await ask(file)).arrayBuffer());
    const png = await bytes(`${one}.png`);
    expect(png.equals(await bytes(`${one}.png`))).toBe(true);
    expect(png.equals(await bytes(`${other}.png`))).toBe(false);
    // Chunk by chunk, and its pixels as zlib itself reads them.
    expect(png.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < png.length;) {
      const length = png.readUInt32BE(at);
      const content = png.subarray(at + 4, at + 8 + length);
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(content));
      chunks.set(content.subarray(0, 4).toString(), content.subarray(4));
      at += 12 + length;
    }
    const header = chunks.get("IHDR") ?? Buffer.alloc(0);
    expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([320, 320]);
    expect(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))).toHaveLength(320 * 41);
    for (const file of ["x.png", `${one}.svg`, `${one.toUpperCase()}.png`])
      expect((await ask(file)).status).toBe(404);
  });
});

vi.setConfig({ testTimeout: 60_000 });
