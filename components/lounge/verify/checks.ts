import { type Account, holdsCheckpoint, mintAddressOf, verifyMint } from "@/lib/lounge/verifier/on-chain";
import { hashOf, leafHash, openCheckpoint, rootOfInclusion } from "@/lib/lounge/verifier/verify";
import { isRecord } from "@/lib/is-record";
import type { KeptCertificate } from "./read-certificate";

/** `open`: it can't be told here and now, which says nothing against the certificate. */
export type Finding = "proved" | "refuted" | "open";

export interface Check {
  id: "asked" | "hash" | "leaf" | "inclusion" | "checkpoint" | "anchor" | "mint" | "text";
  finding: Finding;
  /** What was computed here, and what it was compared with. */
  computed?: string;
  claimed?: string;
  /** Why it is open or refuted, where that can be said. */
  why?: string;
}

export interface ToCheck {
  answer: KeptCertificate;
  /** The signal that the reader asked for; null where they brought a file. */
  askedFor: string | null;
  /** Keys that may have signed the log, from where the reader trusts them. */
  keys: readonly string[];
  /** The text as the reader has it; null where they have none. */
  text: string | null;
  /** What the chain has at an address, finalized, null for nothing. Throws where it can't be told. */
  readAccount: (address: string) => Promise<Account | null>;
}

const same = (computed: string, claimed: string): Pick<Check, "finding" | "computed" | "claimed"> => ({
  finding: computed === claimed ? "proved" : "refuted",
  ...{ computed, claimed },
});

const WORDS_GONE =
  "Its words were deleted, so that nobody can compute the hash again but who kept the certificate.";

function asked({ answer: { certificate }, askedFor }: ToCheck): Check[] {
  if (askedFor === null) return [];
  if (certificate === null) return [{ id: "asked", finding: "open", why: WORDS_GONE }];
  return [{ id: "asked", ...same(String(certificate.signalId), askedFor) }];
}

async function hash({ answer }: ToCheck): Promise<Check> {
  if (answer.certificate === null) return { id: "hash", finding: "open", why: WORDS_GONE };
  return { id: "hash", ...same(await hashOf(answer.certificate), answer.certificateHash) };
}

const leaf = ({ answer: { certificateHash, publishedAt, log } }: ToCheck): Check => ({
  id: "leaf",
  ...same(`${certificateHash} ${Date.parse(publishedAt)}`, log.leaf),
});

async function inclusion({ answer: { log } }: ToCheck): Promise<Check> {
  if (log.inclusion === null)
    return {
      id: "inclusion",
      finding: "open",
      why: "Leaves come into the tree a minute after publication. Ask again then.",
    };
  const root = await rootOfInclusion(await leafHash(log.leaf), log.index, log.size, log.inclusion);
  return root === null
    ? { id: "inclusion", finding: "refuted", why: "The proof does not fit a tree of this size." }
    : { id: "inclusion", ...same(root, log.root) };
}

/** What of a note one of the keys signed; null for none. Throws where this browser can't check Ed25519 signatures. */
export async function openWith(note: string, keys: readonly string[]) {
  for (const key of keys) {
    const opened = await openCheckpoint(note, key).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotSupportedError") throw error;
      return null; // a key or a signature that is not even one: nobody signed with it
    });
    if (opened !== null) return opened;
  }
  return null;
}

const UNSUPPORTED = "This browser can't check Ed25519 signatures. A current one can, and so can Node 20.";

async function checkpoint({ answer: { log }, keys }: ToCheck): Promise<Check> {
  const id = "checkpoint";
  if (log.checkpoint === null)
    return { id, finding: "open", why: "No key has signed this tree, so that nobody stands for it." };
  if (keys.length === 0) return { id, finding: "open", why: "There is no key to check the signature with." };
  try {
    const opened = await openWith(log.checkpoint, keys);
    if (opened === null) return { id, finding: "refuted", why: "None of the keys signed this checkpoint." };
    return { id, ...same(`${opened.size} leaves, ${opened.root}`, `${log.size} leaves, ${log.root}`) };
  } catch {
    return { id, finding: "open", why: UNSUPPORTED };
  }
}

