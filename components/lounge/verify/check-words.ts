import type { Check, Finding } from "./checks";

type CheckId = Check["id"] | "continuity";

/** Each check with what it says when it holds, and what when it does not. */
export const CHECKS: Readonly<Record<CheckId, { title: string; proved: string; refuted: string }>> = {
  asked: {
    title: "It is the certificate of this signal",
    proved: "The certificate names the signal that you asked for.",
    refuted: "The certificate names another signal than the one that you asked for.",
  },
  hash: {
    title: "The certificate has this hash",
    proved:
      "Title, categories, creator and the hash of the text are those that were certified, to the letter.",
    refuted: "Something in the certificate was changed, or the hash is another certificate's.",
  },
  leaf: {
    title: "The log's entry is this hash, at this time",
    proved: "Hash and time of publication stand in one entry: neither can be moved without the other.",
    refuted: "The entry of the log names another hash, or another time.",
  },
  inclusion: {
    title: "The entry is in the log's tree, at its place",
    proved: "The entry and its proof lead to the tree's root: it stands at this place.",
    refuted: "The proof does not lead to the tree's root: the entry is not at this place.",
  },
  checkpoint: {
    title: "The log's key signed this tree",
    proved: "Whoever holds the log's key stands for this very tree, and can't deny it.",
    refuted: "The signature is not of this tree by this key.",
  },
  continuity: {
    title: "The log goes on from what this browser saw",
    proved: "Nothing before was changed, reordered or cut since then.",
    refuted: "The log shows another past than it did to you.",
  },
  anchor: {
    title: "A signed transaction for Solana says a checkpoint with this entry",
    proved:
      "The entry leads to the root in the transaction's memo, signed by the log's key and by who pays for it: where the chain has taken it, the entry was there before. Whether and when it did only the chain says, so look the transaction up.",
    refuted: "What is shown as its anchor is none of this entry.",
  },
  mint: {
    title: "A token on Solana carries this hash",
    proved:
      "It stands at the one address that its creator's wallet alone can sign for, is one token, and nobody can make another or change what it says. So whoever held that wallet stood for this certificate.",
    refuted: "The mint that the service has recorded is not this certificate's.",
  },
  text: {
    title: "The text is the one that was certified",
    proved:
      "The text with its salt has the hash in the certificate: these are the words that were sold, to the letter.",
    refuted: "The text with this salt has another hash: it is not the one that was certified.",
  },
};

export const VERDICTS: Readonly<
  Record<Finding, { kind: "good" | "bad" | "warn"; title: string; text: string }>
> = {
  proved: {
    kind: "good",
    title: "Everything holds",
    text: "It was computed again in this browser. What that proves, and what it does not, stands below.",
  },
  refuted: {
    kind: "bad",
    title: "This certificate does not hold",
    text: "At least one check failed. Don't rely on it; keep the file, since it is evidence.",
  },
  open: {
    kind: "warn",
    title: "Nothing speaks against it, and not everything could be checked",
    text: "What is open says below what is missing.",
  },
};
