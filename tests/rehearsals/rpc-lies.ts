import { callRpc } from "@/sandbox/host/json-rpc";
import { startFaultyWorld } from "../support/faulty-world";
import { startRpcProxy } from "../support/rpc-proxy";
import { asHeader, newPayer, payFor, post, startInstance } from "../support/service";
import { muchLater } from "./facilitator-lies";
import { ledgerCommand, makeSalesDue, recover, SECRET, type Stage, TVL } from "./stage";

const UNUSED = `0x${"0".repeat(64)}`;

/** docs/runbooks/rpc-lies.md: our one node hides transfers. It is replaced, and what it called unpaid is looked at again. */
export async function rpcLies(stage: Stage): Promise<void> {
  const { world, step, demand } = stage;
  const { rpcUrl } = world.evm;
  const liar = await startRpcProxy(rpcUrl);
  const env = { EVM_RPC_URL: liar.url, OPERATOR_SECRET: SECRET, TRUST_SEARCH_AFTER_MS: "1" };
  const service = await startFaultyWorld(world, "rehearsal-node", { env });
  const prefix = service.env.STORE_PREFIX ?? "";
  let replaced: Awaited<ReturnType<typeof startInstance>> | undefined;
  try {
    const { origin } = service;
    step("The node hides every transfer, and says that it is later than it is.");
    liar.faults.set("eth_getTransactionReceipt", () => Promise.resolve(null));
    liar.faults.set("eth_getLogs", () => Promise.resolve([]));
    liar.faults.set("eth_call", () => Promise.resolve(UNUSED));
    liar.faults.set("eth_getBlockByNumber", () => muchLater(rpcUrl));
    const payer = await newPayer(world, "base");
    for (let sale = 0; sale < 2; sale += 1) {
      const payment = asHeader(await payFor(origin, TVL, payer));
      demand((await post({ origin, path: TVL, payment })).status === 200, "a buyer is served");
    }
    demand((await payer.balance()) === 10_000_000n - 40_000n, "and has paid for both answers");
    await makeSalesDue(stage, prefix);
    await recover(stage, origin);
    const disputed = await ledgerCommand(stage, origin, ["disputed"]);
    demand(disputed.includes("2 in all"), "one node alone proves nothing: both sales wait for a person");
    demand(
      (await ledgerCommand(stage, origin, ["unbacked"])).includes("0 in all"),
      "nobody is held to have lied",
    );

    step("The transactions are asked for at our node, and at another one.");
    const transactions = [...disputed.matchAll(/paid by {2}(0x\w+)/g)].map(([, id = ""]) => id);
    const payments = [...disputed.matchAll(/payment {2}(\S+)/g)].map(([, key = ""]) => key);
    for (const transaction of transactions) {
      const ours = await callRpc(liar.url, "eth_getTransactionReceipt", [transaction]);
      const theirs = await callRpc(rpcUrl, "eth_getTransactionReceipt", [transaction]);
      demand(ours === null && theirs !== null, "the other one has it: it is our node that lies");
    }

    step("The node is replaced, and the service deployed again.");
    replaced = await startInstance(world, "rehearsal-node-replaced", { ...service.env, EVM_RPC_URL: rpcUrl });

    step("What the old one disputed is asked about anew.");
    for (const payment of payments)
      demand(
        (await ledgerCommand(stage, replaced.origin, ["dispute", payment])).startsWith("Paid:"),
        "the new node has it",
      );
    demand(
      (await ledgerCommand(stage, replaced.origin, ["disputed"])).includes("0 in all"),
      "nothing is disputed",
    );
    const shown = await ledgerCommand(stage, replaced.origin, ["show", payments[0] ?? ""]);
    demand(shown.includes("confirmed"), "the sales are confirmed");
  } finally {
    await replaced?.stop();
    await service.stop();
    await liar.close();
  }
}
