const HTML_TYPES = new Set(["text/html", "application/xhtml+xml"]);

/** The media type of an answer in lower case, without parameters; empty where none is given. */
export const mediaType = (headers: Headers): string =>
  (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** An answer without a type is read as HTML, as browsers do. */
export const isHtml = (headers: Headers): boolean => {
  const type = mediaType(headers);
  return type === "" || HTML_TYPES.has(type);
};
