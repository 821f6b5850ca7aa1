import type { Category } from "../probes/finding";

/** What findings are about, in words. */
export const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  transport: "Transport",
  cookies: "Cookies",
  cors: "Cross-origin reads",
  headers: "Headers",
  exposedFiles: "Exposed files",
  disclosure: "Disclosure",
};
