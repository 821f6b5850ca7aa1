import { vi } from "vitest";
import { tokenPayPreviewDocumentation } from "@/lib/token/preview/documentation";
import { ORIGIN, type TokenWorld } from "./own-token";
import type { Quote } from "./token-payer";

export const TVL = "/api/svc-intel-tvl";
export const WIRE = "/api/svc-intel-wire";
const SELLER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** An instance of the service, as routes without a front door. */
export async function startTokenService(of: TokenWorld, change: Record<string, string> = {}) {
  const settings = {
    ...of.settings,
    SOLANA_PAY_TO: of.treasury.address,
    EVM_PAY_TO: SELLER,
    ...change,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const [tvl, wire, preview, receipts, market, burns] = await Promise.all([
    import("@/app/api/svc-intel-tvl/route"),
    import("@/app/api/svc-intel-wire/route"),
    import("@/app/api/token-pay-preview/route"),
    import("@/app/api/receipt/route"),
    import("@/lib/payments/token/market"),
    import("@/app/api/token-burns/route"),
  ]);
  const post = (
    route: { POST: (request: Request) => Promise<Response> },
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const all = { "content-type": "application/json", ...headers };
    return route.POST(
      new Request(ORIGIN + path, { method: "POST", headers: all, body: JSON.stringify(body) }),
    );
  };
  return {
    market,
    async quote(wanted: Record<string, string> = {}): Promise<Quote> {
      const response = await post(preview, "/api/token-pay-preview", { route: TVL, ...wanted });
      const { quote, because } = tokenPayPreviewDocumentation.output.parse(await response.json());
      if (quote === null) throw new Error(`nothing was quoted: ${because}`);
      return quote;
    },
    buy: (payment: string, headers: Record<string, string> = {}, path = TVL) =>
      post(path === TVL ? tvl : wire, path, {}, { "payment-signature": payment, ...headers }),
    burns: (query: string) => burns.GET(new Request(`${ORIGIN}/api/token-burns${query}`)),
    receipt: (headers: Record<string, string>) =>
      receipts.GET(new Request(`${ORIGIN}/api/receipt`, { headers })),
  };
}

export type TokenService = Awaited<ReturnType<typeof startTokenService>>;
