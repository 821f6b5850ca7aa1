import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as unlocksModule from "@/lib/lounge/count-unlocks";
import { BADGES, badgesOf } from "@/lib/lounge/rwa-badges/vocabulary";
import {
  type LoungeBuyer,
  type LoungeWorld,
  OPEN,
  PUBLISH,
  startLoungeWorld,
  submission,
} from "../support/lounge-world";

const BADGE_ROUTE = "/api/rwa-badges";

let world: LoungeWorld;
let unlocks: typeof unlocksModule;
beforeAll(async () => {
  world = await startLoungeWorld(async () => {
    unlocks = await import("@/lib/lounge/count-unlocks");
    return {
      [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
      [OPEN]: await import("@/app/api/lounge-signal-open/route"),
      [BADGE_ROUTE]: await import("@/app/api/rwa-badges/route"),
    };
  });
});
afterAll(() => world.close());
beforeEach(() => world.store.redis.flushdb());

async function publish(creator: LoungeBuyer, change: Record<string, unknown> = {}): Promise<string> {
  const { body } = await world.buy(creator, PUBLISH, submission(creator.address, change));
  return String(body["id"]);
}

/** Says of every unlock that is not counted yet how far its money was seen, and has them counted by two at once. */
async function see(trust: string): Promise<void> {
  const { redis } = world.store;
  for (const unlock of await redis.zrange<string[]>("svc:lounge:unlocks", 0, -1)) {
    await redis.hset(`svc:ledger:{${unlock.split(" ")[0] ?? ""}}:record`, { trust });
    await redis.zadd("svc:lounge:unlocks", { score: 1, member: unlock });
  }
  await Promise.all([unlocks.countUnlocks(), unlocks.countUnlocks()]);
}

const badges = async (wallet: string) => (await world.get(`${BADGE_ROUTE}?wallet=${wallet}`)).body;
const named = (list: unknown) => (list as { badge: string; rule: string }[]).map(({ badge }) => badge);

describe("a reader's badges", () => {
  it("count different signals whose money was seen: not a second purchase, not an unseen or unbacked one", async () => {
    const [creator, reader] = [world.buyer(), world.buyer()];
    const [first, second, third] = [await publish(creator), await publish(creator), await publish(creator)];
    for (const signalId of [first, first, second]) {
      expect((await world.buy(reader, OPEN, { signalId })).status).toBe(200);
      await see("confirmed");
    }
    expect((await world.buy(reader, OPEN, { signalId: third })).status).toBe(200);
    await see("unbacked");
    const answer = await badges(reader.address);
    expect(answer).toMatchObject({ unlocked: { signals: 2, creators: 1 } });
    expect(named(answer["badges"])).toEqual(["first-read"]);
    expect(named(answer["ahead"])).toEqual(BADGES.slice(1).map(({ id }) => id));
  });

  it("leave out what names the reader as its creator, proved or not", async () => {
    const [reader, other] = [world.buyer(), world.buyer()];
    for (const publisher of [reader, other]) {
      const { body } = await world.buy(publisher, PUBLISH, submission(reader.address));
      expect((await world.buy(reader, OPEN, { signalId: String(body["id"]) })).status).toBe(200);
    }
    await see("confirmed");
    expect(await badges(reader.address)).toMatchObject({
      unlocked: { signals: 0, creators: 0 },
      badges: [],
    });
  });

  it("are found by an address in any case, and a stranger has none", async () => {
    const [creator, reader] = [world.buyer(), world.buyer()];
    await world.buy(reader, OPEN, { signalId: await publish(creator) });
    await see("confirmed");
    const shouted = `0x${reader.address.slice(2).toUpperCase()}`;
    expect(await badges(shouted)).toMatchObject({ wallet: reader.address, unlocked: { signals: 1 } });
    expect(await badges(world.buyer().address)).toMatchObject({ badges: [] });
    expect((await world.get(`${BADGE_ROUTE}?wallet=nobody`)).status).toBe(400);
  });

  it("carry their rule, with the number that earns them", () => {
    const { badges: earned, ahead } = badgesOf({ signals: 100, creators: 24 });
    expect(earned.map(({ badge }) => badge)).toEqual(["first-read", "reader", "well-read", "many-voices"]);
    expect(ahead.map(({ badge }) => badge)).toEqual(["whole-room"]);
    for (const { rule, needed } of [...earned, ...ahead])
      if (needed > 1) expect(rule).toContain(`${needed} different`);
  });
});
