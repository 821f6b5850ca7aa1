import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkCertificate } from "@/components/lounge/verify/checks";
import { type KeptCertificate, readAnswer } from "@/components/lounge/verify/read-certificate";
import { holdsCheckpoint } from "@/lib/lounge/verifier/on-chain";
import { type SolanaChain, startSolanaChain } from "@/sandbox/chains/solana/chain";
import { type LoungeWorld, startLoungeWorld } from "../support/lounge-world";
import { madeSignal, type PublishEffects, seedSignals } from "../support/seed-signals";
import { address } from "@solana/kit";

const ANCHOR = "/api/cron/anchor-log";
const TOKEN = "/api/rwa-token";
const LOG = "/api/lounge-log";
const secret = "a-secret-of-the-schedule-that-is-long-enough";

const newKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

let world: LoungeWorld;
let effects: PublishEffects;
let chain: SolanaChain;
beforeAll(async () => {
  chain = await startSolanaChain({ port: 0, confirmMs: 0, finalizeMs: 0 });
  world = await startLoungeWorld(
    async () => {
      effects = (await import("@/lib/lounge/publish/effects")).publishEffects;
      return {
        [ANCHOR]: await import("@/app/api/cron/anchor-log/route"),
        [TOKEN]: await import("@/app/api/rwa-token/route"),
        [LOG]: await import("@/app/api/lounge-log/route"),
      };
    },
    {
      ...{ NETWORK: "testnet", SOLANA_RPC_URL: chain.rpcUrl, CRON_SECRET: secret },
      ...{ LOUNGE_LOG_KEY: newKey(), LOUNGE_ANCHOR_KEY: newKey() },
    },
  );
});
afterAll(async () => {
  await world.close();
  await chain.close();
});
beforeEach(() => world.store.redis.flushdb());

const run = async () => (await world.get(ANCHOR, { authorization: `Bearer ${secret}` })).body;
async function fundedRun() {
  const first = await run();
  if (first["state"] !== "failed") return first;
  await chain.airdrop(address(String(first["wallet"])), 1_000_000_000n);
  return run();
}

let made = 0;
const anHourAgo = (): number => Date.now() - 3_600_000;
/** Publishes signals that are old enough for the tree; gives their ids. */
async function publish(count: number): Promise<string[]> {
  const signals = Array.from({ length: count }, () => ({
    signal: madeSignal((made += 1)),
    publishedAt: anHourAgo(),
  }));
  await seedSignals(world.store.redis, effects, signals);
  return signals.map(({ signal }) => signal.id);
}

async function certificateOf(id = ""): Promise<KeptCertificate> {
  const read = readAnswer((await world.get(`${TOKEN}?signalId=${id}`)).body);
  if (read === null) throw new Error("the certificate is not read");
  return read;
}

/** What the reader's browser finds of the anchor. */
async function found(answer: KeptCertificate, change: Partial<NonNullable<KeptCertificate["anchor"]>> = {}) {
  const { keys } = (await world.get(LOG)).body as { keys: { key: string }[] }; // the route's own answer
  const anchor = answer.anchor === null ? null : { ...answer.anchor, ...change };
  const checks = await checkCertificate({
    ...{ answer: { ...answer, anchor }, keys: keys.map(({ key }) => key), askedFor: null, text: null },
    readAccount: () => Promise.resolve(null),
  });
  return checks.find(({ id }) => id === "anchor")?.finding ?? "none";
}

describe("a wallet without SOL", () => {
  it("anchors nothing, and does once somebody sent it some", async () => {
    const [id] = await publish(1);
    expect(await run()).toMatchObject({ state: "failed", size: 1, slot: null });
    expect((await certificateOf(id)).anchor).toBeNull();
    expect(await fundedRun()).toMatchObject({ state: "anchored", size: 1 });
  });
});

