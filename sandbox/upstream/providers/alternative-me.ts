import { text } from "../http/answer";
import { civil, DAY, dayOf } from "../market/calendar";
import { classify, fearGreed } from "../market/sentiment";
import { numberFrom, type Provider } from "./provider";

const FIRST_DAY = civil(2018, 2, 1);

/** The Fear & Greed index: strings, newest first, a value a UTC day; only the first row says when the next one comes. */
export const alternativeMe: Provider = {
  hosts: ["api.alternative.me"],
  answer({ path, search }, { random, now }) {
    if (path !== "/fng/" && path !== "/fng") return undefined;
    const today = dayOf(now());
    const days = (today - FIRST_DAY) / DAY + 1;
    const limit = Math.floor(numberFrom(search, "limit", 1));
    const count = limit <= 0 ? days : Math.min(limit, days);
    const data = Array.from({ length: count }, (_, i) => {
      const day = today - i * DAY;
      const value = fearGreed(random, day);
      return {
        value: String(value),
        value_classification: classify(value),
        timestamp: String(day / 1000),
        ...(i === 0 && { time_until_update: String(Math.ceil((today + DAY - now()) / 1000)) }),
      };
    });
    const body = { name: "Fear and Greed Index", data, metadata: { error: null } };
    return text("application/json", JSON.stringify(body, null, "\t"));
  },
};
