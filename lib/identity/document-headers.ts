import type { AnswerHeaders } from "@/lib/handler";
import { sha256Hex } from "@/lib/http/digest";

/** How long readers may keep a card or a registration file without asking again. */
const CACHE_CONTROL = "public, max-age=60";

/** The headers of an agent's document: a strong tag of what it says, so that a reader who has it gets a 304. */
export async function documentHeaders(document: object): Promise<AnswerHeaders> {
  const digest = await sha256Hex(JSON.stringify(document));
  return { etag: `"${digest.slice(0, 32)}"`, "cache-control": CACHE_CONTROL };
}
