import { json } from "../http/answer";
import { DAY } from "../market/calendar";
import { HOSTILE } from "../market/hostile";
import type { Provider } from "./provider";

/** Claims end on a day of their quarter and come again in the next, under the same key. */
const QUARTER = 91 * DAY;

const CLAIMS = [
  { key: "kite", name: "Kite Foundation", tokenSymbol: "KITE", chains: ["base"], ends: 60 },
  { key: "quill", name: "Quill Season 2", tokenSymbol: "Q", ends: 30 },
  { key: "fjord", name: "Fjord", tokenSymbol: "FJORD", chains: ["solana"], ends: 85 },
  { key: "btc-rewards", name: "Bitcoin Rewards", tokenSymbol: "BTC", ends: 89 },
] as const;

/** DefiLlama's list of airdrops: most have no end, those that ended years ago still say that they are active. */
export const airdropsLlama: Provider = {
  hosts: ["airdrops.llama.fi"],
  answer({ path }, { now }) {
    if (path !== "/config") return undefined;
    const from = Math.floor(now() / QUARTER) * QUARTER;
    const open = CLAIMS.map(({ key, ends, ...claim }) => [
      key,
      {
        ...claim,
        page: `https://${key}.example/claim`,
        twitter: key,
        haveAirdropData: true,
        isActive: true,
        endTime: (from + ends * DAY) / 1_000,
      },
    ]);
    return json({
      ...(Object.fromEntries(open) as Record<string, unknown>),
      zk: {
        name: "Old Claim",
        page: "https://old.example",
        tokenSymbol: "OLD",
        isActive: true,
        endTime: 1_735_862_400,
      },
      endless: { name: "Endless", page: "https://endless.example", tokenSymbol: "END", isActive: true },
      off: { name: "Switched off", tokenSymbol: "OFF", isActive: false },
      millis: {
        name: "In milliseconds",
        page: "https://millis.example",
        tokenSymbol: "MS",
        isActive: true,
        startTime: new Date(from).toISOString(),
        endTime: from + 90 * DAY,
      },
      hostile: {
        name: HOSTILE[1]?.title,
        page: "javascript:alert(document.domain)",
        tokenSymbol: "\u202eCDSU",
        isActive: true,
        endTime: (from + 90 * DAY) / 1_000,
      },
    });
  },
};
