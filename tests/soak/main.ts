/**
 * `npm run soak -- --minutes 30`, beside a sandbox (`npm run sandbox -- --host node`): two instances with one ledger, fifty
 * buyers on two chains, faults of facilitators and of the store mixed in, an instance killed and replaced every minute.
 * In the end the books are compared with the chains, and what the processes and the store hold with their bounds.
 * Ends with 1 when something does not hold.
 */
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { fundSolana } from "@/sandbox/faucets";
import { startFaultyWorld } from "../support/faulty-world";
import { redis } from "../support/ledger-command";
import { CHAINS, newAddress, newPayer, newPrefix } from "../support/service";
import { world } from "../support/world";
import { keepBuying, PRICE, type Tally, untilSettled } from "./buyer";
import { Instances } from "./instances";
import { readOptions } from "./options";
import { type StoreFault, startFaultyStore } from "./store-faults";

const { minutes, buyers } = readOptions();

const FUNDS = 50_000_000n;
const LOOK_MS = 5_000;
const FAULT_EVERY_MS = 12_000;
const FAULT_MS = 3_000;
const REPLACE_EVERY_MS = 60_000;

const sandbox = world();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const failures: string[] = [];
function demand(holds: boolean, what: string): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) failures.push(what);
}

const seller = { evm: newEvmWallet().address, solana: (await newSolanaWallet()).address };
await fundSolana(sandbox.solana.rpcUrl, seller.solana, 0n);
const store = await startFaultyStore(sandbox.redis.url);
const prefix = newPrefix("soak");
const env = {
  STORE_PREFIX: prefix,
  UPSTASH_REDIS_REST_URL: store.url,
  EVM_PAY_TO: seller.evm,
  SOLANA_PAY_TO: seller.solana,
  LEDGER_ABANDONED_AFTER_MS: "20000", // so that recovery has work within the soak
  SOURCE_WINDOW_SCALE: "1",
  RATE_LIMIT_PER_MINUTE: "100000",
  VALIDATE_OUTPUT: "false",
};
// Its own instance sees to the facilitators' addresses alone: the soak's two are started beside it.
const faulty = await startFaultyWorld(sandbox, "soak", { env });
const instances = new Instances(sandbox, faulty.env);
await instances.add("lasting");
await instances.add("replaced");

const cron = async (name: string): Promise<unknown> => {
  const headers = {
    "x-forwarded-for": newAddress(),
    authorization: `Bearer ${sandbox.serviceEnv.CRON_SECRET ?? ""}`,
  };
  return (await fetch(`${instances.origin()}/api/cron/${name}`, { headers })).json();
};

/** Every key of this soak's. */
async function keys(): Promise<string[]> {
  return (await redis(sandbox, "KEYS", `${prefix}:*`)) as string[]; // as Redis answers
}

// The first comparison is where the second begins.
await cron("reconcile");
const payers = await Promise.all(
  Array.from({ length: buyers }, (_, index) =>
    newPayer(sandbox, CHAINS[index % CHAINS.length] ?? "base", FUNDS),
  ),
);
const tally: Tally = { served: 0, resent: new Map(), refused: new Map(), open: [] };
const until = Date.now() + minutes * 60_000;
const isOver = (): boolean => Date.now() > until;

const STORE_FAULTS: readonly StoreFault[] = ["down", "lost-reply", "slow"];
let faults = 0;
async function breakThings(): Promise<void> {
  for (; !isOver(); faults += 1) {
    await pause(FAULT_EVERY_MS - FAULT_MS);
    const kind = faults % 6;
    const facilitator = faults % 12 < 6 ? faulty.primary : faulty.fallback;
    if (kind < 3) store.set(STORE_FAULTS[kind] ?? null);
    else if (kind === 3) facilitator.setFault({ kind: "down" });
    else if (kind === 4) facilitator.setFault({ kind: "silent-after-settle", cutAfterMs: 10 });
    else facilitator.setFault({ kind: "slow", ms: 4_000, on: ["settle"] });
    await pause(FAULT_MS);
    store.set(null);
    facilitator.setFault(null);
  }
}

