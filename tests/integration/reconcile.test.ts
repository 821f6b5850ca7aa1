import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { fundEvm, fundSolana } from "@/sandbox/faucets";
import {
  asHeader,
  CHAINS,
  newAddress,
  newPayer,
  newPrefix,
  payFor,
  post,
  startInstance,
  type Chain,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";

describe("the scheduled comparison of ledger and wallets", () => {
  const seller = { base: newEvmWallet().address, solana: "" };
  let service: Awaited<ReturnType<typeof startInstance>>;
  beforeAll(async () => {
    seller.solana = (await newSolanaWallet()).address;
    await fundSolana(sandbox.solana.rpcUrl, seller.solana, 0n);
    service = await startInstance(sandbox, "reconcile", {
      EVM_PAY_TO: seller.base,
      SOLANA_PAY_TO: seller.solana,
      STORE_PREFIX: newPrefix("reconcile"),
    });
  });
  afterAll(() => service.stop());

  /** The rows of this seller's wallets. The own token's treasury, where one is launched, receives of other tests too. */
  async function compare(): Promise<Record<string, unknown>[]> {
    const response = await fetch(`${service.origin}/api/cron/reconcile`, {
      headers: {
        "x-forwarded-for": newAddress(),
        authorization: `Bearer ${sandbox.serviceEnv.CRON_SECRET}`,
      },
    });
    expect(response.status).toBe(200);
    const { chains } = (await response.json()) as { chains: Record<string, unknown>[] }; // asserted member by member
    const ours = [seller.base.toLowerCase(), seller.solana];
    const treasury = sandbox.token === undefined ? [] : [sandbox.token.treasury];
    expect(chains.map(({ wallet }) => wallet)).toEqual([...ours, ...treasury]);
    return chains.slice(0, ours.length);
  }

  const buy = async (chain: Chain): Promise<number> => {
    const payment = asHeader(await payFor(service.origin, TVL, await newPayer(sandbox, chain)));
    const { status } = await post({ origin: service.origin, path: TVL, payment });
    await post({ origin: service.origin, path: TVL, payment }); // a replay sells nothing
    return status;
  };

  it("agrees while every sale is paid, and names what came in or went out besides", async () => {
    expect(await compare()).toMatchObject([{ difference: null }, { difference: null }]);
    for (const chain of [...CHAINS, ...CHAINS]) expect(await buy(chain)).toBe(200);
    const sold = { received: "40000", sold: "40000", difference: "0", open: 0 };
    expect(await compare()).toMatchObject([sold, sold]);

    await fundEvm(sandbox.evm.rpcUrl, seller.base, 7n);
    await fundSolana(sandbox.solana.rpcUrl, seller.solana, 9n);
    expect(await compare()).toMatchObject([
      { received: "7", sold: "0", difference: "7" },
      { received: "9", sold: "0", difference: "9" },
    ]);
    expect(await compare()).toMatchObject([{ difference: "0" }, { difference: "0" }]);
  });

  it("answers 404 without the operator's secret", async () => {
    const response = await fetch(`${service.origin}/api/cron/reconcile`, {
      headers: { "x-forwarded-for": newAddress() },
    });
    expect(response.status).toBe(404);
  });
});
