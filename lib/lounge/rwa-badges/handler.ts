import type { Handler } from "@/lib/handler";
import { countUnlocksSoon } from "../count-unlocks";
import { creatorNamed } from "../feed/handler";
import { readReader } from "../store";
import { BADGES_NOTE, badgesOf } from "./vocabulary";
import type { rwaBadgesEntry } from "./entry";

/** A reader's badges. */
export const rwaBadges: Handler<typeof rwaBadgesEntry> = async (input) => {
  const wallet = creatorNamed("wallet", input.wallet);
  const unlocked = await readReader(wallet);
  countUnlocksSoon();
  return {
    answer: { ...{ ok: true, wallet, unlocked }, ...badgesOf(unlocked), notes: [BADGES_NOTE] },
    effects: [],
  };
};