async function replaceInstances(): Promise<void> {
  for (let next = Date.now() + REPLACE_EVERY_MS; !isOver(); await pause(500)) {
    if (Date.now() < next) continue;
    await instances.replace();
    await cron("recover-payments").catch(() => undefined); // the schedule's; a fault may stand in its way
    next += REPLACE_EVERY_MS;
  }
}

async function watch(): Promise<void> {
  for (; !isOver(); await pause(LOOK_MS)) {
    instances.look();
    if (instances.samples.length % 24 < 2)
      console.log(`${tally.served} served, ${instances.killed} killed, ${faults} faults`);
  }
}

await Promise.all([
  ...payers.map((payer) => keepBuying(payer, instances.origin, isOver, tally)),
  breakThings(),
  replaceInstances(),
  watch(),
]);

interface Chain {
  network: string;
  received: string | null;
  sold: string | null;
  difference: string | null;
  open: number;
}
// Whatever is open is closed by recovery, as the schedule would.
await pause(21_000);
for (let round = 0; round < 5; round += 1) await cron("recover-payments");
// Who was told to wait until their patience ended asks once more, now that all is well.
for (const payment of tally.open.splice(0)) await untilSettled(payment, instances.origin, tally);
const { chains } = (await cron("reconcile")) as { chains: Chain[] }; // the answer's own schema
const spent = payers.map(async (payer) => FUNDS - (await payer.balance()));
const paid = (await Promise.all(spent)).reduce((sum, one) => sum + one, 0n);
const sold = chains.reduce((sum, chain) => sum + BigInt(chain.sold ?? 0), 0n);
const held = await keys();
instances.look();

console.log(
  `\n${minutes} minutes, ${buyers} buyers, ${instances.killed} instances killed, ${faults} faults, ${instances.slowStarts} slow starts`,
);
console.log(
  `served ${tally.served}, sent again ${JSON.stringify([...tally.resent])}, refused ${JSON.stringify([...tally.refused])}`,
);
for (const chain of chains) console.log(JSON.stringify(chain));
demand(tally.open.length === 0, `every payment has a last word (${tally.open.length} have none)`);
demand(
  paid === BigInt(tally.served) * PRICE,
  `buyers paid for ${paid / PRICE} sales and were served ${tally.served}`,
);
demand(paid === sold, `the ledger sold what was paid: ${sold} of ${paid} base units`);
for (const chain of chains)
  demand(
    chain.difference === "0" && chain.open === 0,
    `${chain.network}: ledger and wallet agree, nothing is open`,
  );

const lasting = instances.samples.filter(({ name }) => name.includes("lasting"));
const third = Math.floor(lasting.length / 3);
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
const early = median(lasting.slice(third, 2 * third).map(({ megabytes }) => megabytes));
const late = median(lasting.slice(-third).map(({ megabytes }) => megabytes));
demand(
  late < 1.25 * early,
  `memory stays: ${early.toFixed(0)} MB in the middle third, ${late.toFixed(0)} in the last`,
);
const most = Math.max(...instances.samples.map(({ descriptors }) => descriptors));
const last = lasting.at(-1)?.descriptors ?? Infinity;
demand(most < 400, `descriptors stay below 400: ${most} at most`);
demand(last < 150, `and go back when the buyers are gone: ${last}`);
const ofSales = held.filter((key) => key.includes(":ledger:{")).length;
demand(ofSales <= 2 * tally.served + 2, `two keys a sale: ${ofSales} for ${tally.served} sales`);
const others = held.length - ofSales;
demand(others <= 200, `and a bounded number beside: ${others}`);

await instances.stop();
await faulty.stop();
await store.close();
process.exit(failures.length === 0 ? 0 : 1);
