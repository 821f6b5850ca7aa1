import { startFaultyWorld } from "../support/faulty-world";
import { LOST, startRpcProxy } from "../support/rpc-proxy";
import { asHeader, newPayer, payFor, post } from "../support/service";
import { ledgerCommand, recover, SECRET, type Stage, TVL } from "./stage";

const METHODS = ["eth_getBlockByNumber", "eth_call", "eth_getLogs", "eth_getTransactionReceipt"];

/** docs/runbooks/chain-halts.md: a settlement is lost while the chain can't be read; once it can, recovery ends it. */
export async function chainHalts(stage: Stage): Promise<void> {
  const { world, step, demand } = stage;
  const node = await startRpcProxy(world.evm.rpcUrl);
  const env = { EVM_RPC_URL: node.url, OPERATOR_SECRET: SECRET, LEDGER_ABANDONED_AFTER_MS: "0" };
  const service = await startFaultyWorld(world, "rehearsal-halt", { env });
  try {
    const { origin } = service;
    const payer = await newPayer(world, "base");
    const payment = asHeader(await payFor(origin, TVL, payer));
    step("The chain can't be read any more, and a settlement's answer is lost.");
    for (const method of METHODS) node.faults.set(method, () => Promise.resolve(LOST));
    service.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 10 });
    const lost = await post({ origin, path: TVL, payment });
    demand(lost.status === 409, "the payer is told to come back with the same payment");
    demand(!(await lost.text()).includes("x402Version"), "no other payment is asked for");
    const unknown = await ledgerCommand(stage, origin, ["unknown"]);
    demand(unknown.includes("1 in all") && unknown.includes("not known yet"), "the list has it");
    const key = /payment {2}(\S+)/.exec(unknown)?.[1] ?? "";
    const early = await ledgerCommand(stage, origin, ["refund", key, `0x${"1".repeat(64)}`]);
    demand(!early.startsWith("Refunded."), "it can't be refunded while it is open");

    step("The chain is back. Recovery runs, as the schedule does.");
    node.faults.clear();
    demand(
      (await recover(stage, origin)).includes('"settled":1'),
      "the payment is settled by the chain's word",
    );
    demand((await ledgerCommand(stage, origin, ["unknown"])).includes("0 in all"), "nothing is unknown");
    const answer = await post({ origin, path: TVL, payment });
    demand(answer.status === 200, "the payer gets the answer that was paid");
    demand((await payer.balance()) === 10_000_000n - 20_000n, "the payer has paid once");
    const month = new Date().toISOString().slice(0, 7);
    demand(
      (await ledgerCommand(stage, origin, ["journal", month])).includes(",settled,intel-tvl,"),
      "the journal has the sale",
    );
  } finally {
    await service.stop();
    await node.close();
  }
}
