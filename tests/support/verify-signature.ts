import { createHash } from "node:crypto";
import {
  component,
  type FieldOccurrence,
  type SignatureMessage,
  type VerifiedSignature,
  verifySignature,
  webcrypto,
} from "http-message-sig";
import * as z from "zod";
import type { AskedOf } from "@/sandbox/sites/server";

const Directory = z.object({
  keys: z
    .array(
      z.strictObject({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        kid: z.string(),
        x: z.string(),
        use: z.literal("sig"),
      }),
    )
    .length(1),
});

/** Looks a key up in a directory by its thumbprint, which is computed here anew. */
async function verifierOf(directory: unknown, keyid: string | undefined) {
  const key = Directory.parse(directory).keys.find(({ kid }) => kid === keyid);
  if (key === undefined) throw new Error(`the directory has no key ${keyid}`);
  const { crv, kty, x, kid } = key;
  const thumbprint = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  if (thumbprint !== kid) throw new Error("a kid that is not the key's thumbprint");
  return webcrypto.verifier(
    await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", true, ["verify"]),
  );
}

const fieldsOf = (headers: AskedOf["headers"]): FieldOccurrence[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: one })),
  );

const verify = (
  message: SignatureMessage,
  directory: unknown,
  policy: { components: Parameters<typeof component>[]; parameters: readonly string[]; maxAge: number },
): Promise<VerifiedSignature> =>
  verifySignature(message, {
    policy: {
      algorithms: ["ed25519"],
      requiredComponents: policy.components.map((one) => component(...one)),
      requiredParameters: policy.parameters,
      maxAge: policy.maxAge,
      clockSkew: 5,
    },
    resolveVerifier: ({ parameters }) => verifierOf(directory, parameters.keyid),
  });

/**
 * Verifies a request as a site got it, by the library's verifier and the strictest reading of the draft. Rejects for
 * anything else.
 */
export function verifyRequest({ method, address, headers }: AskedOf, directory: unknown) {
  const body = method === "POST" ? ([["content-digest"]] as Parameters<typeof component>[]) : [];
  return verify({ kind: "request", method, targetUri: address, fields: fieldsOf(headers) }, directory, {
    components: [["@authority"], ["@method"], ["@path"], ["signature-agent", { key: "sig1" }], ...body],
    parameters: ["created", "expires", "keyid", "nonce", "tag"],
    maxAge: 300,
  });
}

/** Verifies a directory's own signature for the authority that it was asked at. */
export async function verifyDirectory(response: Response, askedAt: string) {
  const text = await response.text();
  const digest = `sha-256=:${createHash("sha256").update(text).digest("base64")}:`;
  if (response.headers.get("content-digest") !== digest) throw new Error("the digest is another body's");
  const request = { kind: "request" as const, method: "GET", targetUri: askedAt, fields: [] };
  const fields = [...response.headers].map(([name, value]) => ({ name, value }));
  const directory: unknown = JSON.parse(text);
  const verified = await verify({ kind: "response", status: response.status, fields, request }, directory, {
    components: [["@authority", { req: true }], ["content-digest"]],
    parameters: ["created", "expires", "keyid", "tag"],
    maxAge: 60,
  });
  return { directory, verified };
}
