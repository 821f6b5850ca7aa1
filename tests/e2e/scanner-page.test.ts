import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scannerAgent, scannerToken } from "@/lib/security/scan-fetch/egress";
import { textContrasts } from "../support/contrast";
import { homePages, origin } from "../support/home-page";

let home: Awaited<ReturnType<typeof homePages>>;
beforeAll(async () => {
  home = await homePages();
});
afterEach(() => home.close());
afterAll(() => home.quit());

const AGENT = scannerAgent("svc", origin);
/** The address that the scanner's User-Agent names. */
const address = /\+(\S+)\)$/.exec(AGENT)?.[1] ?? "";

describe("the page that the scanner's User-Agent names", () => {
  it("explains the scanner: its name, its signature, its paths and how to refuse it", async () => {
    const { page, trouble } = await home.open();
    const answer = await page.goto(address, { waitUntil: "networkidle" });
    expect(answer?.status()).toBe(200);
    const text = await page.locator("main").innerText();
    for (const reported of [
      AGENT,
      `Signature-Agent: sig1="${origin}"`,
      "/.git/HEAD",
      `User-agent: ${scannerToken("svc")}`,
    ])
      expect(text).toContain(reported);
    expect(await page.getByRole("link", { name: "our key directory" }).getAttribute("href")).toBe(
      "/.well-known/http-message-signatures-directory",
    );
    expect(await page.locator("h1").count()).toBe(1);
    expect(trouble).toEqual({ consoleErrors: [], failedRequests: [], foreignRequests: [] });
  });

  it("is one link away from the address that sites' logs of old name, which is the desk's", async () => {
    expect(new URL(address).pathname).toBe("/scanner");
    const answer = await fetch(`${origin}/security`, { redirect: "manual" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('href="/scanner"');
  });

  it("fits 360 px without a horizontal scroll", async () => {
    const { page } = await home.open({ viewport: { width: 360, height: 740 } });
    await page.goto(address, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it.each(["light", "dark"] as const)(
    "can be read in a %s scheme: every text has 4.5:1, or 3:1 where it is large",
    async (colorScheme) => {
      const { page } = await home.open({ colorScheme });
      await page.goto(address, { waitUntil: "networkidle" });
      const texts = await page.evaluate(textContrasts);
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);
    },
  );
});
