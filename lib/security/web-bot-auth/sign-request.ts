import { component, createSignature, type Signer } from "http-message-sig";
import type { SigningKey } from "@/lib/payments/receipts/signing-key";
import { bytesToBase64 } from "@/lib/http/base64";
import { sha256 } from "@/lib/http/digest";

/** What of a request is signed. */
export interface SignableRequest {
  method: "GET" | "POST";
  /** As the target sees it, not as a stand-in for the web does. */
  url: URL;
  body: string | null;
}

/** The headers that a request carries for its signature; none where nothing signs. Never rejects. */
export type SignRequest = (request: SignableRequest) => Promise<Readonly<Record<string, string>>>;

export interface RequestSigner {
  key: SigningKey;
  /** The origin under which the key is published. */
  agent: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** How long a signature holds, in seconds: a request arrives at once, and clocks differ by a minute or so. */
export const SIGNATURE_SEC = 300;
const LABEL = "sig1";
const NONCE_BYTES = 64;

/** What `http-message-sig` signs with. */
export const asSigner = ({ sign }: SigningKey): Signer => ({
  algorithm: "ed25519",
  sign: (data) => sign(new Uint8Array(data)), // a copy that owns its memory, as WebCrypto wants it
});

/** A `Content-Digest` (RFC 9530). */
export const contentDigest = async (body: string): Promise<string> =>
  `sha-256=:${bytesToBase64(await sha256(body))}:`;

/**
 * Signs requests as Web Bot Auth has it (draft-ietf-webbotauth-httpsig-protocol-01 over RFC 9421): `Signature-Agent` as
 * a dictionary, the signature over authority, method, path, that member, and the body's digest where there is a body.
 */
export function createRequestSigner({ key, agent, now }: RequestSigner) {
  const signatureAgent = `${LABEL}="${agent}"`;
  const signer = asSigner(key);
  return async ({ method, url, body }: SignableRequest): Promise<Record<string, string>> => {
    const headers: Record<string, string> = { "signature-agent": signatureAgent };
    if (body !== null) headers["content-digest"] = await contentDigest(body);
    const created = Math.floor(now() / 1000);
    const { signature, signatureInput } = await createSignature(
      {
        kind: "request",
        method,
        targetUri: url.href,
        fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
      },
      {
        label: LABEL,
        components: [
          "@authority",
          "@method",
          "@path",
          component("signature-agent", { key: LABEL }),
          ...(body === null ? [] : ["content-digest"]),
        ],
        parameters: {
          created,
          expires: created + SIGNATURE_SEC,
          keyid: key.publicJwk.kid,
          nonce: bytesToBase64(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))),
          tag: "web-bot-auth",
        },
        signer,
      },
    );
    return { ...headers, "signature-input": signatureInput, signature };
  };
}
