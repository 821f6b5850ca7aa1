import { describe, expect, it } from "vitest";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { registerDocumentation } from "@/lib/identity/register/documentation";
import { meshDocumentation } from "@/lib/mesh/documentation";
import { receiptDocumentation } from "@/lib/payments/receipts/documentation";
import { linkDocumentation } from "@/lib/identity/link/documentation";
import { sapAgentPdaOf } from "@/lib/identity/sap-account";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { resourceFor } from "../support/agents";
import {
  asHeader,
  CHAINS,
  newAddress,
  newPayer,
  type Payer,
  payFor,
  post,
  untilAnswered,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const IDENTITY = "/api/agent-identity";
const TVL = "/api/svc-intel-tvl";

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers: { "x-forwarded-for": newAddress(), ...headers } });
const register = async (body: object, headers: Record<string, string> = {}) => {
  const response = await untilAnswered({ origin, path: IDENTITY, body, headers, address: newAddress() });
  expect(response.status).toBe(200);
  return registerDocumentation.output.parse(await response.json());
};
const profile = async (id: string) => {
  const { agent } = profileDocumentation.output.parse(await (await get(`${IDENTITY}?id=${id}`)).json());
  if (agent === undefined) throw new Error("no profile");
  return agent;
};

describe("an agent", () => {
  it("is registered once by 50 at once, of 50 addresses, through the front door", async () => {
    const body = { evmAddress: newEvmWallet().address, name: "One" };
    const all = await Promise.all(Array.from({ length: 50 }, () => register(body)));
    expect(new Set(all.map(({ agent }) => agent.id)).size).toBe(1);
  });

  it("is read by a browser of another origin: preflight, tag and 304", async () => {
    const { agent } = await register({ evmAddress: newEvmWallet().address });
    const card = await fetch(agent.cardUrl, { headers: { "x-forwarded-for": newAddress() } });
    expect([card.status, card.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const tag = card.headers.get("etag") ?? "";
    const again = await fetch(agent.cardUrl, {
      cache: "no-store",
      headers: { "x-forwarded-for": newAddress(), "if-none-match": tag },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const preflight = await fetch(origin + IDENTITY, { method: "OPTIONS" });
    expect(preflight.headers.get("access-control-allow-methods")).toMatch(
      /GET.*POST.*PATCH|POST.*GET.*PATCH/,
    );
  });

  it.each(CHAINS)(
    "proves its wallet, pays on %s, and is named by its receipt and its profile",
    async (chain) => {
      const [own, other] = await Promise.all([newPayer(sandbox, chain), newPayer(sandbox, chain)]);
      const body = chain === "base" ? { evmAddress: own.address } : { solAddress: own.address };
      const resources = [await resourceFor("POST", body)];
      const signIn = await own.signIn(origin + IDENTITY, { resources });
      const { agent, card } = await register(body, { "sign-in-with-x": signIn });
      expect(card.verified).toBe(true);

      const buy = async (payer: Payer): Promise<string | null> => {
        const payment = asHeader(await payFor(origin, TVL, payer));
        const headers = { "x-agent-id": agent.id };
        expect((await post({ origin, path: TVL, payment, headers })).status).toBe(200);
        const receipt = await get("/api/receipt", { "payment-signature": payment });
        return receiptDocumentation.output.parse(await receipt.json()).agent;
      };
      expect(await buy(other)).toBe(agent.id);
      expect((await profile(agent.id)).lastSeen).toBeUndefined();
      expect(await buy(own)).toBe(agent.id);
      expect((await profile(agent.id)).lastSeen).toBe(new Date().toISOString().slice(0, 10));
    },
  );

  it("links its Solana registry's account, derived at the edge", async () => {
    const { address } = await newSolanaWallet();
    const { agent } = await register({ solAddress: address });
    const response = await fetch(origin + IDENTITY, {
      method: "PATCH",
      headers: { "x-forwarded-for": newAddress(), "content-type": "application/json" },
      body: JSON.stringify({ id: agent.id, sapWallet: address }),
    });
    expect(response.status).toBe(200);
    const { verified, agent: linked } = linkDocumentation.output.parse(await response.json());
    expect([verified, linked.sapAgentPda]).toEqual([false, await sapAgentPdaOf(address)]);
    expect(linked.sapAccount).toBe("missing"); // the edge has asked the chain
  });

  it("stands in the mesh within a minute, by the directory's own word", async () => {
    const { hub } = meshDocumentation.output.parse(await (await get("/api/agent-a2a-mesh")).json());
    expect(hub.registerAgent).toBe(origin + IDENTITY);
  });
});
