import { documentRoute } from "@/lib/catalog/document";
import { rwaBadgesAnswer } from "./answer";
import { BADGES_NOTE, badgesOf } from "./vocabulary";
import { rwaBadgesEntry } from "./entry";

const unlocked = { signals: 12, creators: 4 };

export const rwaBadgesDocumentation = documentRoute(rwaBadgesEntry, {
  description:
    "What a wallet has earned by reading: badges by the number of different signals that it unlocked, and of their " +
    "creators. Only unlocks whose money was seen on chain count, each signal once, and none that names the wallet itself.",
  output: rwaBadgesAnswer,
  sample: {
    input: { wallet: "0x52908400098527886e0f7030069857d2e4169ee7" },
    output: {
      ...{ ok: true, wallet: "0x52908400098527886e0f7030069857d2e4169ee7", unlocked },
      ...badgesOf(unlocked),
      notes: [BADGES_NOTE],
    },
  },
});
