import { HTTPFacilitatorClient, x402ResourceServer, type RouteConfig } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { bazaarResourceServerExtension, declareDiscoveryExtension } from "@x402/extensions/bazaar";
import { ExactSvmScheme } from "@x402/svm/exact/server";

/** What every peer sells, as bench/stage.ts describes it in PEER_OFFER: the product's own price and wallets. */
interface Offer {
  facilitatorUrl: string;
  /** Dollars, as `$0.02`. */
  price: string;
  description: string;
  accepts: { network: `${string}:${string}`; payTo: string }[];
  bazaar: {
    input: Record<string, unknown>;
    inputSchema: Record<string, unknown>;
    output: { example: unknown };
  };
}

function readOffer(): Offer {
  const text = process.env.PEER_OFFER;
  if (text === undefined) throw new Error("PEER_OFFER is not set; npm run bench sets it");
  return JSON.parse(text) as Offer; // our own process wrote it
}

const offer = readOffer();

export const routeConfig: RouteConfig = {
  accepts: offer.accepts.map((accept) => ({ scheme: "exact", price: offer.price, ...accept })),
  description: offer.description,
  mimeType: "application/json",
  extensions: declareDiscoveryExtension({ bodyType: "json", ...offer.bazaar }),
};

/** As each package's README sets it up. The extension is registered here, as an edge function can't load it later. */
export const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: offer.facilitatorUrl }))
  .register("eip155:*", new ExactEvmScheme())
  .register("solana:*", new ExactSvmScheme())
  .registerExtension(bazaarResourceServerExtension);

/** What is sold, once it is paid. */
export const ANSWER = { ok: true };
