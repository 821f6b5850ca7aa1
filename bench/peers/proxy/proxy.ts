import { paymentProxy } from "@x402/next";
import { resourceServer, routeConfig } from "../offer";

/** In a proxy on Node, as the package's README has it. */
export const proxy = paymentProxy({ "POST /api/proxied": routeConfig }, resourceServer);
export const config = { matcher: ["/api/proxied"] };
