import { z } from "zod";

const Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().length(43),
  kid: z.string().length(43),
  use: z.literal("sig"),
  alg: z.literal("EdDSA"),
});
/** The key set as the service publishes it; no private member may be in it. */
export const Jwks = z.strictObject({ keys: z.array(Jwk) });

export interface Opened {
  header: unknown;
  payload: Record<string, unknown>;
  /** The payload's text as it was signed. */
  text: string;
}

const part = (text: string | undefined): Buffer => Buffer.from(text ?? "", "base64url");

/**
 * Verifies a compact JWS against a key set with WebCrypto alone, as a reader without any library would: the header's
 * `kid` is a DID URL whose fragment is the key's `kid`. Throws when it was not signed by one of the keys.
 */
export async function openJws(jws: string, { keys }: z.output<typeof Jwks>): Promise<Opened> {
  const [head, body, signature, ...rest] = jws.split(".");
  if (rest.length > 0) throw new Error("not a compact JWS");
  const header = z
    .strictObject({ alg: z.literal("EdDSA"), kid: z.string() })
    .parse(JSON.parse(part(head).toString()));
  const jwk = keys.find(({ kid }) => header.kid.endsWith(`#${kid}`));
  if (jwk === undefined) throw new Error(`no key is called ${header.kid}`);
  const key = await crypto.subtle.importKey("raw", new Uint8Array(part(jwk.x)), "Ed25519", false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify("Ed25519", key, new Uint8Array(part(signature)), signed)))
    throw new Error("the signature is not this key's");
  const text = part(body).toString();
  return { header, text, payload: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}