describe("an anchored log", () => {
  it("has a slot of the chain for every leaf of then, and none for a later one until the next run", async () => {
    const ids = await publish(5);
    expect(await found(await certificateOf(ids[0]))).toBe("none");
    expect(await fundedRun()).toMatchObject({ state: "anchored", size: 5, slot: expect.any(Number) });
    expect(await run()).toMatchObject({ state: "nothing new", size: 5 });
    const [later] = await publish(3);
    for (const id of ids) {
      const answer = await certificateOf(id);
      expect(answer.anchor?.slot).toBeGreaterThan(0);
      expect(await found(answer)).toBe("proved");
    }
    expect(await found(await certificateOf(later))).toBe("none");
    expect(await run()).toMatchObject({ state: "anchored", size: 8 });
    expect(await found(await certificateOf(later))).toBe("proved");
    // The first that has a leaf stays its anchor: no other is as early.
    expect((await certificateOf(ids[0])).anchor?.checkpoint).toContain("/lounge\n5\n");
  });

  it("says on chain, to the letter, what its key signed", async () => {
    const [id] = await publish(1);
    await fundedRun();
    const { anchor } = await certificateOf(id);
    if (anchor === null) throw new Error("nothing is anchored");
    const asked = {
      ...{ jsonrpc: "2.0", id: 1, method: "getTransaction" },
      params: [
        anchor.signature,
        { encoding: "base64", commitment: "finalized", maxSupportedTransactionVersion: 0 },
      ],
    };
    const response = await fetch(chain.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    expect(await response.json()).toMatchObject({
      result: { slot: anchor.slot, transaction: [anchor.transaction, "base64"], meta: { err: null } },
    });
    const text = anchor.checkpoint.slice(0, anchor.checkpoint.indexOf("\n\n") + 1);
    expect(Buffer.from(anchor.transaction, "base64").toString("utf8")).toContain(text);
  });

  it("does not hold with another checkpoint, transaction, signature or place", async () => {
    const [first, second] = await publish(2);
    await fundedRun();
    await publish(1);
    await run();
    const [newest] = await publish(1);
    await run();
    const [answer, other, late] = await Promise.all([
      certificateOf(first),
      certificateOf(second),
      certificateOf(newest),
    ]);
    const [anchor, lateAnchor] = [answer.anchor, late.anchor];
    if (anchor === null || lateAnchor === null) throw new Error("nothing is anchored");
    expect(await found(answer)).toBe("proved");
    expect(await found(answer, { checkpoint: lateAnchor.checkpoint })).toBe("refuted");
    expect(await found(answer, { transaction: lateAnchor.transaction })).toBe("refuted");
    expect(await found(answer, { signature: lateAnchor.signature })).toBe("refuted");
    expect(await found(answer, { inclusion: other.anchor?.inclusion ?? [] })).toBe("refuted");
    expect(await found(answer, { checkpoint: anchor.checkpoint.replace("\n2\n", "\n3\n") })).toBe("refuted");
    const bytes = Buffer.from(anchor.transaction, "base64");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes.map((one, index) => (index === at ? one ^ 1 : one)));
      expect(
        await holdsCheckpoint({ ...anchor, transaction: changed.toString("base64") }),
        `byte ${at}`,
      ).toBe(false);
      const cut = bytes.subarray(0, at).toString("base64");
      expect(await holdsCheckpoint({ ...anchor, transaction: cut }), `cut at ${at}`).toBe(false);
    }
  });

  it("shows no anchor where its store was rewritten, and says so to its operator", async () => {
    const [id] = await publish(3);
    await fundedRun();
    const { redis } = world.store;
    const entries = await redis.lrange<string>("svc:lounge:log", 0, -1);
    await redis.del("svc:lounge:tree", "svc:lounge:subtrees", "svc:lounge:log");
    const forged = `sig_x ${"0".repeat(64)} ${anHourAgo()}`;
    await redis.rpush("svc:lounge:log", ...entries.slice(0, 2), forged);
    expect((await certificateOf(id)).anchor).toBeNull();
  });
});

describe("a run", () => {
  it("goes on with what another left on its way, and sends no second", async () => {
    const [id] = await publish(1);
    await fundedRun();
    const { anchor } = await certificateOf(id);
    const [kept = ""] = await world.store.redis.zrange<string[]>(
      "svc:lounge:anchors:svc.example.com/lounge",
      0,
      -1,
    );
    const { slot: _, ...sent } = JSON.parse(kept) as Record<string, unknown>;
    await world.store.redis.del("svc:lounge:anchors:svc.example.com/lounge");
    const pending = "svc:lounge:anchor-pending:svc.example.com/lounge";
    await world.store.redis.set(pending, JSON.stringify({ ...sent, sentAt: Date.now() }));
    expect(await run()).toMatchObject({ state: "anchored", size: 1, slot: anchor?.slot });
    expect(await world.store.redis.exists(pending)).toBe(0);
    expect((await certificateOf(id)).anchor?.signature).toBe(anchor?.signature);
  });

  it("gives up what the chain never took, and sends it anew", async () => {
    await publish(1);
    await fundedRun();
    const [kept = ""] = await world.store.redis.zrange<string[]>(
      "svc:lounge:anchors:svc.example.com/lounge",
      0,
      -1,
    );
    const lost = {
      ...(JSON.parse(kept) as Record<string, unknown>),
      signature: "5".repeat(88),
      sentAt: anHourAgo(),
    };
    await world.store.redis.del("svc:lounge:anchors:svc.example.com/lounge");
    await world.store.redis.set("svc:lounge:anchor-pending:svc.example.com/lounge", JSON.stringify(lost));
    expect(await run()).toMatchObject({ state: "failed" });
    chain.advance(60_000); // the same memo with the same blockhash would be the same transaction
    expect(await run()).toMatchObject({ state: "anchored", size: 1 });
  });

  it("is the schedule's alone", async () => {
    expect((await world.get(ANCHOR)).status).not.toBe(200);
  });
});
