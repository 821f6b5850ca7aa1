/**
 * Top-level domains that browsers know as https only, with every name below them: what registries had put into the HSTS
 * preload list as a whole (Chromium's transport_security_state_static.json, policy `public-suffix`). Single hosts of that
 * list, over a hundred thousand, are not carried here.
 */
const TOP_LEVEL: ReadonlySet<string> = new Set([
  "android",
  "app",
  "bank",
  "boo",
  "channel",
  "chrome",
  "dad",
  "day",
  "dev",
  "eat",
  "esq",
  "fly",
  "foo",
  "gle",
  "gmail",
  "google",
  "hangout",
  "ing",
  "insurance",
  "meet",
  "meme",
  "mov",
  "new",
  "nexus",
  "page",
  "phd",
  "play",
  "prof",
  "rsvp",
  "search",
  "youtube",
  "zip",
]);

/** Whether browsers ask a host over https only because its top-level domain is on their list. */
export const isPreloadedTopLevel = (host: string): boolean =>
  TOP_LEVEL.has(host.slice(host.lastIndexOf(".") + 1).toLowerCase());
