import {
  component,
  isSignatureError,
  type SignatureComponent,
  verifySignature,
  webcrypto,
} from "http-message-sig";
import { bytesToBase64Url } from "@/lib/http/base64";
import { sha256 } from "@/lib/http/digest";

/** What is read of a request to judge its signature. */
export interface SignedRequest {
  method: string;
  /** As the caller addressed it: on our own origin, whatever stands before this instance. */
  url: string;
  headers: Headers;
}

/** Whose signature a request carries, by its own word. */
export interface NamedAgent {
  /** `https://<host>`, where its keys are published. */
  origin: string;
  /** The signature's label; null where `Signature-Agent` is a lone string, as older drafts have it. */
  label: string | null;
}

/** A public Ed25519 key of an agent's directory. */
export interface AgentKey {
  /** JWK thumbprint (RFC 7638), computed here. */
  kid: string;
  /** The key itself, in base64url. */
  x: string;
}

export type Judged =
  | { state: "verified"; keyId: string }
  /** `unknown key`: its directory is not known here, or has no such key. */
  | { state: "unverified"; keyId: string; why: "unknown key" }
  | { state: "invalid"; why: string };

const TAG = "web-bot-auth";
/** The draft's longest life of a signature, in seconds. */
const MAX_AGE_SEC = 86_400;
const CLOCK_SKEW_SEC = 60;

const MEMBER = /^([a-z*][a-z0-9_.*-]{0,63})="(https:\/\/[^"\\\s]{1,250})"$/;
const LONE = /^"(https:\/\/[^"\\\s]{1,250})"$/;

/** The agent that a request names in `Signature-Agent`; null for none, and for what no agent of the draft's sends. */
export function namedAgent(headers: Headers): NamedAgent | null {
  const value = headers.get("signature-agent")?.trim() ?? "";
  const [, label = null, address] = MEMBER.exec(value) ?? [value, null, LONE.exec(value)?.[1]];
  if (address === undefined || address === null || !URL.canParse(address)) return null;
  if (!headers.has("signature") || !headers.has("signature-input")) return null;
  return { origin: new URL(address).origin, label };
}

/** A JWK's thumbprint: what a signature's `keyid` must be. */
export const thumbprint = async (x: string): Promise<string> =>
  bytesToBase64Url(await sha256(JSON.stringify({ crv: "Ed25519", kty: "OKP", x })));

class UnknownKey extends Error {
  constructor(readonly keyId: string) {
    super("unknown key");
  }
}

const imported = ({ x }: AgentKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", true, ["verify"]);

const unknownKeyIn = (error: unknown): UnknownKey | null =>
  error instanceof UnknownKey
    ? error
    : error instanceof Error && error.cause !== undefined
      ? unknownKeyIn(error.cause)
      : null;

/** Whether an agent's signature holds for this request (RFC 9421, as Web Bot Auth profiles it). Never rejects. */
export async function judgeSignature(
  { method, url, headers }: SignedRequest,
  { label }: NamedAgent,
  keys: readonly AgentKey[],
): Promise<Judged> {
  const agent: SignatureComponent =
    label === null ? "signature-agent" : component("signature-agent", { key: label });
  const fields = [...headers].map(([name, value]) => ({ name, value }));
  try {
    const { parameters } = await verifySignature(
      { kind: "request", method, targetUri: url, fields },
      {
        ...(label !== null && { label }),
        policy: {
          algorithms: ["ed25519"],
          requiredComponents: ["@authority", agent],
          requiredParameters: ["created", "expires", "keyid", "tag"],
          ...{ maxAge: MAX_AGE_SEC, clockSkew: CLOCK_SKEW_SEC },
          validate: ({ parameters: { tag } }) => tag === TAG,
        },
        async resolveVerifier({ parameters: { keyid = "" } }) {
          const key = keys.find(({ kid }) => kid === keyid);
          if (key === undefined) throw new UnknownKey(keyid);
          return webcrypto.verifier(await imported(key));
        },
      },
    );
    return { state: "verified", keyId: parameters.keyid ?? "" };
  } catch (error) {
    const unknown = unknownKeyIn(error);
    if (unknown !== null) return { state: "unverified", keyId: unknown.keyId, why: "unknown key" };
    return { state: "invalid", why: isSignatureError(error) ? error.code : "unreadable" };
  }
}
