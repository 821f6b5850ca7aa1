import { assetAndStance } from "@/lib/lounge/asset-stance";
import { CATEGORY, MAX_CATEGORIES, MAX_SUMMARY, MAX_TITLE } from "@/lib/lounge/limits/vocabulary";
import { teaserOf } from "@/lib/lounge/teaser";
import { cleanLine, cleanText } from "@/lib/lounge/text";
import type { Asset, Stance } from "@/lib/lounge/vocabulary";
import { type Chain, looksLikeWalletOn } from "../wallet-text";

/** What is entered, as it stands in the form. */
export interface Draft {
  title: string;
  summary: string;
  /** Separated by blanks or commas. */
  categories: string;
  creatorWallet: string;
  creatorChain: Chain;
}

export const EMPTY_DRAFT: Draft = {
  ...{ title: "", summary: "", categories: "", creatorWallet: "", creatorChain: "evm" },
};

export const DRAFT_FIELDS = ["title", "summary", "categories", "creatorChain", "creatorWallet"] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

/** The same as it would be published. */
export interface Published {
  title: string;
  teaser: string;
  summary: string;
  categories: readonly string[];
  asset: Asset | null;
  stance: Stance | null;
  wallet: string;
  chain: Chain;
}

const categoriesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((one) => one !== ""),
  ),
];

export function publishedOf({ title, summary, categories, creatorWallet, creatorChain }: Draft): Published {
  const named = categoriesIn(categories);
  const cleaned = cleanText(summary);
  const wallet = creatorWallet.trim();
  return {
    ...{ title: cleanLine(title), summary: cleaned, teaser: teaserOf(cleaned), categories: named },
    ...assetAndStance(named),
    ...{ wallet: creatorChain === "evm" ? wallet.toLowerCase() : wallet, chain: creatorChain },
  };
}

/** How long a text counts: as it is sent and as it is published, whichever is longer, since both have the same limit. */
export const countedLength = (raw: string, cleaned: string): number => Math.max(raw.length, cleaned.length);

function textProblem(raw: string, cleaned: string, most: number): string | null {
  if (cleaned === "") return raw === "" ? "Needed." : "It holds nothing that can be seen.";
  const length = countedLength(raw, cleaned);
  return length > most ? `${length} characters; ${most} is the most.` : null;
}

function categoriesProblem(categories: readonly string[]): string | null {
  if (categories.length === 0) return "At least one.";
  if (categories.length > MAX_CATEGORIES)
    return `${categories.length} of them; ${MAX_CATEGORIES} is the most.`;
  const wrong = categories.find((one) => !CATEGORY.test(one));
  return wrong === undefined ? null : `“${wrong}”: 1 to 32 letters a to z, digits and hyphens each.`;
}

/** What is wrong with a draft, field by field; null where nothing is. The service judges it again before anybody pays. */
export function problemsOf(draft: Draft): Readonly<Record<DraftField, string | null>> {
  const { title, summary, categories, wallet, chain } = publishedOf(draft);
  return {
    title: textProblem(draft.title, title, MAX_TITLE),
    summary: textProblem(draft.summary, summary, MAX_SUMMARY),
    categories: categoriesProblem(categories),
    creatorChain: null,
    creatorWallet:
      wallet === ""
        ? "Needed."
        : looksLikeWalletOn(chain, wallet)
          ? null
          : chain === "evm"
            ? "An address of an EVM chain is 0x and 40 hexadecimal digits."
            : "An address of Solana is 32 to 44 letters and digits, without 0, O, I and l.",
  };
}

/** The request that publishes a draft. Its wallet stays as it was entered: capitals of an EVM address are its checksum. */
export const bodyOf = (draft: Draft) => ({
  title: draft.title,
  summary: draft.summary,
  categories: publishedOf(draft).categories,
  creatorWallet: draft.creatorWallet.trim(),
  creatorChain: draft.creatorChain,
});
