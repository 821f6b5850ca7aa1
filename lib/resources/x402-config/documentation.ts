import { documentRoute } from "@/lib/catalog/document";
import { x402ConfigAnswer } from "./answer";
import { x402ConfigEntry } from "./entry";

export const x402ConfigDocumentation = documentRoute(x402ConfigEntry, {
  description:
    "What a client can know of paying before its first 402: protocol version, networks with assets and addresses, " +
    "facilitators, extensions, the keys that sign receipts, and the documents of the service. Free. A route's own 402 " +
    "decides: it alone carries what only the moment knows.",
  output: x402ConfigAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      x402Version: 2,
      networks: [
        {
          network: "eip155:8453",
          name: "Base",
          offered: true,
          payTo: "0x000000000000000000000000000000000000dEaD",
          schemes: ["exact"],
          maxTimeoutSeconds: 120,
          assets: [
            {
              symbol: "USDC",
              address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
              decimals: 6,
              eip712: { name: "USD Coin", version: "2" },
            },
          ],
        },
      ],
      notOffered: [{ what: "USDT", about: "Nothing can be paid in it: USDC is taken." }],
      facilitators: [{ role: "primary", host: "facilitator.example.com" }],
      mpp: {
        offered: true,
        method: "solana",
        intent: "charge",
        network: "mainnet",
        currency: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      },
      extensions: [
        { name: "bazaar", where: "challenge", about: "How a route is called and what it answers." },
      ],
      receipts: {
        signed: true,
        keysUrl: "https://svc.example.com/.well-known/jwks.json",
        lookupUrl: "https://svc.example.com/api/receipt",
      },
      token: { launched: false },
      resourcesUrl: "https://svc.example.com/api/resources",
      documents: [
        {
          title: "OpenAPI 3.1 contract of every route",
          url: "https://svc.example.com/openapi.json",
          type: "application/json",
        },
      ],
    },
  },
});
