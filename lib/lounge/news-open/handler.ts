import { FEEDS, storiesOf } from "@/lib/desks/headlines";
import type { CallContext, Handler } from "@/lib/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { cleanText } from "@/lib/sources/text/clean-text";
import { canonicalUrl } from "./canonical-url";
import type { newsOpenEntry } from "./entry";

/** What the wire says of that address; nothing where no feed carries it, or none can be read. */
async function fromWire(read: ReadSources, url: string, { now, signal }: CallContext) {
  const reading = { now, signal, stale: "serve" as const, startedMs: performance.now() };
  const feeds = Object.values(await read(FEEDS, reading));
  return storiesOf(feeds).find((story) => isAt(story.url, url));
}

const isAt = (address: string | null, url: string): boolean =>
  address !== null && URL.canParse(address) && canonicalUrl(address) === url;

/** An empty text is none. */
const cleaned = (text: string | undefined): string | undefined => cleanText(text ?? "") || undefined;

/** Unlocks an address: nothing of it is fetched, and what the caller says of it comes first. */
export const newsOpenWith =
  (read: ReadSources): Handler<typeof newsOpenEntry> =>
  async (input, context) => {
    const url = canonicalUrl(input.url);
    const [title, source] = [cleaned(input.title), cleaned(input.source)];
    const story =
      title === undefined || source === undefined ? await fromWire(read, url, context) : undefined;
    const known = { title: title ?? story?.title, source: source ?? story?.source };
    return {
      answer: {
        ...{ url, unlocked: true },
        ...(known.title === undefined ? {} : { title: known.title }),
        ...(known.source === undefined ? {} : { source: known.source }),
      },
      effects: [],
    };
  };

export const newsOpen = newsOpenWith(readSources);
