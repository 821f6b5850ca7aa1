import { expect, it } from "vitest";
import { PAGES } from "@/lib/discovery/pages";
import { newAddress } from "../support/service";
import { buyButton, ETHER, sandbox, shoppers } from "../support/pay-page";

/** Words that stand in the code of wallets, of x402's client and of each chain's library, and nowhere else. */
const MARKS = [
  "eip6963:requestProvider",
  "wallet-standard:app-ready",
  "TransferWithAuthorization",
  "eth_signTypedData_v4",
  "solana:signTransaction",
  "ComputeBudget111111111111111111111111111111",
];

const marksIn = (code: string): string[] => MARKS.filter((mark) => code.includes(mark));

async function textOf(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: "*/*", "x-forwarded-for": newAddress() } });
  expect(response.status, address).toBe(200);
  return response.text();
}

/** Every script that a page names, whether it runs them at once or only fetches them beforehand. */
async function scriptsOf(path: string): Promise<string[]> {
  const html = await textOf(sandbox.origin + path);
  return [...new Set(html.match(/\/_next\/static\/[^"'\\ ]+\.js/g) ?? [])];
}

it.each(PAGES.map(({ path }) => path))("%s names no script that knows of wallets", async (path) => {
  const scripts = await scriptsOf(path);
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts) expect(marksIn(await textOf(sandbox.origin + script)), script).toEqual([]);
});

it("what is loaded when somebody pays does, so that these words would be found", async () => {
  const people = await shoppers();
  try {
    const { page } = await people.open();
    const scripts: string[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.push(response.url());
    });
    await buyButton(page).click();
    await page.getByRole("button", { name: ETHER }).waitFor();
    const found = await Promise.all(scripts.map(async (script) => marksIn(await textOf(script))));
    expect([...new Set(found.flat())].sort()).toEqual([...MARKS].sort());
  } finally {
    await people.quit();
  }
});
