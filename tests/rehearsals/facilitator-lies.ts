import { callRpc } from "@/sandbox/host/json-rpc";
import { answers, startDouble } from "../support/facilitator-double";
import { startFaultyWorld } from "../support/faulty-world";
import { type RpcProxy, startRpcProxy } from "../support/rpc-proxy";
import { asHeader, newAddress, newPayer, payFor, type Payer, post } from "../support/service";
import { ledgerCommand, makeSalesDue, recover, SECRET, type Stage, TVL } from "./stage";

const FUNDS = 10_000_000n;
/** So long an instance may go by what it knew of the switches, and a second. */
const SWITCHES_KNOWN_MS = 31_000;
const NEVER_SENT = `0x${"5a".repeat(32)}`;

/** A node's newest block, as it is once all authorizations of today have run out. */
export const muchLater = async (rpcUrl: string): Promise<unknown> => {
  const block = (await callRpc(rpcUrl, "eth_getBlockByNumber", ["latest", false])) as object; // the chain has one
  return { ...block, timestamp: `0x${(Math.floor(Date.now() / 1000) + 900).toString(16)}` };
};

/** A switch, as operations' page sets it. */
async function turn(origin: string, name: string, off: boolean): Promise<number> {
  const headers = {
    ...{ "content-type": "application/json", "x-forwarded-for": newAddress() },
    authorization: `Bearer ${SECRET}`,
  };
  const body = JSON.stringify({ kind: "facilitator", name, off });
  return (await fetch(`${origin}/api/operator/switches`, { method: "POST", headers, body })).status;
}

interface Sale {
  payer: Payer;
  payment: string;
  status: number;
}

/**
 * docs/runbooks/facilitator-lies.md: one says that payments are settled which it never sent. It is switched off, its lies are
 * proved when their time is over, and nobody who bought loses anything.
 */
export async function facilitatorLies(stage: Stage): Promise<void> {
  const { world, step, demand } = stage;
  const { rpcUrl } = world.evm;
  const nodes: readonly [RpcProxy, RpcProxy] = [await startRpcProxy(rpcUrl), await startRpcProxy(rpcUrl)];
  let honest = "";
  const liar = await startDouble(() => honest);
  const env = {
    ...{ EVM_RPC_URL: nodes[0].url, EVM_RPC_SECOND_URL: nodes[1].url, FACILITATOR_PRIMARY_URL: liar.url },
    ...{ OPERATOR_SECRET: SECRET, TRUST_SEARCH_AFTER_MS: "1" },
  };
  const service = await startFaultyWorld(world, "rehearsal-liar", { env });
  honest = service.primary.url;
  const { origin } = service;
  const prefix = service.env.STORE_PREFIX ?? "";
  const buy = async (): Promise<Sale> => {
    const payer = await newPayer(world, "base");
    const payment = asHeader(await payFor(origin, TVL, payer));
    return { payer, payment, status: (await post({ origin, path: TVL, payment })).status };
  };
  /** A node that is late in one run of the schedule is asked in the next. */
  const untilListed = async (list: string): Promise<string> => {
    for (let runs = 1; ; runs += 1) {
      await makeSalesDue(stage, prefix);
      await recover(stage, origin);
      const listed = await ledgerCommand(stage, origin, [list]);
      if (listed.includes("2 in all") || runs === 3) return listed;
    }
  };
  try {
    step(
      "The primary says that two payments are settled, which it never sent; the other one can't settle now.",
    );
    liar.act(
      "settle",
      answers(200, { success: true, transaction: NEVER_SENT, network: `eip155:${world.evm.chainId}` }),
    );
    service.fallback.setFault({ kind: "error", status: 503, on: ["settle"] });
    const lies = [await buy(), await buy()];
    demand(
      lies.every(({ status }) => status === 200),
      "the buyers are served at once: they can't know",
    );
    for (const { payer } of lies) demand((await payer.balance()) === FUNDS, "and pay nothing");

    step("The next runs of the schedule look for the money.");
    const suspects = await untilListed("unconfirmed");
    demand(suspects.includes("2 in all") && suspects.includes(NEVER_SENT), "both sales are on the list");

    step("The primary is switched off, and the other one is well again.");
    demand((await turn(origin, "primary", true)) === 200, "the switch is set");
    await new Promise((resolve) => setTimeout(resolve, SWITCHES_KNOWN_MS));
    service.fallback.setFault(null);
    liar.calls.length = 0;
    const paid = await buy();
    demand(paid.status === 200, "the next buyer is served");
    demand((await paid.payer.balance()) === FUNDS - 20_000n, "and has paid");
    demand(!liar.calls.includes("settle") && !liar.calls.includes("verify"), "the liar is asked for nothing");

    step("The time of the two payments is over, on both nodes.");
    for (const node of nodes) node.faults.set("eth_getBlockByNumber", () => muchLater(rpcUrl));
    const proved = await untilListed("unbacked");
    for (const node of nodes) node.faults.clear();
    demand(proved.includes("2 in all"), "two nodes prove that their money never moved");
    const month = new Date().toISOString().slice(0, 7);
    const journal = await ledgerCommand(stage, origin, ["journal", month]);
    demand(journal.split(",unbacked,").length === 3, "the journal takes both sales back");
    for (const { payment } of lies)
      demand((await post({ origin, path: TVL, payment })).status === 200, "their buyers keep the answers");

    step("The matter is settled with whoever runs the primary; it is switched on again.");
    liar.reset();
    demand((await turn(origin, "primary", false)) === 200, "the switch is set");
    const after = await buy();
    demand(after.status === 200 && (await after.payer.balance()) === FUNDS - 20_000n, "sales go on");
  } finally {
    await service.stop();
    await Promise.all([...nodes, liar].map((one) => one.close()));
  }
}
