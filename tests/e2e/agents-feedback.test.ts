import type { Page } from "playwright";
import { getAddress, parseAbi, type Hex } from "viem";
import { expect, it } from "vitest";
import { reader, newWallet } from "@/sandbox/chains/evm/client";
import { ETHER_NAME, sandbox, shoot, shoppersHere, type Shopper } from "../support/pay-page";
import { axeFindings } from "../support/site-pages";
import { newAddress } from "../support/service";

const people = shoppersHere();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Registers an agent of that person's Ethereum wallet, proves it and links it on chain. Gives its id. */
async function linkedAgent({ page, wallets }: Shopper): Promise<string> {
  await wallets.evm.fundFees();
  await page.getByLabel("EVM address").fill(wallets.evm.address);
  await page.getByLabel("Name").fill("Tape reader");
  await button(page, "Register, free").click();
  await page.getByRole("link", { name: "To its page" }).click();
  await button(page, /^Prove it with/).click();
  await button(page, `Prove with ${ETHER_NAME}`).click();
  await page.getByText(`${wallets.evm.address} is this agent's`).waitFor();
  await button(page, "Prepare the call").click();
  await button(page, "Send it with a wallet").click();
  await button(page, `Send with ${ETHER_NAME}`).click();
  await page.getByText("Linked on chain").waitFor({ timeout: 40_000 });
  return new URL(page.url()).searchParams.get("id") ?? "";
}

const USDC = parseAbi([
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);
const FIELDS = [
  ...[
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
  ],
  ...[
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
];

/** An x402 payment on Base: the person's wallet signs in their page, and a facilitator sends. Gives the transaction. */
async function pay({ page, wallets }: Shopper, to: string, value: bigint): Promise<Hex> {
  const { rpcUrl, chainId, usdc } = sandbox.evm;
  const token = { address: getAddress(usdc), abi: USDC };
  const chain = reader({ rpcUrl });
  const [name, version] = await Promise.all([
    chain.readContract({ ...token, functionName: "name" }),
    chain.readContract({ ...token, functionName: "version" }),
  ]);
  const nonce: Hex = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
  const message = {
    ...{ from: wallets.evm.address, to, value: String(value), validAfter: "0", nonce },
    validBefore: String(Math.floor(Date.now() / 1000) + 3_600),
  };
  const data = JSON.stringify({
    ...{ types: { TransferWithAuthorization: FIELDS }, primaryType: "TransferWithAuthorization", message },
    domain: { name, version, chainId, verifyingContract: token.address },
  });
  const { result } = await page.evaluate(
    ([address, text]) =>
      (
        window as unknown as {
          walletOfTest(kind: string, method: string, params: unknown): Promise<{ result: string }>;
        }
      ).walletOfTest("evm", "eth_signTypedData_v4", [address, text]), // exposed by the wallets of these tests
    [wallets.evm.address, data] as const,
  );
  const relay = await newWallet({ rpcUrl });
  const hash = await relay.writeContract({
    ...{ ...token, functionName: "transferWithAuthorization" },
    args: [
      ...([getAddress(wallets.evm.address), getAddress(to), value, 0n] as const),
      ...([BigInt(message.validBefore), nonce, result as Hex] as const), // EIP-712's signature, as wallets give it
    ],
  });
  await relay.waitForTransactionReceipt({ hash });
  return hash;
}

it("who paid an agent rates it: the warning first, then a file of the purchase, then the call on chain", async () => {
  const owner = await people.open({ at: "/agents/register" });
  const agent = await linkedAgent(owner);
  const client = await people.open({ at: `/agents/feedback?agent=${agent}` });
  const { page, wallets, trouble } = client;
  await wallets.evm.fundFees();
  const transaction = await pay(client, owner.wallets.evm.address, 20_000n);
  const asked = wallets.asked();

  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(request.postData() ?? "");
  });
  await page.getByLabel("Transaction of the payment").fill(transaction);
  await page.getByLabel("Rating").fill("87");
  await page.getByLabel("Your words").fill("Fast <b>and</b> right");
  await button(page, "Show what it would publish").click();
  const warning = page.getByText("This publishes a purchase");
  await warning.waitFor();
  expect(await page.getByText("Public, and for good").count()).toBe(1);
  expect(posted.filter((body) => body.includes('"publish":true'))).toEqual([]); // nothing is written by looking
  expect(wallets.asked()).toBe(asked);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel("I want that shown to everybody").check();
  await button(page, "Sign with the wallet that paid").click();
  await button(page, `Sign with ${ETHER_NAME}`).click();
  await page.getByText("The file is written").waitFor({ timeout: 30_000 });
  expect(wallets.asked()).toBe(asked + 1);
  const address = await page.getByText(/\/api\/agent-identity-feedback\?id=/).innerText();
  const file = await fetch(address.trim(), { headers: { "x-forwarded-for": newAddress() } });
  expect(file.status).toBe(200);
  const written = await file.text();
  expect(JSON.parse(written)).toMatchObject({ value: 87, valueDecimals: 0 });
  for (const shown of ["Fast and right", transaction]) expect(written).toContain(shown); // without its markup
  expect(written.toLowerCase()).toContain(wallets.evm.address.toLowerCase());
  expect(await page.locator("main b", { hasText: "and" }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await shoot(page, "agent-feedback-written");

  await button(page, "Send it with a wallet").click();
  await button(page, `Send with ${ETHER_NAME}`).click();
  await page.getByText("The transaction is 0x").waitFor({ timeout: 30_000 });
  const sent = /0x[0-9a-f]{64}/.exec(await page.getByText("The transaction is 0x").innerText())?.[0] as Hex;
  const receipt = await reader({ rpcUrl: sandbox.evm.rpcUrl }).waitForTransactionReceipt({ hash: sent });
  expect(receipt.status).toBe("success");
  expect(receipt.from.toLowerCase()).toBe(wallets.evm.address.toLowerCase());
  expect(trouble).toEqual([]);
}, 150_000);
