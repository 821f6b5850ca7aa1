const HTML_TYPES = new Set(["text/html", "application/xhtml+xml"]);
const TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/**
 * The media type of an answer in lower case, without parameters; empty where none is given. Of a header that was sent more
 * than once, the last type that can be read counts, as for browsers (Fetch §2.2.2).
 */
export function mediaType(headers: Headers): string {
  const types = (headers.get("content-type") ?? "")
    .split(",")
    .map((one) => one.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  return types.findLast((type) => TYPE.test(type) && type !== "*/*") ?? types[0] ?? "";
}

/** An answer without a type is read as HTML, as browsers do. */
export const isHtml = (headers: Headers): boolean => {
  const type = mediaType(headers);
  return type === "" || HTML_TYPES.has(type);
};
