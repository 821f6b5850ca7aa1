import { generateKeyPairSync, verify, type KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "@/lib/is-record";
import { listen } from "@/sandbox/host/listen";

/** Where CDP's facilitator stands on its host. */
export const CDP_PATH = "/platform/v2/x402";
const KEY_ID = "4f7c1c5e-8d0b-4d5e-9a51-0c6f3a2b7d10";
const LONGEST_SEC = 120;

export type KeyKind = "Ed25519" | "EC, SEC 1" | "EC, PKCS #8";
export const KEY_KINDS: readonly KeyKind[] = ["Ed25519", "EC, SEC 1", "EC, PKCS #8"];

export interface CdpKeyPair {
  id: string;
  /** As the portal shows it. */
  secret: string;
  publicKey: KeyObject;
}

/** A fresh key in one of the forms in which Coinbase's portal hands keys out, or people convert them to. */
export function newCdpKey(kind: KeyKind): CdpKeyPair {
  if (kind === "Ed25519") {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { d = "", x = "" } = privateKey.export({ format: "jwk" });
    const both = Buffer.concat([Buffer.from(d, "base64url"), Buffer.from(x, "base64url")]);
    return { id: KEY_ID, secret: both.toString("base64"), publicKey };
  }
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const type = kind === "EC, SEC 1" ? "sec1" : "pkcs8";
  return { id: KEY_ID, secret: privateKey.export({ type, format: "pem" }).toString(), publicKey };
}

interface Claims {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const part = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
  if (!isRecord(value)) throw new Error("a part that is no object");
  return value;
};

export const readJwt = (jwt: string): Claims => {
  const [header = "", payload = ""] = jwt.split(".");
  return { header: part(header), payload: part(payload) };
};

const isSigned = (jwt: string, alg: unknown, publicKey: KeyObject): boolean => {
  const at = jwt.lastIndexOf(".");
  const [message, signature] = [Buffer.from(jwt.slice(0, at)), Buffer.from(jwt.slice(at + 1), "base64url")];
  const isEdwards = publicKey.asymmetricKeyType === "ed25519";
  if (alg !== (isEdwards ? "EdDSA" : "ES256")) return false;
  if (isEdwards) return verify(null, message, publicKey, signature);
  return verify("sha256", message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
};

export interface CdpStub {
  /** Origin of the host, without the facilitator's path. */
  origin: string;
  /** The facilitator's address. */
  url: string;
  /** What was asked, with the tokens that came, and why one was refused. */
  asked: { operation: string; jwt: string; refused: string | null }[];
  /** How far its clock is ahead of this machine's. */
  setAhead(seconds: number): void;
  /** Where verify and settle are redirected to instead. */
  redirectTo(address: string | null): void;
  close(): Promise<void>;
}

/** CDP's host with its facilitator: it answers whoever brings a token that is right in every claim, and else 401. */
export async function startCdpStub(
  key: CdpKeyPair,
  answers: Readonly<Record<string, unknown>>,
): Promise<CdpStub> {
  const asked: CdpStub["asked"] = [];
  const nonces = new Set<unknown>();
  let aheadSec = 0;
  let elsewhere: string | null = null;

  function fault(jwt: string, request: IncomingMessage): string | null {
    const { header, payload } = readJwt(jwt);
    const now = Date.now() / 1000 + aheadSec;
    const { nbf, iat, exp, uris, iss, sub } = payload;
    if (header["kid"] !== key.id || sub !== key.id) return "another key's";
    if (header["typ"] !== "JWT") return "no JWT";
    if (typeof header["nonce"] !== "string" || !/^[0-9a-f]{32}$/.test(header["nonce"])) return "no nonce";
    if (nonces.has(header["nonce"])) return "used before";
    nonces.add(header["nonce"]);
    if (iss !== "cdp") return "another issuer's";
    const uri = `${request.method} ${request.headers.host}${request.url}`;
    if (JSON.stringify(uris) !== JSON.stringify([uri])) return "for another address";
    if (typeof nbf !== "number" || typeof exp !== "number" || typeof iat !== "number") return "without times";
    if (nbf > now || iat > now) return "not valid yet";
    if (exp <= now) return "run out";
    if (exp - nbf > LONGEST_SEC) return "valid for too long";
    return isSigned(jwt, header["alg"], key.publicKey) ? null : "not signed by the key";
  }

  const why = (jwt: string, request: IncomingMessage): string | null => {
    try {
      return fault(jwt, request);
    } catch {
      return "not readable";
    }
  };

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const [, jwt = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const operation = (request.url ?? "").replace(`${CDP_PATH}/`, "");
    const refused = why(jwt, request);
    asked.push({ operation, jwt, refused });
    const isRedirected = elsewhere !== null && refused === null;
    const status = refused !== null ? 401 : isRedirected ? 307 : operation in answers ? 200 : 404;
    const body = status === 200 ? answers[operation] : { errorType: "unauthorized", errorMessage: refused };
    response.writeHead(status, {
      "content-type": "application/json",
      ...(isRedirected && { location: `${elsewhere}/${operation}` }),
    });
    response.end(JSON.stringify(body));
  }

  const { url: origin, close } = await listen(0, handle);
  return {
    origin,
    url: origin + CDP_PATH,
    asked,
    setAhead: (seconds) => (aheadSec = seconds),
    redirectTo: (address) => (elsewhere = address),
    close,
  };
}
