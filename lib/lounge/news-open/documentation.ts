import { documentRoute } from "@/lib/catalog/document";
import { newsOpenAnswer } from "./answer";
import { newsOpenEntry } from "./entry";

export const newsOpenDocumentation = documentRoute(newsOpenEntry, {
  description:
    "Unlocks an article's URL: scheme and host in lower case, without default port, fragment and tracking parameters. " +
    "Nothing is fetched. A title or source that was not sent is the wire's where a feed carries that URL, else left out.",
  output: newsOpenAnswer,
  sample: {
    input: {
      url: "https://www.coindesk.com/markets/2026/10/07/bitcoin-holds-above-118k?utm_source=feed#top",
    },
    output: {
      url: "https://www.coindesk.com/markets/2026/10/07/bitcoin-holds-above-118k",
      unlocked: true,
      title: "Bitcoin holds above $118K as funding cools",
      source: "CoinDesk",
    },
  },
});
