import type { Signal } from "./signal";

/** Where readers of feeds find the lounge. */
export const JSON_FEED_PATH = "/lounge/feed.json";

/** JSON Feed 1.1 of the newest signals. What is not the format's own stands in `_svc`. */
export const jsonFeed = (signals: readonly Signal[], { origin, name }: { origin: string; name: string }) => ({
  version: "https://jsonfeed.org/version/1.1",
  title: `${name}: lounge`,
  description:
    "Creators' signals, newest first. Titles and teasers are their creators' words; the text is sold.",
  home_page_url: origin,
  feed_url: origin + JSON_FEED_PATH,
  language: "en",
  items: signals.map(({ id, title, teaser, categories, creator, publishedAt, ...facts }) => ({
    id,
    title,
    content_text: teaser,
    date_published: new Date(publishedAt).toISOString(),
    authors: [{ name: creator.wallet }],
    tags: [...categories],
    _svc: {
      unlock: `${origin}/api/lounge-signal-open`,
      ...{ asset: facts.asset, stance: facts.stance, creatorProof: creator.proof, seq: facts.seq },
      ...{
        certificateHash: facts.certificateHash,
        unlocks: facts.unlocks,
        mint: facts.mint?.address ?? null,
        similarTo: facts.similarTo,
      },
    },
  })),
});
