import { createHash } from "node:crypto";
import { createKeyPairSignerFromBytes, getBase58Decoder, getBase58Encoder, signBytes } from "@solana/kit";
import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { NETWORKS } from "@/lib/chains/networks";

/** What a client signs in with; the message is made without the product's own code. */
export interface SignIn {
  domain: string;
  uri: string;
  version: string;
  chainId: string;
  nonce: string;
  issuedAt: string;
  statement?: string;
  expirationTime?: string;
  notBefore?: string;
  requestId?: string;
  resources?: string[];
}

export interface Proof extends SignIn {
  address: string;
  type: string;
  signature: string;
}

export const newNonce = (): string => crypto.randomUUID().replaceAll("-", "");

/** What a paying wallet signs for a POST of this route with these arguments, as the API guide tells to make it. */
export const forRequest = (path: string, canonicalArguments = "{}"): { resources: string[] } => ({
  resources: [
    `urn:svc:payment:post:sha256:${createHash("sha256").update(`${path}\n${canonicalArguments}`).digest("hex")}`,
  ],
});

const signIn = (chainId: string, url: string, change: Partial<SignIn>): SignIn => ({
  domain: new URL(url).host,
  uri: url,
  version: "1",
  chainId,
  nonce: newNonce(),
  issuedAt: new Date().toISOString(),
  ...change,
});

/** A sign-in for `url` by an EVM wallet: EIP-4361 as viem writes it, `personal_sign`. */
export async function evmProof(
  privateKey: `0x${string}`,
  url: string,
  change: Partial<SignIn> = {},
): Promise<Proof> {
  const account = privateKeyToAccount(privateKey);
  const fields = signIn(NETWORKS.testnet.evm.id, url, change);
  const { chainId, version, issuedAt, expirationTime, notBefore, ...rest } = fields;
  const message = createSiweMessage({
    ...rest,
    address: account.address,
    chainId: Number(chainId.split(":")[1]),
    version: "1",
    issuedAt: new Date(issuedAt),
    ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
    ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore) }),
  });
  return {
    ...fields,
    version,
    address: account.address,
    type: "eip191",
    signature: await account.signMessage({ message }),
  };
}

/** The message of Sign-In With Solana, line by line as the extension's specification shows it. */
export function solanaMessage(fields: SignIn, address: string): string {
  const line = (label: string, value: string | undefined): string =>
    value === undefined ? "" : `\n${label}: ${value}`;
  return (
    `${fields.domain} wants you to sign in with your Solana account:\n${address}\n\n` +
    (fields.statement === undefined ? "" : `${fields.statement}\n\n`) +
    `URI: ${fields.uri}\nVersion: ${fields.version}\nChain ID: ${fields.chainId.replace("solana:", "")}\n` +
    `Nonce: ${fields.nonce}\nIssued At: ${fields.issuedAt}` +
    line("Expiration Time", fields.expirationTime) +
    line("Not Before", fields.notBefore) +
    line("Request ID", fields.requestId) +
    (fields.resources === undefined ? "" : `\nResources:\n- ${fields.resources.join("\n- ")}`)
  );
}

/** A sign-in for `url` by a Solana wallet, whose 64-byte secret key is base58. */
export async function solanaProof(
  secretKey: string,
  url: string,
  change: Partial<SignIn> = {},
): Promise<Proof> {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
  const fields = signIn(NETWORKS.testnet.solana.id, url, change);
  const message = new TextEncoder().encode(solanaMessage(fields, signer.address));
  const signature = await signBytes(signer.keyPair.privateKey, message);
  return {
    ...fields,
    address: signer.address,
    type: "ed25519",
    signature: getBase58Decoder().decode(signature),
  };
}

/** The header's value: base64 of the JSON. */
export const proofHeader = (proof: unknown): string => Buffer.from(JSON.stringify(proof)).toString("base64");
