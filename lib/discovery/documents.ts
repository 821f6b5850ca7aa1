/** A document by which the service is found and understood. */
export interface DiscoveryDocument {
  path: string;
  /** Its media type, without parameters. */
  type: string;
  /** What it is, in a few words. */
  title: string;
}

/** Every discovery document that answers: whatever lists documents anywhere takes them from here. */
export const DOCUMENTS = [
  { path: "/openapi.json", type: "application/json", title: "OpenAPI 3.1 contract of every route" },
  {
    path: "/.well-known/jwks.json",
    type: "application/jwk-set+json",
    title: "Keys that sign offers and receipts",
  },
  {
    path: "/.well-known/did.json",
    type: "application/did+json",
    title: "The same keys as a DID document",
  },
] as const satisfies readonly DiscoveryDocument[];
