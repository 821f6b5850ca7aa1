import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { l2Memes } from "@/lib/curated/l2-memes";
import { ApiError } from "@/lib/http/api-error";
import type { ScreenToken } from "../token-screen";
import type { MomentumTheme } from "./vocabulary";

interface Theme {
  chain: TokenChain;
  /** Tokens that belong to it whether or not a list shows them now, in the one spelling of their addresses. */
  pinned: readonly string[];
  /** Words of a message that mean it. */
  words: readonly RegExp[];
  /** Symbols of the chain that are of another kind. */
  others: RegExp;
}

export const THEMES: Readonly<Record<MomentumTheme, Theme>> = {
  "l2-memes": {
    chain: "base",
    pinned: l2Memes.items.pinned,
    words: [
      // "base" alone is a word of the language: it counts as a name, or beside what a chain has.
      /\bBase\b(?! (?:case|rate|layer|line|pay|metal|your|my|it|this|the|on)\b)/,
      /\bon base\b(?! (?:case|rate))|\bbase[- ](?:chain|memes?|memecoins?|tokens?|coins?|network|l2|ecosystem)\b/i,
      /\bcoinbase(?:['’]s)? (?:l2|chain|layer)|\bl2[- ]memes?\b/i,
      /\b(?:brett|toshi|keycat|doginme)\b/i,
      /\bDEGEN\b/,
    ],
    others: l2Memes.items.others,
  },
};

export interface Rotation {
  chain: TokenChain;
  theme: MomentumTheme | null;
  /** Whether the theme was taken from the caller's words. */
  detected: boolean;
}

interface Asked {
  theme?: MomentumTheme | undefined;
  chain?: TokenChain | undefined;
  message?: string | undefined;
}

/**
 * What to look at: the theme asked for, else the chain asked for, else a theme that the message names, else Solana.
 * Throws ApiError 400 for a theme of another chain than the one asked for.
 */
export function rotationOf({ theme, chain, message }: Asked): Rotation {
  if (theme !== undefined) {
    const home = THEMES[theme].chain;
    if (chain !== undefined && chain !== home)
      throw new ApiError(
        "invalid_request",
        `The theme ${theme} is about ${home}. Send \`chain\` as ${home}, or leave it out.`,
      );
    return { chain: home, theme, detected: false };
  }
  if (chain !== undefined) return { chain, theme: null, detected: false };
  if (message !== undefined && THEMES["l2-memes"].words.some((words) => words.test(message)))
    return { chain: THEMES["l2-memes"].chain, theme: "l2-memes", detected: true };
  return { chain: "solana", theme: null, detected: false };
}

/** Whether a token of the theme's chain belongs to it. */
export const belongs = (theme: MomentumTheme | null, { jupiter, dex, pools }: ScreenToken): boolean =>
  theme === null || !THEMES[theme].others.test(jupiter?.symbol ?? dex?.symbol ?? pools[0]?.name ?? "");
