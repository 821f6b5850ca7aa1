/** What a wallet signs to prove itself: the fields of a CAIP-122 message, each without a line break. */
export interface SignInFields {
  domain: string;
  address: string;
  statement?: string | undefined;
  uri: string;
  version: string;
  /** CAIP-2 id; the message carries the part behind the colon. */
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime?: string | undefined;
  notBefore?: string | undefined;
  requestId?: string | undefined;
  resources?: readonly string[] | undefined;
}

const optional = (label: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${label}: ${value}`];

/**
 * The text that was signed: EIP-4361 on Ethereum chains, Sign-In With Solana on Solana. They differ in the chain's
 * name and in the blank line that EIP-4361 keeps where no statement stands.
 */
export function signInMessage(chain: "Ethereum" | "Solana", fields: SignInFields): string {
  const { domain, address, statement, resources } = fields;
  const blank = chain === "Ethereum" ? [""] : [];
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    address,
    "",
    ...(statement === undefined ? blank : [statement, ""]),
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId.split(":")[1]}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...optional("Expiration Time", fields.expirationTime),
    ...optional("Not Before", fields.notBefore),
    ...optional("Request ID", fields.requestId),
    ...(resources === undefined ? [] : ["Resources:", ...resources.map((resource) => `- ${resource}`)]),
  ].join("\n");
}
