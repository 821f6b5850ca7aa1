/** What a wallet has read: distinct signals of others, and how many creators those name. */
export interface Read {
  signals: number;
  creators: number;
}

interface Badge {
  id: string;
  /** What of it is counted, and how many earn the badge. */
  of: keyof Read;
  needed: number;
}

export const BADGES_NOTE =
  "Badges say that somebody paid from this wallet, not who, nor that the texts were worth it. Nothing is minted for them.";

/** Every badge that there is, each earned by unlocks alone. */
export const BADGES = [
  { id: "first-read", of: "signals", needed: 1 },
  { id: "reader", of: "signals", needed: 10 },
  { id: "well-read", of: "signals", needed: 100 },
  { id: "many-voices", of: "creators", needed: 5 },
  { id: "whole-room", of: "creators", needed: 25 },
] as const satisfies readonly Badge[];

const WHAT: Readonly<Record<keyof Read, string>> = {
  signals: "different signals of others",
  creators: "different wallets' signals, not its own",
};

/** A badge's rule in a sentence, printed wherever the badge is. */
export const ruleOf = ({ of, needed }: Badge): string =>
  needed === 1
    ? "Unlocked a signal of somebody else, paid and seen on chain."
    : `Unlocked ${needed} ${WHAT[of]}, each paid and seen on chain.`;

/** The badges that `read` earns, and those that it does not earn yet. */
export function badgesOf(read: Read) {
  const all = BADGES.map((badge) => ({
    ...{ badge: badge.id, rule: ruleOf(badge), needed: badge.needed, counted: read[badge.of] },
  }));
  return {
    badges: all.filter(({ counted, needed }) => counted >= needed),
    ahead: all.filter(({ counted, needed }) => counted < needed),
  };
}