async function text({ answer: { certificate, salt }, text: brought }: ToCheck): Promise<Check[]> {
  if (brought === null) return [];
  const id = "text";
  if (certificate === null) return [{ id, finding: "open", why: WORDS_GONE }];
  if (salt === null)
    return [
      {
        id,
        finding: "open",
        why: "The text can't be checked without its salt, which its creator and its buyers get.",
      },
    ];
  return [{ id, ...same(await hashOf({ salt, summary: brought }), String(certificate.bodyHash)) }];
}

/** That a checkpoint on Solana has the entry: proved as in the log's own tree, by the tree of then. */
async function anchor({ answer: { anchor: anchored, log }, keys }: ToCheck): Promise<Check[]> {
  if (anchored === null) return [];
  const id = "anchor";
  const { checkpoint: note, inclusion: proof, signature, slot } = anchored;
  try {
    const opened = await openWith(note, keys);
    if (opened === null)
      return [{ id, finding: "refuted", why: "None of the keys signed the checkpoint that was anchored." }];
    if (!(await holdsCheckpoint(anchored)))
      return [{ id, finding: "refuted", why: "The transaction does not say that checkpoint." }];
    const root = await rootOfInclusion(await leafHash(log.leaf), log.index, opened.size, proof);
    const why = `The transaction is ${signature}, by the service's word at slot ${slot}: any explorer of Solana shows its slot, its time and its memo.`;
    return [{ id, ...same(root ?? "no root", opened.root), why }];
  } catch {
    return [{ id, finding: "open", why: UNSUPPORTED }];
  }
}

const otherMint = (at: string): string =>
  `It is not at the address that only the creator can sign for. The service recorded it as one that the creator's wallet made and held; this page can't compute that, and any explorer of Solana shows ${at}.`;

/** That the mint which the service has recorded is the creator's own, and says what the certificate does. */
async function mint({ answer, readAccount }: ToCheck): Promise<Check[]> {
  const { certificate, certificateHash, minted, mint: at } = answer;
  if (!minted) return [];
  const id = "mint";
  const [creator, signalId] = [certificate?.creator, certificate?.signalId];
  if (!isRecord(creator) || typeof creator.wallet !== "string" || typeof signalId !== "string")
    return [{ id, finding: "open", why: WORDS_GONE }];
  if (at === null) return [{ id, finding: "open", why: "The certificate that you brought names no mint." }];
  const derived = await mintAddressOf(creator.wallet, signalId);
  if (derived === null)
    return [{ id, ...same("none: its creator is no wallet of Solana", at), why: "Nobody could mint it." }];
  if (at !== derived) return [{ id, ...same(derived, at), finding: "open", why: otherMint(at) }];
  const account = await readAccount(at).catch(() => undefined);
  if (account === undefined)
    return [{ id, finding: "open", why: `The service gave no look at the chain. The mint is ${at}.` }];
  const named = { certificateHash, mint: at, certificate: { signalId, creator: { wallet: creator.wallet } } };
  const failed = (await verifyMint(named, account)).filter(({ ok }) => !ok);
  if (failed.length === 0)
    return [
      { id, finding: "proved", computed: derived, claimed: at, why: `Any explorer of Solana shows ${at}.` },
    ];
  const why = `It is not so that ${failed.map(({ check }) => check).join(", nor that ")}.`;
  return [{ id, finding: "refuted", computed: derived, claimed: at, why }];
}

/** Computes everything again that a certificate says, in this browser alone. */
export async function checkCertificate(given: ToCheck): Promise<Check[]> {
  return [
    ...asked(given),
    await hash(given),
    leaf(given),
    await inclusion(given),
    await checkpoint(given),
    ...(await anchor(given)),
    ...(await mint(given)),
    ...(await text(given)),
  ];
}

/** The whole in a word: one refuted check refutes it. */
export const verdictOf = (checks: readonly { finding: Finding }[]): Finding =>
  checks.some(({ finding }) => finding === "refuted")
    ? "refuted"
    : checks.every(({ finding }) => finding === "proved")
      ? "proved"
      : "open";
