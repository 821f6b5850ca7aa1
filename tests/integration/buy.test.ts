import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { marketDocumentation } from "@/lib/desks/market/documentation";
import { marketEntry } from "@/lib/desks/market/entry";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { EXIT } from "@/scripts/buy/exits";
import {
  buyHere,
  newStateDir,
  runBuy,
  startBuy,
  startLossyProxy,
  type ProxyOutcome,
  type Run,
} from "../support/buy";
import { CHAINS, newPayer, type Chain, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

const KEY_NAME: Record<Chain, string> = { base: "BUY_EVM_PRIVATE_KEY", solana: "BUY_SOLANA_PRIVATE_KEY" };
const keyOf = (chain: Chain, payer: Payer): Record<string, string> => ({ [KEY_NAME[chain]]: payer.secret });

describe.each(CHAINS)("npm run buy with a wallet on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  /** Runs the script with this payer's key; whatever it prints, the key is not in it. */
  async function costOf(who: Payer, work: () => Promise<Run>): Promise<{ run: Run; cost: bigint }> {
    const before = await who.balance();
    const run = await work();
    expect(run.stdout + run.stderr).not.toContain(who.secret.replace(/^0x/, ""));
    return { run, cost: before - (await who.balance()) };
  }
  const runAs = (who: Payer, ...args: string[]) => costOf(who, () => runBuy(args, keyOf(chain, who)));

  it("prints the answer alone on stdout, price and receipt beside it, and pays exactly the price", async () => {
    const { run, cost } = await runAs(payer, TVL, "{}", "--yes");
    expect(run.code, run.stderr).toBe(EXIT.served);
    expect(tvlDocumentation.output.safeParse(JSON.parse(run.stdout))).toMatchObject({ success: true });
    expect(run.stderr).toMatch(/price +\$0\.02 USDC on /);
    expect(run.stderr).toMatch(new RegExp(`paid by +${payer.address}, ${KEY_NAME[chain]}`));
    expect(run.stderr).toMatch(/status +200/);
    expect(run.stderr).toMatch(/paid +\$0\.02 USDC/);
    expect(run.stderr).toMatch(/transaction +\S{40,}/);
    expect(run.stderr).toMatch(/replayed +no/);
    expect(cost).toBe(PRICE);
  });

  it("refuses above --max-price, having shown the price", async () => {
    const { run, cost } = await runAs(payer, TVL, "--yes", "--max-price", "0.019999");
    expect(run.code).toBe(EXIT.declined);
    expect(run.stderr).toContain("$0.02 USDC");
    expect(run.stderr).toContain("above the limit of $0.019999");
    expect([run.stdout, cost]).toEqual(["", 0n]);
  });

  it("pays when the person who is asked says yes, and only then", async () => {
    const ask = (answer: boolean) => () => buyHere([TVL], keyOf(chain, payer), sandbox, answer);
    const declined = await costOf(payer, ask(false));
    expect([declined.run.code, declined.cost]).toEqual([EXIT.declined, 0n]);
    const agreed = await costOf(payer, ask(true));
    expect([agreed.run.code, agreed.cost]).toEqual([EXIT.served, PRICE]);
  });

  it("refuses to pay without a confirmation where there is no terminal", async () => {
    const { run, cost } = await runAs(payer, TVL);
    expect(run.code).toBe(EXIT.declined);
    expect(run.stderr).toContain("--yes");
    expect(cost).toBe(0n);
  });

  it("says so when the wallet holds too little, and nothing is charged", async () => {
    const poor = await newPayer(sandbox, chain, 19_999n);
    const { run, cost } = await runAs(poor, TVL, "--yes");
    expect(run.code, run.stderr).toBe(EXIT.unpaid);
    expect(run.stderr).toContain("insufficient_funds");
    expect(run.stderr).toContain(`The wallet ${poor.address} holds too little USDC`);
    expect(run.stderr).toContain("Nothing was charged.");
    expect(cost).toBe(0n);
  });

  it("prints the service's refusal of a body that the route does not take, uncharged", async () => {
    const args = [TVL, '{"unknown_member":1}', "--yes"];
    const { run, cost } = await costOf(payer, () => buyHere(args, keyOf(chain, payer), sandbox));
    expect(run.code, run.stderr).toBe(EXIT.refused);
    expect(run.stderr).toContain("HTTP 400 invalid_request");
    expect(run.stderr).toContain("unknown_member");
    expect(cost).toBe(0n);
  });
});

