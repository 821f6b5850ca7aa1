import { randomHex } from "@/lib/http/digest";
import type { Merchant } from "./offers";

const NONCE_BYTES = 16;

/** What the header `SIGN-IN-WITH-X` is base64 of. */
const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["domain", "address", "uri", "version", "chainId", "type", "nonce", "issuedAt", "signature"],
};

/** What it is made of at this moment. */
interface SignInMoment {
  origin: string;
  merchant: Merchant;
  /** The message's `resources`. */
  signIn?: readonly string[] | undefined;
  now: Date;
}

/**
 * x402's extension `sign-in-with-x`: the message that a wallet may sign beside the payment, to prove by its `resources`
 * that this very request is its own. The wallet need not be the paying one.
 */
export function signInExtension(
  path: string,
  { origin, merchant, signIn, now }: SignInMoment,
): Record<string, unknown> {
  const { evm, solana } = merchant.networks;
  return {
    info: {
      domain: new URL(origin).host,
      uri: origin + path,
      version: "1",
      nonce: randomHex(NONCE_BYTES),
      issuedAt: now.toISOString(),
      resources: signIn,
    },
    supportedChains: [
      { chainId: evm.id, type: "eip191" },
      { chainId: solana.id, type: "ed25519" },
    ],
    schema: SCHEMA,
  };
}
