import type { TokenChain } from "@/lib/catalog/intel/token-chains";
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
    pinned: [
      "0x532f27101965dd16442e59d40670faf5ebb142e4", // BRETT
      "0xac1bd2486aaf3b5c0fc3fd868558b082a531b2b4", // TOSHI
      "0x4ed4e862860bed51a9570b96d89af5e1b0efefed", // DEGEN
      "0x6921b130d297cc43754afba22e5eac0fbf8db75b", // doginme
      "0x9a26f5433671751c3276a065f57e5a02d2817973", // KEYCAT
    ],
    words: [
      // "base" alone is a word of the language: it counts as a name, or beside what a chain has.
      /\bBase\b(?! (?:case|rate|layer|line|pay|metal|your|my|it|this|the|on)\b)/,
      /\bon base\b(?! (?:case|rate))|\bbase[- ](?:chain|memes?|memecoins?|tokens?|coins?|network|l2|ecosystem)\b/i,
      /\bcoinbase(?:['’]s)? (?:l2|chain|layer)|\bl2[- ]memes?\b/i,
      /\b(?:brett|toshi|keycat|doginme)\b/i,
      /\bDEGEN\b/,
    ],
    others:
      /^(?:W?ETH|WST.*|CB.*|.*USD.*|EUR.?|DAI|AERO|VIRTUAL|MORPHO|WELL|ZORA|CAKE|UNI|LINK|AAVE|.*BTC.*)$/i,
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
