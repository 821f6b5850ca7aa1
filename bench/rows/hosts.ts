import { cpuMs, median, quantile } from "../cpu";
import { runLoad } from "../load";
import { CHAINS, challengeOf, signPayments, worldPayer, type Chain, type Payer } from "../payers";
import { measureRounds, printMeasured, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { challengePlan } from "./challenge";
import { signatureMs } from "./signatures";

const CALLER = { "x-forwarded-for": "192.0.2.5" };
/** Sales under way at a time: as many as one wallet may have. */
const CONCURRENCY = 4;

interface Host {
  name: string;
  server: Server;
  path: string;
}

interface Sales {
  /** CPU time of the server a sale, one of each round, in milliseconds. */
  cpu: number[];
  ms: number[];
  seconds: number;
}

/** One turn of one server: payments of its own challenge, signed before the clock runs. */
async function sell({ server, path }: Host, payer: Payer, count: number, sales: Sales): Promise<void> {
  const url = server.origin + path;
  const payments = await signPayments(payer, await challengeOf({ url, headers: CALLER }), count);
  const before = cpuMs(server.pid);
  const shot = (index: number) => ({ url, headers: { ...CALLER, ...payments[index] } });
  const { ms, seconds } = await runLoad(shot, count, CONCURRENCY, 200);
  sales.cpu.push((cpuMs(server.pid) - before) / count);
  sales.ms.push(...ms);
  sales.seconds += seconds;
}

const noSales = (): Sales => ({ cpu: [], ms: [], seconds: 0 });

async function sales({ options, world }: Stage, chain: Chain, hosts: readonly Host[]) {
  const [rounds, perRound, warmUp] = options.quick ? [3, 24, 48] : [5, 64, 200];
  const payer = await worldPayer(world, chain);
  for (const host of hosts) await sell(host, payer, warmUp, noSales());
  const taken = new Map(hosts.map((host) => [host, noSales()]));
  for (let round = 0; round < rounds; round += 1)
    for (const [host, tally] of taken) await sell(host, payer, perRound, tally);
  return taken;
}

/** N: the host of plain Node beside `next start` and the official servers: a 402 and a sale, as each is shipped. */
export async function hostRows(stage: Stage): Promise<Goal[]> {
  const { servers, productEnv, peerEnv, options } = stage;
  const node = {
    name: "ours on plain Node",
    server: await servers.node("host-node", productEnv("host-node")),
  };
  const next = {
    name: "ours on next start",
    server: await servers.next("host-next", APPS.product, productEnv("host-next")),
  };
  const express = {
    name: "@x402/express",
    server: await servers.program("host-express", "express.ts", peerEnv),
  };
  const hono = { name: "@x402/hono", server: await servers.program("host-hono", "hono.ts", peerEnv) };
  const ours: Host[] = [node, next].map((one) => ({ ...one, path: ENTRY.path }));
  const peers: Host[] = [express, hono].map((one) => ({ ...one, path: "/api/paid" }));
  const hosts = [...ours, ...peers];

  const shots = new Map<Subject, Host>(
    hosts.map((host) => {
      const shot = { url: host.server.origin + host.path, headers: CALLER };
      return [{ name: host.name, pid: host.server.pid, shot: () => shot }, host];
    }),
  );
  const measured = await measureRounds([...shots.keys()], challengePlan(options.quick));
  printMeasured("N. One 402, on each host", "server", measured);
  const cpuOf402 = (server: Server): number =>
    [...measured].find(([one]) => shots.get(one)?.server === server)?.[1].cpu ?? Number.NaN;
  const goals: Goal[] = [
    {
      name: "402 on plain Node: CPU : @x402/express",
      ...{ value: cpuOf402(node.server) / cpuOf402(express.server), sense: "at most", bound: 1.3 },
    },
  ];

  const lines: string[][] = [];
  const signature = await signatureMs();
  for (const chain of CHAINS) {
    const taken = await sales(stage, chain, hosts);
    const cpuOf = (server: Server): number =>
      median([...taken].find(([host]) => host.server === server)?.[1].cpu ?? []);
    for (const [{ name, server }, { ms, seconds }] of taken)
      lines.push([
        ...[chain, name, fixed(cpuOf(server)), fixed(cpuOf(server) / cpuOf(express.server))],
        ...[fixed(1000 / cpuOf(server), 0), fixed(ms.length / seconds, 1)],
        ...[fixed(quantile(ms, 0.5), 0), fixed(quantile(ms, 0.95), 0)],
      ]);
    goals.push(
      {
        name: `sale on ${chain} on plain Node: CPU : @x402/express`,
        value: cpuOf(node.server) / cpuOf(express.server),
        ...{ sense: "at most", bound: chain === "Base" ? 1.8 : 1.6 },
      },
      {
        name: `sales on ${chain} a second of one core, plain Node : next start`,
        value: cpuOf(next.server) / cpuOf(node.server),
        ...{ sense: "at least", bound: 3 },
      },
    );
  }
  for (const chain of CHAINS)
    lines.push([chain, "of ours: its payer's signature", fixed(signature[chain]), "", "", "", "", ""]);
  printTable(
    `N. A sale, on each host (${CONCURRENCY} at a time; store: ${stage.world.redis.engine})`,
    [
      ...["chain", "server", "CPU ms", "CPU : @x402/express", "sales a second of one core"],
      ...["here, by the chain's and facilitator's pace", "p50 ms", "p95 ms"],
    ],
    lines,
  );
  await servers.stopAll();
  return goals;
}
