import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { connect, contentOf } from "../support/mcp";
import {
  answerOf,
  buyButton,
  ETHER,
  PRICE,
  sandbox,
  shoot,
  shoppersHere,
  signButton,
} from "../support/pay-page";
import { asHeader, newAddress, newPayer, payFor, post } from "../support/service";

const TOOL = "svc_pay_in_browser";
const BOUGHT = { tool: "intel_tvl", arguments: {} };

const people = shoppersHere();

interface Asked {
  url: URL;
  message: string;
}

/** The official client of an agent whose host opens addresses; `person` is who then looks at the page. */
async function agentWith(person: (asked: Asked) => Promise<"accept" | "decline">): Promise<Client> {
  const client = new Client(
    { name: "Helper <b>of</b> \u202eyours", version: "1.0.0" },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    if (params.mode !== "url") throw new Error("asked for a form");
    return { action: await person({ url: new URL(params.url), message: params.message }) };
  });
  const requestInit = { headers: { "x-forwarded-for": newAddress() } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${sandbox.origin}/api/mcp`), { requestInit }),
  );
  return client;
}

const call = (client: Client, args: Record<string, unknown> = BOUGHT): Promise<CallToolResult> =>
  client.callTool({ name: TOOL, arguments: args }, { timeout: 50_000 });

/** One message by hand: what somebody sends who has read an address, or has an own idea of the secret. */
async function continueWith(requestState: string, args: Record<string, unknown> = BOUGHT) {
  const response = await fetch(`${sandbox.origin}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": TOOL,
      "x-forwarded-for": newAddress(),
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        ...{ name: TOOL, arguments: args, requestState },
        inputResponses: { pay: { action: "cancel" } },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "thief", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } },
        },
      },
    }),
  });
  return (await response.json()) as {
    result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
  };
}

/** Somebody who has read the address pays for another call under its name. */
async function payElse(link: string): Promise<void> {
  const stranger = await newPayer(sandbox, "base");
  const path = "/api/svc-intel-macro";
  const payment = asHeader(await payFor(sandbox.origin, path, stranger));
  const response = await post({ origin: sandbox.origin, path, payment, headers: { "x-pay-link": link } });
  expect(response.status).toBe(200);
}

/** The link that an address names, in its fragment alone. */
function linkIn(url: URL): string {
  expect(url.searchParams.has("for")).toBe(false);
  return new URLSearchParams(url.hash.slice(1)).get("for") ?? "";
}

/** Opens an address as a link from elsewhere does. Only another fragment would load no page. */
async function follow(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

describe("a person pays for an agent that has no wallet", () => {
  it("and the answer reaches the agent alone, as its tool's", async () => {
    const { page, wallets, trouble } = await people.open();
    let asked: Asked | undefined;
    const agent = await agentWith(async (given) => {
      if (asked !== undefined) return "accept";
      asked = given;
      await follow(page, given.url.href);
      expect(await buyButton(page).count()).toBe(0);
      const words = await page.getByRole("region", { name: "Who asks" }).innerText();
      expect(words).toContain("Helper <b>of</b> yours");
      expect(words).not.toContain("\u202e");
      expect(words).toContain("made by someone else, not checked");
      const code = /[0-9A-F]{6}(?=\.)/.exec(given.message)?.[0] ?? "no code";
      expect(words).toContain(code);
      await shoot(page, "pay-for-agent");
      await page.getByLabel(/I asked my agent/).check();
      expect(wallets.asked()).toBe(0);
      await payElse(linkIn(given.url));
      await buyButton(page).click();
      await page.getByRole("button", { name: ETHER }).click();
      await signButton(page).click();
      await answerOf(page).waitFor();
      return "accept";
    });
    const answer = contentOf(await call(agent));
    expect(answer).toMatchObject({ ok: true, kind: "intel-tvl" });
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
    expect(trouble).toEqual([]);
    await agent.close();

    // Somebody else who has the address is told so before anything is signed.
    const late = await people.open();
    await follow(late.page, asked?.url.href ?? "");
    await late.page.getByLabel(/I asked my agent/).check();
    await buyButton(late.page).click();
    await late.page.getByText(/This link has been paid for/).waitFor();
    expect(await late.wallets.evm.balance()).toBe(1_000_000n);

    // The address is no key: what stands in it fetches nothing.
    const link = asked === undefined ? "" : linkIn(asked.url);
    for (const guess of [link, `${"0".repeat(64)}${link.slice(64)}`]) {
      const { result } = await continueWith(guess);
      expect(result?.isError).toBe(true);
      expect(result?.structuredContent).toMatchObject({ code: "payment_required" });
    }
    const { result } = await continueWith("anything");
    expect(result?.structuredContent).toMatchObject({ code: "invalid_request" });
  });

  it("or does not: the agent is told, and nothing is charged", async () => {
    const agent = await agentWith(() => Promise.resolve("decline"));
    const result = await call(agent);
    expect(result.isError).toBe(true);
    expect(contentOf(result)).toMatchObject({
      code: "payment_required",
      error: expect.stringMatching(/declined\. No settled payment of theirs/),
    });
    await agent.close();
  });

  it("never where the client can't open an address, of either era", async () => {
    for (const era of ["2026-07-28", "2025-11-25"] as const) {
      const client = await connect(sandbox.origin, era);
      const result = await client.callTool({ name: TOOL, arguments: BOUGHT });
      expect(contentOf(result), era).toMatchObject({ code: "invalid_request" });
      await client.close();
    }
  });

  it("never for a request that the route refuses anyway", async () => {
    let asked = 0;
    const agent = await agentWith(() => {
      asked += 1;
      return Promise.resolve("decline");
    });
    expect((await call(agent, { tool: "intel_tvl", arguments: { limit: 999 } })).isError).toBe(true);
    expect((await call(agent, { tool: "no_such_tool" })).isError).toBe(true);
    expect(asked).toBe(0);
    await agent.close();
  });

  it("by an address that is whole and young: any other buys nothing", async () => {
    const { page } = await people.open();
    const query = new URLSearchParams({ route: "/api/svc-intel-tvl", body: "{}" });
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    for (const until of ["1", "", "soon", "1700000000", String(tomorrow)]) {
      const fragment = new URLSearchParams({ for: `${"a".repeat(64)}.${until}` });
      await follow(page, `${sandbox.origin}/pay?${query.toString()}#${fragment.toString()}`);
      await page.getByText("damaged or too old").waitFor();
      expect(await buyButton(page).count()).toBe(0);
    }
  });
});
