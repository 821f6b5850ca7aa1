/** Query parameters that carry a caller's key. They reach the live provider and nothing else: no log, no recording. */
const SECRET =
  /^(x[-_]?)?(api[-_]?key|access[-_]?key|key|(access[-_]?|auth[-_]?)?token|auth|secret|signature|password)$/i;

/** A query string without its secret parameters; the others keep their order and their spelling. */
export const withoutSecrets = (query: string): string =>
  query
    .split("&")
    .filter((part) => !SECRET.test(decodeURIComponentSafely(part.split("=", 1)[0] ?? "")))
    .join("&");

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not a name that any provider uses for a key
  }
}
