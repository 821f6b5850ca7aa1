import { isRecord } from "@/lib/is-record";
import type { HiddenReason } from "@/lib/lounge/vocabulary";

/** What is checked: an answer of the certificate's route, as it came or as somebody kept it. */
export interface KeptCertificate {
  signalId: string;
  /** Null where its words were deleted: then its hash is all that is left. */
  certificate: Readonly<Record<string, unknown>> | null;
  certificateHash: string;
  publishedAt: string;
  log: {
    index: number;
    leaf: string;
    size: number;
    root: string;
    inclusion: readonly string[] | null;
    checkpoint: string | null;
  };
  /** The first checkpoint on Solana that has it; null without one. */
  anchor: {
    checkpoint: string;
    inclusion: readonly string[];
    transaction: string;
    signature: string;
    slot: number;
    network: string;
  } | null;
  /** The payment on Solana whose memo says the certificate's hash; null for a signal without one. */
  payment: { network: string; memo: string; transaction: string | null } | null;
  /** With the text it opens the certificate's hash of it; only its creator and buyers have it. */
  salt: string | null;
  minted: boolean;
  /** The address of the mint that the service has recorded; null without one. */
  mint: string | null;
  /** As what its creator may mint it; null where nobody can. */
  mintTerms: { network: string; address: string; name: string; symbol: string; uri: string } | null;
  hidden: { reason: HiddenReason; at: string } | null;
}

const HASH = /^[0-9a-f]{64}$/;
/** A log of 2^53 leaves has no longer proofs. */
const LONGEST_PROOF = 64;
/** Certificates have a title and eight categories: what is much larger is no certificate. */
const LARGEST = 64 * 1024;

const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isProof = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= LONGEST_PROOF && value.every(isHash);

/** Certificates hold texts, a list of texts and an object of texts; what is nested deeper could only exhaust who hashes it. */
const isShallow = (value: unknown, depth = 2): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth > 0 && Object.values(value).every((one) => isShallow(one, depth - 1)));

function readLog(value: unknown): KeptCertificate["log"] | null {
  if (!isRecord(value)) return null;
  const { index, leaf, size, root, inclusion = null, checkpoint = null } = value;
  if (!isPlace(index) || !isPlace(size) || !isHash(root) || typeof leaf !== "string") return null;
  if (inclusion !== null && !isProof(inclusion)) return null;
  if (checkpoint !== null && typeof checkpoint !== "string") return null;
  return { index, leaf, size, root, inclusion, checkpoint };
}

const REASONS: readonly string[] = [
  "illegal",
  "personal-data",
  "rights",
  "malware",
  "spam",
] satisfies HiddenReason[];
const isReason = (value: unknown): value is HiddenReason =>
  typeof value === "string" && REASONS.includes(value);

function readHidden(value: unknown): KeptCertificate["hidden"] {
  if (!isRecord(value) || !isReason(value.reason) || typeof value.at !== "string") return null;
  return { reason: value.reason, at: value.at };
}

const isText = (value: unknown): value is string => typeof value === "string";

function readMintTerms(value: unknown): KeptCertificate["mintTerms"] {
  if (!isRecord(value)) return null;
  const { network, address, name, symbol, uri } = value;
  return isText(network) && isText(address) && isText(name) && isText(symbol) && isText(uri)
    ? { network, address, name, symbol, uri }
    : null;
}

function readAnchor(value: unknown): KeptCertificate["anchor"] {
  if (!isRecord(value)) return null;
  const { checkpoint, inclusion, transaction, signature, slot, network } = value;
  return isText(checkpoint) &&
    isText(transaction) &&
    isText(signature) &&
    isText(network) &&
    isPlace(slot) &&
    isProof(inclusion)
    ? { checkpoint, inclusion, transaction, signature, slot, network }
    : null;
}

function readPayment(value: unknown): KeptCertificate["payment"] {
  if (!isRecord(value)) return null;
  const { network, memo, transaction } = value;
  return isText(network) && isText(memo)
    ? { network, memo, transaction: isText(transaction) ? transaction : null }
    : null;
}

/** An answer of the certificate's route; null for what is none. Nothing of it is believed by being read. */
export function readAnswer(value: unknown): KeptCertificate | null {
  if (!isRecord(value)) return null;
  const { certificate = null, certificateHash, publishedAt, opening, minted, mint } = value;
  const log = readLog(value.log);
  if (certificate !== null && !(isRecord(certificate) && isShallow(certificate))) return null;
  const signalId = value.signalId ?? certificate?.signalId;
  if (typeof signalId !== "string" || !isHash(certificateHash) || typeof publishedAt !== "string")
    return null;
  if (log === null) return null;
  const salt = isRecord(opening) && isHash(opening.salt) ? opening.salt : null;
  return {
    ...{ signalId, certificate, certificateHash, publishedAt, log, salt },
    ...{ minted: minted === true, mint: isText(mint) ? mint : null },
    ...{
      mintTerms: readMintTerms(value.mintTerms),
      anchor: readAnchor(value.anchor),
      payment: readPayment(value.payment),
      hidden: readHidden(value.hidden),
    },
  };
}

/** The same from a file or a paste. */
export function readCertificate(text: string): KeptCertificate | null {
  if (text.length > LARGEST) return null;
  try {
    return readAnswer(JSON.parse(text));
  } catch {
    return null; // no JSON: there is nothing more to say of it than that
  }
}
