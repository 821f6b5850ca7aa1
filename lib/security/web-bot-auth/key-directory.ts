import { component, createSignature } from "http-message-sig";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { jsonResponse } from "@/lib/http/headers";
import type { SigningKey } from "@/lib/payments/receipts/signing-key";
import { KEY_DIRECTORY_PATH } from "./key-directory-path";
import { scanKey } from "./scan-key";
import { asSigner, contentDigest } from "./sign-request";

/** Short, so that a key that had to be replaced is soon no longer believed. */
const CACHE_CONTROL = "public, max-age=300";
/** How long the directory's own signature holds: lists that republish directories do so about once a day. */
const PROOF_SEC = 7 * 86_400;

/**
 * The directory of one key as its members and headers. Its signature proves possession of the key and binds the
 * directory to this origin (draft-ietf-webbotauth-httpsig-protocol-01, "Validating the Domain Binding"); the authority
 * is the configured one, never that of a request's Host.
 */
export async function signedDirectory(key: SigningKey, origin: string, now: number) {
  const { kty, crv, x, kid, use } = key.publicJwk;
  const body = JSON.stringify({ keys: [{ kty, crv, kid, x, use }] });
  const digest = await contentDigest(body);
  const created = Math.floor(now / 1000);
  const { signature, signatureInput } = await createSignature(
    {
      kind: "response",
      status: 200,
      fields: [{ name: "content-digest", value: digest }],
      request: { kind: "request", method: "GET", targetUri: `${origin}${KEY_DIRECTORY_PATH}`, fields: [] },
    },
    {
      label: "sig1",
      components: [component("@authority", { req: true }), "content-digest"],
      parameters: {
        created,
        expires: created + PROOF_SEC,
        keyid: kid,
        tag: "http-message-signatures-directory",
      },
      signer: asSigner(key),
    },
  );
  return {
    body,
    headers: { "content-digest": digest, "signature-input": signatureInput, signature },
  };
}

/** `GET /.well-known/http-message-signatures-directory`: the key that scans are signed with; 404 while none are. */
export async function keyDirectory(): Promise<Response> {
  const key = await scanKey();
  if (key === null) {
    const refusal = new ApiError(
      "not_found",
      "This service's scans are not signed, so there is no key to publish.",
    );
    return jsonResponse(refusal.status, refusal.toBody());
  }
  const { body, headers } = await signedDirectory(key, env().PUBLIC_ORIGIN, Date.now());
  return jsonResponse(200, body, {
    ...headers,
    "content-type": "application/http-message-signatures-directory+json",
    "cache-control": CACHE_CONTROL,
  });
}
