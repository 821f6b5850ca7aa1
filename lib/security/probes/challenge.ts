import type { SiteResponse } from "../site-response";

/** How protection services mark an answer that is theirs and not the site's. */
const HEADERS: readonly (readonly [string, RegExp])[] = [
  ["cf-mitigated", /challenge/i],
  ["x-amzn-waf-action", /challenge|captcha/i],
  ["x-vercel-mitigated", /challenge|deny/i],
  ["sg-captcha", /challenge/i],
];
const TITLE =
  /<title>\s*(?:just a moment|attention required|checking your browser|ddos-guard|vercel security checkpoint|one moment, please|human verification|robot challenge)/i;
const MARKS = [
  "_Incapsula_Resource",
  "captcha-delivery.com",
  "px-captcha",
  "window.gokuProps",
  "/.well-known/sgcaptcha",
];

/** Challenge pages are short; some services put the same marks into a site's own pages too. */
const HEAD = 16_384;

/** Whether a page that tests for a browser came instead of an answer: it says nothing about what lies behind it. */
export function isChallenge(answer: SiteResponse): boolean {
  if (HEADERS.some(([name, value]) => value.test(answer.headers.get(name) ?? ""))) return true;
  const start = new TextDecoder().decode(answer.body.subarray(0, HEAD));
  if (!/^\s*</.test(start.slice(0, 512))) return false;
  const short = answer.body.length <= HEAD && !answer.truncated;
  return TITLE.test(start) || (short && MARKS.some((mark) => start.includes(mark)));
}
