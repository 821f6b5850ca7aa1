import type { Guard } from "@/lib/handler";
import { canonicalUrl } from "./canonical-url";
import type { newsOpenEntry } from "./entry";

/** Refuses what is no article's address before anybody pays for it. */
export const newsGuard: Guard<typeof newsOpenEntry> = ({ url }) => {
  canonicalUrl(url);
  return Promise.resolve({ pays: true });
};
