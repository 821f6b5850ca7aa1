import { isPaid, type RouteEntry } from "../catalog/define";
import type { Site } from "./site";

/** `/.well-known/x402`: the paid routes, for crawlers that know no OpenAPI (the form that x402scan reads). */
export const x402Resources = ({ origin }: Site, routes: readonly RouteEntry[]) => ({
  version: 1,
  resources: routes.filter(isPaid).map(({ path }) => `${origin}${path}`),
  instructions:
    "Every resource takes POST with a JSON body. Without payment it answers 402 with its price and how to pay " +
    `(x402 version 2, header PAYMENT-REQUIRED). Inputs, outputs and prices: ${origin}/openapi.json.`,
});
