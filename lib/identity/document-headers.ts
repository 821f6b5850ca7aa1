import type { AnswerHeaders } from "@/lib/handler";
import { sha256Hex } from "@/lib/http/digest";

/** How long readers may keep a card or a registration file without asking again. */
const CACHE_CONTROL = "public, max-age=60";

/** Tags of documents that are sent again as they were made. */
const known = new WeakMap<object, string>();

async function tagOf(document: object): Promise<string> {
  const found = known.get(document);
  if (found !== undefined) return found;
  const digest = await sha256Hex(JSON.stringify(document));
  const tag = `W/"${digest.slice(0, 32)}"`;
  known.set(document, tag);
  return tag;
}

/**
 * The headers of an agent's document: a tag of what it says, so that a reader who has it gets a 304. Weak, since hosts send it
 * compressed under the same tag (RFC 9110, 8.8.3). A document that got its headers stays as it is.
 */
export const documentHeaders = async (document: object): Promise<AnswerHeaders> => ({
  etag: await tagOf(document),
  "cache-control": CACHE_CONTROL,
});
