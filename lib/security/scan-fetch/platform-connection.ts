import { lowestOfEach } from "../gate/public-address";
import type { Connection } from "./egress";

/**
 * The way by the platform's `fetch`, which looks the name up by itself: which of its addresses is connected to, nobody can say.
 * The service itself and a stand-in of the web are always asked so.
 */
export const platformConnection = (judged: readonly string[]): Connection => ({
  send: (url, request) => fetch(url, request),
  pinned: false,
  counted: lowestOfEach(judged),
  close: () => undefined,
});
