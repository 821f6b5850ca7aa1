import { readLimited } from "./read-limited";

/** The bytes of an answer to our own question, or null when there are more than `limit`: then the rest is not read. */
export const readReply = (response: Response, limit: number): Promise<Uint8Array | null> =>
  readLimited(response.body, limit);