describe("npm run buy without a key", () => {
  it.each(CHAINS)("pays from the running sandbox's own wallet on %s, and says so", async (chain) => {
    const run = await runBuy([TVL, "--yes", "--chain", chain]);
    expect(run.code, run.stderr).toBe(EXIT.served);
    expect(run.stderr).toContain(`the sandbox's (${KEY_NAME[chain]} is not set)`);
    for (const secret of [sandbox.evm.payerPrivateKey.slice(2), sandbox.solana.payerSecretKey])
      expect(run.stdout + run.stderr).not.toContain(secret);
  });

  it("shows the price of another deployment and says which key is missing", async () => {
    const proxy = await startLossyProxy(sandbox.origin, () => "pass");
    const run = await buyHere([TVL, "--yes", "--origin", proxy.origin, "--chain", "solana"], {}, sandbox);
    await proxy.close();
    expect(run.code).toBe(EXIT.usage);
    expect(run.stderr).toContain("$0.02 USDC");
    expect(run.stderr).toContain("set BUY_SOLANA_PRIVATE_KEY");
  });

  it("prints a free route's answer, whose method it finds out", async () => {
    const run = await runBuy([marketEntry.path]);
    expect(run.code, run.stderr).toBe(EXIT.served);
    expect(marketDocumentation.output.safeParse(JSON.parse(run.stdout))).toMatchObject({ success: true });
    expect(run.stderr).toContain("Free");
  });

  it("ends well when nobody reads its answer to the end, as head may not", async () => {
    const run = await startBuy([marketEntry.path], {}, "nothing").done;
    expect(run).toMatchObject({ code: EXIT.served, stderr: "Free: nothing was charged.\n" });
  });

  it("prints a 403 that comes before any payment", async () => {
    const body = { target: "https://10.0.0.1", allowlist: ["10.0.0.1"], authorized: true };
    const run = await buyHere(["/api/svc-security-scan", JSON.stringify(body), "--yes"], {}, sandbox);
    expect(run.code, run.stderr).toBe(EXIT.refused);
    expect(run.stderr).toContain("HTTP 403 platform_scope_forbidden");
    expect(run.stderr).toContain("Nothing was charged.");
  });
});

describe("npm run buy explains to a newcomer what is wrong", () => {
  it.each([
    ["a body that is no JSON", [TVL, "{limit:5}", "--yes"], EXIT.usage, "The body is not JSON"],
    ["an unknown route", ["/api/no-such-route", "--yes"], EXIT.refused, "/api/resources"],
    ["no route", [], EXIT.usage, "npm run buy -- <route>"],
    ["a service that is not there", [TVL, "--origin", "http://127.0.0.1:9"], EXIT.failed, "npm run sandbox"],
  ])("%s", async (_, args, code, words) => {
    const run = await runBuy(args);
    expect(run.code).toBe(code);
    expect(run.stdout + run.stderr).toContain(words);
  });

  it.each(CHAINS)("a key on %s that is none, without repeating it", async (chain) => {
    const wrong = "5J3mBbAH58CpQ3Y5RNJpUKPE62SQ5tfcvU2JpbnkeyhfsYB1Jcn";
    const run = await buyHere([TVL, "--yes", "--chain", chain], { [KEY_NAME[chain]]: wrong }, sandbox);
    expect(run.code).toBe(EXIT.usage);
    expect(run.stderr).toContain(KEY_NAME[chain]);
    expect(run.stdout + run.stderr).not.toContain(wrong);
  });
});

