import { cpuMs, quantile } from "../cpu";
import { sendRequest, type LoadRequest } from "../load";
import { CHAINS, challengeOf, signPayments, worldPayer, type Chain } from "../payers";
import { measureRounds, printMeasured, type Subject, type Plan } from "../rounds";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const CALLER = { "x-forwarded-for": "192.0.2.8" };
const REVISION = "2026-07-28";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** One message of revision 2026-07-28, as its clients send it. */
function message(
  origin: string,
  method: string,
  params: { name?: string; _meta?: object } = {},
): LoadRequest {
  const { _meta: meta, ...rest } = params;
  return {
    url: `${origin}/api/mcp`,
    headers: {
      ...CALLER,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...rest, _meta: { ...ENVELOPE, ...meta } },
    }),
  };
}

export const freePlan = (quick: boolean): Plan => ({
  rounds: quick ? 3 : 5,
  warmUp: quick ? 300 : 1_500,
  perRound: quick ? 400 : 1_500,
  concurrency: 8,
  expected: 200,
});

/** The list of tools beside an edge function that does nothing. */
async function listRows({ servers, productEnv, options }: Stage): Promise<Goal[]> {
  const product = await servers.next("tools-list", APPS.product, productEnv("tools"));
  const floor = await servers.next("tools-floor", APPS.floor, productEnv("tools-floor"));
  const subject = (name: string, { pid }: Server, shot: LoadRequest): Subject => ({
    name,
    pid,
    shot: () => shot,
  });
  const list = subject("tools/list, front door and all", product, message(product.origin, "tools/list"));
  const empty = subject("an empty edge function, no front door", floor, {
    url: `${floor.origin}/api/empty`,
    headers: CALLER,
  });
  const measured = await measureRounds([list, empty], freePlan(options.quick));
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;
  printMeasured("H. The list of tools", "what", measured);
  await servers.stopAll();
  return [
    {
      name: "tools/list: CPU : an empty edge function",
      value: cpu(list) / cpu(empty),
      sense: "at most",
      bound: 3,
    },
  ];
}

/** The payment in a header that the official client made, as `_meta` carries it. */
const payloadIn = (headers: Record<string, string>): unknown => {
  const [header = ""] = Object.values(headers);
  return JSON.parse(Buffer.from(header, "base64").toString());
};

/** A call that must be served. Throws with the answer when it is not, or is a refusal. */
async function served(shot: LoadRequest): Promise<number> {
  const { status, body, ms } = await sendRequest(shot);
  if (status !== 200 || body.includes('"isError":true'))
    throw new Error(`${shot.url} answered ${status}: ${body.slice(0, 300)}`);
  return ms;
}

/** The same paid call as a tool and over HTTP, by turns, each at an instance of its own. */
async function paidByTurns(stage: Stage, chain: Chain, tool: Server, http: Server) {
  const [warmUp, count] = stage.options.quick ? [6, 30] : [20, 200];
  const payer = await worldPayer(stage.world, chain);
  const required = await challengeOf({ url: http.origin + ENTRY.path, headers: CALLER });
  const asTool = (payment: unknown): LoadRequest =>
    message(tool.origin, "tools/call", { name: ENTRY.tool ?? "", _meta: { "x402/payment": payment } });
  const overHttp = (headers: Record<string, string>): LoadRequest => ({
    url: http.origin + ENTRY.path,
    headers: { ...CALLER, ...headers },
  });
  const ms = { tool: [] as number[], http: [] as number[] };
  const payments = await signPayments(payer, required, 2 * (warmUp + count));
  let before = { tool: 0, http: 0 };
  for (const [turn, payment] of payments.entries()) {
    if (turn === 2 * warmUp) before = { tool: cpuMs(tool.pid), http: cpuMs(http.pid) };
    const took = await served(turn % 2 === 0 ? asTool(payloadIn(payment)) : overHttp(payment));
    if (turn >= 2 * warmUp) ms[turn % 2 === 0 ? "tool" : "http"].push(took);
  }
  return {
    ms,
    cpu: { tool: (cpuMs(tool.pid) - before.tool) / count, http: (cpuMs(http.pid) - before.http) / count },
  };
}

async function callRows(stage: Stage): Promise<Goal[]> {
  const env = stage.productEnv("tools-paid");
  const tool = await stage.servers.next("tools-call", APPS.product, env);
  const http = await stage.servers.next("tools-http", APPS.product, env);
  const goals: Goal[] = [];
  const lines: string[][] = [];
  for (const chain of CHAINS) {
    const { ms, cpu } = await paidByTurns(stage, chain, tool, http);
    const p50 = { tool: quantile(ms.tool, 0.5), http: quantile(ms.http, 0.5) };
    for (const way of ["tool", "http"] as const)
      lines.push([chain, way, fixed(p50[way], 1), fixed(quantile(ms[way], 0.95), 1), fixed(cpu[way])]);
    goals.push({
      name: `paid call on ${chain}: p50 as a tool : over HTTP`,
      value: p50.tool / p50.http,
      sense: "at most",
      bound: 1.15,
    });
  }
  printTable(
    "H. A warm paid call, as a tool and over HTTP",
    ["chain", "by", "p50 ms", "p95 ms", "CPU ms"],
    lines,
  );
  await stage.servers.stopAll();
  return goals;
}

/** H: what the tool endpoint costs beside the same without it. */
export const toolRows = async (stage: Stage): Promise<Goal[]> => [
  ...(await listRows(stage)),
  ...(await callRows(stage)),
];
