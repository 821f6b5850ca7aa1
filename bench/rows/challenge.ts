import { sendRequest, type LoadRequest } from "../load";
import { bytesOf, recordedAnswer } from "../recorded";
import { measureRounds, type Subject, type Plan } from "../rounds";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

/** Unpaid requests: eight under way at a time keep one process busy without a queue. */
export const challengePlan = (quick: boolean): Plan => ({
  rounds: quick ? 3 : 5,
  warmUp: quick ? 300 : 1_000,
  perRound: quick ? 400 : 1_000,
  concurrency: 8,
  expected: 402,
});

const CALLER = { "x-forwarded-for": "192.0.2.1" };

const subject = (name: string, { origin, pid }: Server, path: string): Subject => {
  const shot: LoadRequest = { url: origin + path, headers: CALLER };
  return { name, pid, shot: () => shot };
};

/** A: what one 402 costs the server in CPU time, ours beside the limit inside Next and the official packages. */
export async function challengeRows(stage: Stage): Promise<Goal[]> {
  const { servers, productEnv, peerEnv } = stage;
  const ours = await servers.next("ours", APPS.floor, { ...productEnv("ours"), FLOOR_LIMITER: "off" });
  const answer = await sendRequest({ url: ours.origin + ENTRY.path, headers: CALLER });
  const constant = { ...productEnv("constant"), FLOOR_CHALLENGE: recordedAnswer(answer) };
  const limit = await servers.next("limit", APPS.floor, constant);
  const product = await servers.next("product", APPS.product, productEnv("product"));
  const withX402 = await servers.next("with-x402", APPS.peerNext, peerEnv);
  const withX402Node = await servers.next("with-x402-node", APPS.peerNext, peerEnv);
  const edgeProxy = await servers.next("payment-proxy-edge", APPS.peerNext, peerEnv);
  const proxy = await servers.next("payment-proxy", APPS.peerProxy, peerEnv);
  const express = await servers.program("express", "express.ts", peerEnv);
  const hono = await servers.program("hono", "hono.ts", peerEnv);

  const rows = {
    ours: subject("ours, limiter off (edge middleware)", ours, ENTRY.path),
    shipped: subject("ours as shipped, one address", product, ENTRY.path),
    limit: subject("the same bytes as a constant (edge middleware)", limit, ENTRY.path),
    withX402: subject("withX402 (edge route)", withX402, "/api/edge"),
    withX402Node: subject("withX402 (Node route)", withX402Node, "/api/node"),
    edgeProxy: subject("paymentProxy (edge middleware)", edgeProxy, "/api/proxied"),
    proxy: subject("paymentProxy (proxy.ts on Node)", proxy, "/api/proxied"),
    express: subject("@x402/express", express, "/api/paid"),
    hono: subject("@x402/hono (Node)", hono, "/api/paid"),
  };
  const measured = await measureRounds(Object.values(rows), challengePlan(stage.options.quick));
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;

  const lines: string[][] = [];
  for (const [one, { cpu: spent, perSecond, p50 }] of measured) {
    const bytes = bytesOf(await sendRequest(one.shot(0)));
    lines.push([
      one.name,
      fixed(spent, 3),
      fixed(perSecond, 0),
      fixed(p50, 1),
      `${bytes.headers} + ${bytes.body}`,
      fixed(spent / cpu(rows.ours)),
      fixed(spent / cpu(rows.shipped)),
    ]);
  }
  printTable(
    "A. One 402",
    ["server", "CPU ms", "402/s", "p50 ms", "bytes: headers + body", "CPU : ours", "CPU : ours as shipped"],
    lines,
  );
  await servers.stopAll();

  const ratio = (name: string, other: Subject, bound: number): Goal => ({
    name: `402: CPU of ${name} : ours, limiter off`,
    value: cpu(other) / cpu(rows.ours),
    sense: "at least",
    bound,
  });
  return [
    ratio("the constant", rows.limit, 0.8),
    ratio("withX402 at the edge", rows.withX402, 1.4),
    ratio("paymentProxy (edge middleware)", rows.edgeProxy, 1.15),
    ratio("paymentProxy (proxy.ts on Node)", rows.proxy, 1.15),
  ];
}
