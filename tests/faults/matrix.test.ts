import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { STATE_DIR } from "@/sandbox/service";
import { world } from "../support/world";
import { newAddress } from "../support/service";
import { titleOf, type Case } from "./case";
import { CASES, PLAIN, PLAIN_IN_TOKEN } from "./cases";
import { uncovered } from "./coverage";
import { openPool, type Pool } from "./pool";
import { reportOf } from "./report";
import { runCase, type Result } from "./run-case";
import { representative } from "./representative";
import type { Slot } from "./slot";
import { lineOf, tableOf } from "./table";

/**
 * Paid calls over real processes, sockets and chains, with faults at their messages (see case.ts, cases.ts).
 *
 * FAULT_CASES: `all`, `some` (the default: a few of each sort), or a part of the cases' titles, such as
 * `solana, healthy` or `kill-after`. FAULT_SLOTS: how many run at a time.
 */
const WANTED = process.env.FAULT_CASES ?? "some";
const SLOTS = Number(process.env.FAULT_SLOTS ?? 6);
/** Besides those, for the cases of the own token. */
const TOKEN_SLOTS = 2;
/** And for those of services with second nodes. */
const WATCHED_SLOTS = 2;

const cases =
  WANTED === "some"
    ? representative(CASES)
    : CASES.filter((one) => WANTED === "all" || titleOf(one).includes(WANTED));
if (cases.length === 0) throw new Error(`FAULT_CASES=${WANTED}: no case has that in its title`);

/** Case by case while they are done, in the end the table. */
const FILE = path.join(STATE_DIR, "faults.txt");
writeFileSync(FILE, "");

/** Offers rest on the price that this route has read last. */
async function readPrice({ fleet }: Slot): Promise<void> {
  const { origin } = await fleet.serving();
  await (await fetch(`${origin}/api/token-pay`, { headers: { "x-forwarded-for": newAddress() } })).text();
}

const sandbox = world();
/** A first call reads what others find in the cache. */
const open = (of: readonly Case[], first: Case, launched: boolean, watched = false): Promise<Pool> =>
  openPool(sandbox, { size: Math.min(SLOTS, of.length), launched, watched }, async (slot) => {
    if (launched) await readPrice(slot);
    const result = await runCase(sandbox, slot, first);
    if (result.verdict.complaints.length > 0) throw new Error(reportOf(result));
    await slot.store.keepCache();
  });
const [inToken, inUsdc, watched] = [
  cases.filter(({ rail }) => rail === "own-token"),
  cases.filter((one) => one.rail !== "own-token" && !one.watched),
  cases.filter((one) => one.watched),
];
/** What an instance with the own token launched asks for besides is no other rail's. */
const [tokenPool, usdcPool, watchedPool] = await Promise.all([
  open(inToken.slice(0, TOKEN_SLOTS), PLAIN_IN_TOKEN, true),
  open(inUsdc, PLAIN, false),
  open(watched.slice(0, WATCHED_SLOTS), PLAIN, false, true),
]);
const poolFor = (one: Case): Pool =>
  one.watched ? watchedPool : one.rail === "own-token" ? tokenPool : usdcPool;
const results: Result[] = [];
afterAll(() => Promise.all([tokenPool, usdcPool, watchedPool].map((pool) => pool.close())));

describe("nobody is charged without being served, nor twice", () => {
  it.concurrent.each(cases.map((one) => [titleOf(one), one] as const))("%s", async (_, one) => {
    const result = await poolFor(one).use((slot) => runCase(sandbox, slot, one));
    results.push(result);
    const broken = result.verdict.complaints.length > 0;
    appendFileSync(FILE, broken ? `${reportOf(result)}\n` : `${lineOf(result)}\n`);
    if (broken) throw new Error(reportOf(result));
  });

  it.runIf(WANTED === "all")(
    "and every kind of message that came by is met by a fault on its rail, every kind of fault on each rail",
    () => {
      expect(
        uncovered(
          results.map(({ case: { rail, scenario }, trace, refusals }) => ({
            ...{ rail, scenario, trace },
            refused: refusals.map(({ at }) => at),
          })),
        ),
      ).toEqual([]);
    },
  );

  afterAll(() => {
    const inOrder = cases.flatMap((one) => results.filter((result) => result.case === one));
    const table = tableOf(inOrder);
    writeFileSync(FILE, table);
    process.stdout.write(`\n${table}\n`);
  });
});
