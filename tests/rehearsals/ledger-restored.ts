import { newWallet } from "@/sandbox/chains/evm/client";
import { USDC_ADDRESS } from "@/sandbox/chains/evm/network";
import { mintUsdc } from "@/sandbox/chains/evm/usdc";
import { callRpc } from "@/sandbox/host/json-rpc";
import { erc20Abi, getAddress } from "viem";
import { asHeader, newPayer, newPrefix, payFor, post, refusal, startInstance } from "../support/service";
import { redis } from "../support/ledger-command";
import { ledgerCommand, SECRET, type Stage, TVL } from "./stage";

/** A wallet that refunds are sent from, with USDC for a few of them. */
async function openTreasury(rpcUrl: string) {
  const wallet = await newWallet({ rpcUrl });
  await mintUsdc({ rpcUrl }, wallet.account.address, 100_000n);
  return {
    address: wallet.account.address,
    async send(to: string, amount: bigint): Promise<string> {
      const args = [getAddress(to), amount] as const;
      const transfer = { address: USDC_ADDRESS, abi: erc20Abi, functionName: "transfer", args } as const;
      const hash = await wallet.writeContract(transfer);
      await wallet.waitForTransactionReceipt({ hash });
      return hash;
    },
  };
}

/** docs/runbooks/ledger-restored.md: a sale is forgotten by a backup; its payer is refunded, and never charged again. */
export async function ledgerRestored(stage: Stage): Promise<void> {
  const { world, step, demand } = stage;
  const [lost, restored] = [newPrefix("lost"), newPrefix("restored")];
  const first = await startInstance(world, "rehearsal-lost", { STORE_PREFIX: lost, OPERATOR_SECRET: SECRET });
  const payer = await newPayer(world, "base");
  const payment = asHeader(await payFor(first.origin, TVL, payer));
  const epoch = String(await redis(world, "GET", `${lost}:ledger:epoch`));
  step("A sale is made. The backup is from before it.");
  const sold = await post({ origin: first.origin, path: TVL, payment });
  demand(sold.status === 200, "the sale is served");
  const { transaction } = JSON.parse(atob(sold.headers.get("payment-response") ?? "")) as {
    transaction: string;
  }; // x402's SettleResponse
  await first.stop();

  step("The backup is restored into a new database; its epoch is the old one.");
  await redis(world, "SET", `${restored}:ledger:epoch`, epoch);
  step("The epoch is set to a minute from now, before the service may see that database.");
  await redis(world, "SET", `${restored}:ledger:epoch`, String(Date.now() + 60_000));
  const treasury = await openTreasury(world.evm.rpcUrl);
  const second = await startInstance(world, "rehearsal-restored", {
    ...{ STORE_PREFIX: restored, OPERATOR_SECRET: SECRET, REFUND_WALLETS: treasury.address },
  });
  try {
    const { origin } = second;
    step("The payer comes back with the payment that was served.");
    const again = await post({ origin, path: TVL, payment });
    const said = await refusal(again);
    console.log(`    | ${again.status} ${said.code}: ${said.error}`);
    demand(again.status === 409 && said.code === "payment_spent", "it is neither served nor charged again");
    demand(said.x402 === undefined, "no new payment is asked for");
    demand((await payer.balance()) === 10_000_000n - 20_000n, "the payer has paid once");

    step("A payer who never got the answer shows the transaction; it is noted as a debt.");
    const network = `eip155:${world.evm.chainId}`;
    const debt = await ledgerCommand(stage, origin, ["debt", network, transaction]);
    demand(debt.includes("debt") && debt.includes("0.02 USDC"), "the debt has its amount");
    const key = /payment {2}(\S+)/.exec(debt)?.[1] ?? "";
    const metrics = await ledgerCommand(stage, origin, ["metrics"]);
    demand(metrics.includes("ALERT debts"), "the alert says so");

    /** Until what was done by now is final. */
    const pass = () => callRpc(world.evm.rpcUrl, "anvil_mine", ["0x80"]);
    step("Nothing is returned for a block that the chain may still drop.");
    const early = await ledgerCommand(stage, origin, ["refund", key]);
    demand(early.includes("not final yet") && early.includes("Send nothing"), "the refund waits");
    await pass();

    step("The refund is reserved before anything is sent; a colleague who would send it too hears so.");
    const reserved = await ledgerCommand(stage, origin, ["refund", key]);
    demand(reserved.startsWith("Reserved."), "the refund is reserved");
    const colleague = await ledgerCommand(stage, origin, ["refund", key]);
    demand(colleague.includes("has reserved this refund. Send nothing"), "the second one sends nothing");
    const meanwhile = await refusal(await post({ origin, path: TVL, payment }));
    demand(
      meanwhile.code === "payment_conflict" && meanwhile.error.includes("being returned"),
      "its payer is not served meanwhile, nor asked for another payment",
    );

    step("The amount is sent back, and the refund is recorded.");
    const tooLittle = await treasury.send(payer.address, 19_999n);
    const refused = await ledgerCommand(stage, origin, ["refund", key, tooLittle]);
    demand(refused.includes("Send the whole amount"), "too little is no refund");
    const others = await mintUsdc({ rpcUrl: world.evm.rpcUrl }, getAddress(payer.address), 20_000n);
    const foreign = await ledgerCommand(stage, origin, ["refund", key, others]);
    demand(foreign.includes("came from wallets of ours"), "nor is what the payer has of somebody else");
    const refund = await treasury.send(payer.address, 20_000n);
    const tooEarly = await ledgerCommand(stage, origin, ["refund", key, refund]);
    demand(tooEarly.includes("not final yet"), "its own block must be final, too");
    await pass();
    const done = await ledgerCommand(stage, origin, ["refund", key, refund]);
    demand(done.startsWith("Refunded."), "the refund counts");
    const reported = await post({ origin, path: TVL, payment });
    const body = (await reported.json()) as { code: string; refund: string; x402?: unknown }; // the ApiError body
    demand(
      reported.status === 409 && body.code === "payment_refunded" && body.refund === refund,
      "the payer is told the transaction",
    );
    demand(body.x402 === undefined, "and is asked for no other payment");
    demand((await ledgerCommand(stage, origin, ["debts"])).includes("0 in all"), "nothing is owed");
  } finally {
    await second.stop();
  }
}
