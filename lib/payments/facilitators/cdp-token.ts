import { env } from "@/lib/env";
import { bytesToBase64Url, textToBase64Url } from "@/lib/http/base64";
import { randomHex } from "@/lib/http/digest";
import { now } from "@/lib/time";
import { importCdpKey, type CdpKey } from "./cdp-key";

/** What Coinbase's own clients ask for; a token that leaked is good for one address, and soon for none. */
const LIFETIME_SEC = 120;

let imported: Promise<CdpKey> | undefined;

/** The configured key, imported once a process; an import that failed is tried again. */
function importedKey(secret: string): Promise<CdpKey> {
  imported ??= importCdpKey(secret).catch((error: unknown) => {
    imported = undefined;
    throw error;
  });
  return imported;
}

/**
 * A JWT for one request to Coinbase's developer platform, as
 * https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication describes it: it names method, host and
 * path, and holds for two minutes. Throws without a usable key.
 */
export async function cdpToken(method: "GET" | "POST", { host, pathname }: URL): Promise<string> {
  const { CDP_API_KEY_ID: kid, CDP_API_KEY_SECRET: secret } = env();
  if (kid === undefined || secret === undefined) throw new Error("CDP_API_KEY_ID is not set");
  const { alg, sign } = await importedKey(secret);
  const nbf = Math.floor(now() / 1000);
  const header = { alg, kid, typ: "JWT", nonce: randomHex(16) };
  const uris = [`${method} ${host}${pathname}`];
  const claims = { sub: kid, iss: "cdp", uris, iat: nbf, nbf, exp: nbf + LIFETIME_SEC };
  const signed = [header, claims].map((part) => textToBase64Url(JSON.stringify(part))).join(".");
  const signature = await sign(new TextEncoder().encode(signed));
  return `${signed}.${bytesToBase64Url(signature)}`;
}
