/** Limits of what is said of agents, apart from all schemas: pages hold what is entered against them, too. */

export const MAX_NAME = 64;
export const MAX_DESCRIPTION = 280;

/** The id of a registered agent. */
export const AGENT_ID = /^agt_[0-9a-f]{32}$/;
/** A place in the directory, as `placeOf` of listing.ts writes it: where a page of it begins. */
export const DIRECTORY_CURSOR = /^\d{13}:agt_[0-9a-f]{32}$/;
export const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/;

const KEY_FORMS = [
  /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/i, // 32 bytes in hexadecimal: a key of any chain
  /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{80,90}(?![0-9A-Za-z])/, // 64 bytes in base58: Solana's keypair
  /(?:\b\d{1,3}\b[\s,]+){31,}\d{1,3}\b/, // bytes, one by one
  /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,}/, // BIP 32
  /PRIVATE KEY|MC4CAQAwBQYDK2VwBCIEI/, // PEM and PKCS #8
];

/** Whether a text has the form of a private key. A transaction's hash has it too, and is no address either. */
export const looksLikeKey = (text: string): boolean => KEY_FORMS.some((form) => form.test(text));
