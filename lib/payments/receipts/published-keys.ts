import { env } from "@/lib/env";
import { jsonResponse } from "@/lib/http/headers";
import { keyUrl, serviceDid } from "./did";
import { publicJwk, signingKey, type PublicJwk } from "./signing-key";

/** Short, so that a key that had to be replaced is soon no longer believed. */
const CACHE_CONTROL = "public, max-age=300";

/** The key that signs now, then those that signed before. */
async function publishedKeys(): Promise<PublicJwk[]> {
  const key = await signingKey();
  const previous = await Promise.all(env().RECEIPT_PREVIOUS_KEYS.map(publicJwk));
  return key === null ? previous : [key.publicJwk, ...previous];
}

/** `GET /.well-known/jwks.json` (RFC 7517): the keys by which offers and receipts of this service are verified. */
export async function jwks(): Promise<Response> {
  const headers = { "content-type": "application/jwk-set+json", "cache-control": CACHE_CONTROL };
  return jsonResponse(200, { keys: await publishedKeys() }, headers);
}

/**
 * `GET /.well-known/did.json` (did:web): the same keys where the `kid` of a signature leads, so that a verifier who
 * resolves it learns from the domain itself that they sign for it.
 */
export async function didDocument(): Promise<Response> {
  const { PUBLIC_ORIGIN } = env();
  const did = serviceDid(PUBLIC_ORIGIN);
  const verificationMethod = (await publishedKeys()).map((publicKeyJwk) => ({
    id: keyUrl(PUBLIC_ORIGIN, publicKeyJwk.kid),
    type: "JsonWebKey",
    controller: did,
    publicKeyJwk,
  }));
  const document = {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/jwk/v1"],
    id: did,
    verificationMethod,
    assertionMethod: verificationMethod.map(({ id }) => id),
  };
  const headers = { "content-type": "application/did+json", "cache-control": CACHE_CONTROL };
  return jsonResponse(200, document, headers);
}
