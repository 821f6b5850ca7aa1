import { expect, it } from "vitest";
import { lookInTurn } from "@/lib/chains/nodes";
import type { Look, OnChain } from "@/lib/chains/look";
import type { Proof } from "@/lib/chains/trail";

/** What is believed of a payment by two nodes of one chain, of which one may lie. */

const MOVED: OnChain = { kind: "moved", transaction: "transaction", at: 1 };
const UNMOVED: OnChain = { kind: "unmoved", why: "over" };
const OPEN: OnChain = { kind: "open", why: "it may still land" };
const SEEN: OnChain = { kind: "open", why: "it was used", seen: true };
const DOWN = "down";
type Says = OnChain | typeof DOWN;

/** What comes of one look, by what each node says; which nodes were asked; and the proof that is left. */
async function look(says: readonly [Says, Says?], isRecorded: boolean, proof?: Proof) {
  const asked: Says[] = [];
  let left: Proof | null = null;
  const steps: Look = {
    trail: proof === undefined ? {} : { proof },
    leave: () => undefined,
    signal: new AbortController().signal,
    ...(isRecorded && { leaveProof: (next: Proof) => void (left = next) }),
  };
  const nodes = says.map((_, at) => `http://node-${at}.example`);
  const found = await lookInTurn(nodes, steps, async () => {
    const said = says[asked.length] ?? DOWN;
    asked.push(said);
    if (said === DOWN) throw new Error("it is down");
    return said;
  });
  return { found, asked: asked.length, left: left as Proof | null };
}

it.each<[first: Says, second: Says, kind: OnChain["kind"]]>([
  [UNMOVED, UNMOVED, "unmoved"],
  [UNMOVED, MOVED, "moved"],
  [UNMOVED, OPEN, "open"],
  [UNMOVED, DOWN, "open"],
  [DOWN, UNMOVED, "unmoved"],
])("gives a recorded payment up by both nodes' word (%o, %o)", async (first, second, kind) => {
  expect(await look([first, second], true)).toMatchObject({ found: { kind }, asked: 2 });
});

it("asks one node alone of a recorded payment that it shows, or that may still land", async () => {
  for (const found of [MOVED, OPEN])
    expect(await look([found, UNMOVED], true)).toMatchObject({ found, asked: 1 });
});

it("waits an hour and three looks for a second node that can't be asked, and then believes the first", async () => {
  const { left } = await look([UNMOVED, DOWN], true);
  expect(left).toMatchObject({ asked: 1 });
  const hourAgo = Date.now() - 3_600_001;
  for (const [proof, kind] of [
    [{ at: hourAgo, asked: 1 }, "open"],
    [{ at: Date.now() - 3_000_000, asked: 9 }, "open"],
    [{ at: hourAgo, asked: 2 }, "unmoved"],
  ] as const)
    expect((await look([UNMOVED, DOWN], true, proof)).found.kind).toBe(kind);
});

it.each<[first: Says, second: Says, found: OnChain]>([
  [UNMOVED, UNMOVED, UNMOVED],
  [UNMOVED, MOVED, MOVED],
  [OPEN, MOVED, MOVED],
  [OPEN, SEEN, SEEN],
  [SEEN, OPEN, SEEN],
  [OPEN, UNMOVED, OPEN],
  [UNMOVED, OPEN, OPEN],
  // Nobody is put off because one of two nodes is out of order.
  [UNMOVED, DOWN, UNMOVED],
  [DOWN, UNMOVED, UNMOVED],
])("refuses what is not recorded when no node shows it (%o, %o)", async (first, second, found) => {
  expect(await look([first, second], false)).toMatchObject({ found, asked: 2 });
});

it("believes a single node where there is no other", async () => {
  expect(await look([UNMOVED], true)).toMatchObject({ found: UNMOVED, asked: 1, left: null });
});