describe("npm run buy when an answer gets lost", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  async function behind(outcomeOf: (paid: number) => ProxyOutcome) {
    const proxy = await startLossyProxy(sandbox.origin, outcomeOf);
    closing.push(proxy.close);
    return proxy;
  }
  const args = (origin: string) => [TVL, "{}", "--yes", "--origin", origin];

  it("sends the same payment again, gets its stored answer and is charged once", async () => {
    const payer = await newPayer(sandbox, "base");
    const before = await payer.balance();
    const proxy = await behind((paid) => (paid === 1 ? "lose-answer" : "pass"));
    const run = await buyHere(args(proxy.origin), keyOf("base", payer), null);
    expect(run.code, run.stderr).toBe(EXIT.served);
    expect(run.stderr).toContain("the same payment is sent again");
    expect(run.stderr).toMatch(/replayed +yes/);
    expect(proxy.payments.length).toBe(2);
    expect(new Set(proxy.payments).size).toBe(1);
    expect(before - (await payer.balance())).toBe(PRICE);
  });

  it("killed before the answer came, signs no second payment when it is run again", async () => {
    const payer = await newPayer(sandbox, "base");
    const before = await payer.balance();
    let open = true;
    const proxy = await behind(() => (open ? "lose-answer" : "pass"));
    const env = { ...keyOf("base", payer), BUY_STATE_DIR: newStateDir() };
    const first = startBuy(args(proxy.origin), env);
    await proxy.answerLost;
    first.kill();
    await first.done;
    open = false;
    const again = await runBuy(args(proxy.origin), env);
    expect(again.code, again.stderr).toBe(EXIT.served);
    expect(again.stderr).toContain("An earlier payment for this very call");
    expect(new Set(proxy.payments).size).toBe(1);
    expect(before - (await payer.balance())).toBe(PRICE);

    const next = await runBuy(args(proxy.origin), env); // the call is finished: this one is another
    expect(next.code, next.stderr).toBe(EXIT.served);
    expect(new Set(proxy.payments).size).toBe(2);
    expect(before - (await payer.balance())).toBe(2n * PRICE);
  });

  it("prints a 503, and keeps the payment for the next run instead of signing another", async () => {
    const payer = await newPayer(sandbox, "base");
    const before = await payer.balance();
    const refusal = { error: "Too little fresh data.", code: "data_unavailable", missing: ["chains"] };
    const proxy = await behind((paid) => (paid === 1 ? { status: 503, body: refusal } : "pass"));
    const env = { ...keyOf("base", payer), BUY_STATE_DIR: newStateDir() };
    const run = await buyHere(args(proxy.origin), env, null);
    expect(run.code, run.stderr).toBe(EXIT.unavailable);
    expect(run.stderr).toContain("HTTP 503 data_unavailable: Too little fresh data.");
    expect(run.stderr).toContain("chains");
    expect(before - (await payer.balance())).toBe(0n);
    const again = await buyHere(args(proxy.origin), env, null);
    expect(again.code, again.stderr).toBe(EXIT.served);
    expect(new Set(proxy.payments).size).toBe(1);
  });

  it("forgets a kept payment that the service says can't move any more, and asks for a fresh one", async () => {
    const payer = await newPayer(sandbox, "base");
    const spent = { error: "Expired.", code: "payment_required", reason: "expired" };
    const proxy = await behind((paid) =>
      paid === 1
        ? { status: 503, body: { code: "data_unavailable" } }
        : paid === 2
          ? { status: 402, body: spent }
          : "pass",
    );
    const env = { ...keyOf("base", payer), BUY_STATE_DIR: newStateDir() };
    expect((await buyHere(args(proxy.origin), env, null)).code).toBe(EXIT.unavailable);
    const again = await buyHere(args(proxy.origin), env, null);
    expect(again.code, again.stderr).toBe(EXIT.served);
    expect(again.stderr).toContain("That payment moved nothing");
    expect(new Set(proxy.payments).size).toBe(2);
  });
});
