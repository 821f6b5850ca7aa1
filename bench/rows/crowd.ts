import { setTimeout as sleep } from "node:timers/promises";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { payingFetch } from "@/sandbox/clients";
import { cpuMs, quantile } from "../cpu";
import { CHAINS, newPayer, sellerBalance, type Chain, type Payer } from "../payers";
import { APPS, type Server } from "../servers";
import { ENTRY, PRICE, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const CLIENTS = 50;
/** More than one wallet can spend in all rounds. */
const FUNDS = 50_000_000n;
/** A settlement without a reply is on chain within this. */
const LATE_MS = 3_000;

interface Outcome {
  seconds: number;
  /** Milliseconds from the first request to the paid answer, for each that was served. */
  ms: number[];
  transactions: Set<string>;
  /** Everything else that was answered, and how often. */
  others: Map<string, number>;
  /** Payments that the balances show to have moved. */
  paid: number;
  received: number;
  cpu: number;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 60) : "failed";

/** One client: buys, and buys again, until the time is up. */
async function shop(
  payer: Payer,
  address: string,
  url: string,
  until: number,
  outcome: Outcome,
): Promise<void> {
  const buy = payingFetch(payer.client);
  const count = (what: string): void => void outcome.others.set(what, (outcome.others.get(what) ?? 0) + 1);
  while (performance.now() < until) {
    const startedAt = performance.now();
    try {
      const response = await buy(url, { method: "POST", headers: { "x-forwarded-for": address } });
      await response.arrayBuffer();
      const receipt = response.headers.get("payment-response");
      if (response.status !== 200 || receipt === null) {
        count(String(response.status));
        continue;
      }
      outcome.ms.push(performance.now() - startedAt);
      outcome.transactions.add(decodePaymentResponseHeader(receipt).transaction);
    } catch (error) {
      count(messageOf(error)); // one failed purchase is a figure of the row, not the end of it
    }
  }
}

const sum = async (payers: readonly Payer[]): Promise<bigint> =>
  (await Promise.all(payers.map((payer) => payer.balance()))).reduce((total, each) => total + each, 0n);

async function buyAll(
  stage: Stage,
  chain: Chain,
  payers: readonly Payer[],
  pid: number,
  url: string,
): Promise<Outcome> {
  const balances = async () => ({
    payers: await sum(payers),
    seller: await sellerBalance(stage.world, chain),
  });
  const before = await balances();
  const cpuBefore = cpuMs(pid);
  const outcome: Outcome = {
    ...{ seconds: 0, ms: [], transactions: new Set<string>(), others: new Map<string, number>() },
    ...{ paid: 0, received: 0, cpu: 0 },
  };
  const startedAt = performance.now();
  const until = startedAt + stage.options.crowdSeconds * 1000;
  await Promise.all(payers.map((payer, index) => shop(payer, `192.0.2.${index + 1}`, url, until, outcome)));
  outcome.seconds = (performance.now() - startedAt) / 1000;
  outcome.cpu = cpuMs(pid) - cpuBefore;
  await sleep(LATE_MS);
  const after = await balances();
  outcome.paid = Number(before.payers - after.payers) / Number(PRICE);
  outcome.received = Number(after.seller - before.seller) / Number(PRICE);
  return outcome;
}

/** D: fifty clients with a wallet each, buying at once. Nothing may be lost, and nothing served twice for one payment. */
export async function crowdRows(stage: Stage): Promise<Goal[]> {
  const { servers, productEnv, peerEnv, world, options } = stage;
  const subjects: [name: string, server: Server, path: string][] = [
    ["ours", await servers.next("crowd", APPS.product, productEnv("crowd")), ENTRY.path],
    ["withX402 (edge route)", await servers.next("crowd-with-x402", APPS.peerNext, peerEnv), "/api/edge"],
    ["@x402/express", await servers.program("crowd-express", "express.ts", peerEnv), "/api/paid"],
  ];
  const lines: string[][] = [];
  const goals: Goal[] = [];
  for (const chain of CHAINS) {
    const payers: Payer[] = [];
    for (let made = 0; made < CLIENTS; made += 1) payers.push(await newPayer(world, chain, FUNDS));
    subjects.reverse(); // whoever was first on one chain is last on the other
    for (const [name, { origin, pid }, path] of subjects) {
      const outcome = await buyAll(stage, chain, payers, pid, origin + path);
      const { ms, transactions, others, paid, received, cpu, seconds } = outcome;
      const lost = paid - ms.length;
      const doubled = ms.length - transactions.size;
      lines.push([
        ...[chain, name, String(ms.length), fixed(ms.length / seconds, 1)],
        ...[fixed(quantile(ms, 0.5), 0), fixed(quantile(ms, 0.95), 0)],
        [...others].map(([what, times]) => `${times} × ${what}`).join(", ") || "none",
        ...[String(paid), String(received), String(transactions.size), fixed(cpu / ms.length, 1)],
      ]);
      if (name !== "ours") continue;
      goals.push(
        { name: `crowd on ${chain}: paid and not served`, value: lost, sense: "at most", bound: 0 },
        { name: `crowd on ${chain}: served and not paid`, value: -lost, sense: "at most", bound: 0 },
        { name: `crowd on ${chain}: one payment served twice`, value: doubled, sense: "at most", bound: 0 },
      );
    }
  }
  printTable(
    `D. ${CLIENTS} clients paying at once for ${options.crowdSeconds} s`,
    [
      "chain",
      "server",
      "served",
      "served/s",
      "p50 ms",
      "p95 ms",
      "other answers",
      "paid",
      "received",
      "transactions",
      "CPU ms a sale",
    ],
    lines,
  );
  await servers.stopAll();
  return goals;
}
