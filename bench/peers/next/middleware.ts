import { paymentProxy } from "@x402/next";
import { resourceServer, routeConfig } from "../offer";

/** In a middleware at the edge, where the product's own front door stands. */
export const middleware = paymentProxy({ "POST /api/proxied": routeConfig }, resourceServer);
export const config = { matcher: ["/api/proxied"] };
