import type { World } from "@/sandbox/world";
import { redis, runLedger } from "../support/ledger-command";
import { newAddress } from "../support/service";

export const SECRET = "rehearsal".repeat(4);
export const TVL = "/api/svc-intel-tvl";

/** What a runbook's rehearsal prints and demands. */
export interface Stage {
  world: World;
  /** Says what is done, as the runbook's step words it. */
  step(text: string): void;
  /** Ends the rehearsal unless this holds. */
  demand(holds: boolean, what: string): void;
}

/** `npm run ledger` as a person runs it; prints command and output, and returns the output. */
export async function ledgerCommand(stage: Stage, origin: string, words: readonly string[]): Promise<string> {
  stage.step(`$ npm run ledger -- ${words.join(" ")}`);
  const { stdout, stderr } = await runLedger({ origin, secret: SECRET }, words);
  const said = (stdout + stderr).trimEnd();
  console.log(said.replace(/^/gm, "    | "));
  return said;
}

/** The scheduled recovery, as the platform's clock calls it; prints and returns what it says. */
export async function recover({ world }: Stage, origin: string): Promise<string> {
  const headers = {
    "x-forwarded-for": newAddress(),
    authorization: `Bearer ${world.serviceEnv.CRON_SECRET ?? ""}`,
  };
  const said = await (await fetch(`${origin}/api/cron/recover-payments`, { headers })).text();
  console.log(`    | ${said}`);
  return said;
}

/** The time of all sales that are still to be looked at has come. */
export async function makeSalesDue({ world }: Stage, prefix: string): Promise<void> {
  const list = `${prefix}:ledger:to-confirm`;
  const due = await redis(world, "ZRANGE", list, "0", "-1");
  for (const payment of Array.isArray(due) ? due.map(String) : [])
    await redis(world, "ZADD", list, "1", payment);
}

/** Runs one rehearsal to its end; false when something did not hold. */
export async function play(
  name: string,
  rehearsal: (stage: Stage) => Promise<void>,
  world: World,
): Promise<boolean> {
  let count = 0;
  console.log(`\nRehearsal: ${name}`);
  const stage: Stage = {
    world,
    step: (text) => console.log(`${String((count += 1)).padStart(2)}. ${text}`),
    demand(holds, what) {
      if (!holds) throw new Error(`It did not hold that ${what}`);
      console.log(`    ok: ${what}`);
    },
  };
  try {
    await rehearsal(stage);
    console.log(`${name}: rehearsed\n`);
    return true;
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}
