import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { burnsOf } from "@/lib/payments/token/burns";
import { dayOf } from "@/lib/payments/token/market";
import { knownToken } from "@/lib/payments/token/own-token";
import { tokenState } from "../state";
import type { tokenBurnsEntry } from "./entry";

const NOTHING = { burns: [], more: false, totals: { gross: "0", burned: "0", kept: "0", payments: 0 } };

export const tokenBurns: Handler<typeof tokenBurnsEntry> = async ({ day: asked, from, limit }, { now }) => {
  const { state } = tokenState();
  const day = asked ?? now.toISOString().slice(0, "YYYY-MM-DD".length);
  const page = { from, limit };
  const { burns, more, totals } =
    knownToken() === null ? NOTHING : await fromLedger(burnsOf(dayOf(Date.parse(day)), page));
  return {
    answer: {
      ...{ ok: true, ...state, totals, day },
      burns: burns.map(({ at, ...burn }) => ({ ...burn, at: new Date(at).toISOString() })),
      next: more ? from + limit : null,
    },
    effects: [],
  };
};
