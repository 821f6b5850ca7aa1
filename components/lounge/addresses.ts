import { withQuery as page } from "@/components/reading/with-query";

/**
 * The lounge's pages are static: what they show is named in the query and read in the browser. So each is one file with
 * one policy by hashes, however many signals there are, and an address needs no rewriting to be shared.
 */
export const LOUNGE = "/lounge";
export const signalPage = (id: string): string => page(`${LOUNGE}/signal`, { id });
export const verifyPage = (id: string): string => page(`${LOUNGE}/verify`, { id });
export const creatorPage = (address: string, cursor: string | null = null): string =>
  page(`${LOUNGE}/creator`, { address, cursor });
export const badgesPage = (address: string): string => page(`${LOUNGE}/badges`, { address });
export const feedPage = (query: Readonly<Record<string, string | null>>): string => page(LOUNGE, query);
/** A free route with its query. */
export const asked = page;
