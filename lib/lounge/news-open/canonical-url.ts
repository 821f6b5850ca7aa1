import { ApiError } from "@/lib/http/api-error";

/** Parameters that say where a reader came from, and nothing of what is read. */
const TRACKING =
  /^(utm_.+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_enc_id|oly_anon_id|wickedid|srsltid)$/i;

const refuse = (why: string): ApiError => new ApiError("invalid_request", `\`url\`: ${why}`);

/** Not by URL.canParse: once it is optimised, Node 20's says no to names with letters of Latin-1. */
function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** An article's address as it is named however readers came to it. Throws ApiError 400 for what is no web address. */
export function canonicalUrl(text: string): string {
  const url = parsed(text.trim());
  if (url === null) throw refuse("is no address. Send an article's http or https URL.");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("must be http or https.");
  if (url.username !== "" || url.password !== "") throw refuse("must not carry a user name or password.");
  // Not by searchParams, which would write the other parameters in another way.
  const parameters = url.search.slice(1).split("&");
  url.search = parameters.filter((one) => one !== "" && !TRACKING.test(one.split("=", 1)[0] ?? "")).join("&");
  url.hash = "";
  return url.href;
}
