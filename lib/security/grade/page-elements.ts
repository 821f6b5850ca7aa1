import { MAX_TAGS, type Tag, readTags } from "../html";

export interface Script {
  /** Empty for an inline script. */
  src: string;
  integrity: string;
}

/** What the grade needs of a page's markup. */
export interface PageElements {
  /** Policies of `<meta http-equiv="content-security-policy">`, in order. */
  metaPolicies: readonly string[];
  /** The content of the last `<meta name="referrer">`. */
  metaReferrer: string | null;
  scripts: readonly Script[];
  /** Stylesheets that the page links to. */
  stylesheets: readonly Script[];
  /** Whether there were as many tags as are read: more may follow. */
  cut: boolean;
}

const NAMES = new Set(["meta", "script", "link"]);

export function readPage(html: string): PageElements {
  const tags = readTags(html, NAMES);
  const metas = tags.filter((tag) => tag.name === "meta" && content(tag) !== "");
  return {
    metaPolicies: metas.filter((tag) => word(tag, "http-equiv") === "content-security-policy").map(content),
    metaReferrer:
      metas
        .filter((tag) => !tag.attributes.has("http-equiv") && word(tag, "name") === "referrer")
        .map(content)
        .at(-1) ?? null,
    scripts: tags.filter((tag) => tag.name === "script").map((tag) => asset(tag, "src")),
    stylesheets: tags
      .filter((tag) => tag.name === "link" && word(tag, "rel").split(/\s+/).includes("stylesheet"))
      .map((tag) => asset(tag, "href")),
    cut: tags.length === MAX_TAGS,
  };
}

const word = (tag: Tag, attribute: string): string =>
  (tag.attributes.get(attribute) ?? "").trim().toLowerCase();
const content = (tag: Tag): string => tag.attributes.get("content") ?? "";

const asset = (tag: Tag, address: string): Script => ({
  src: (tag.attributes.get(address) ?? "").replace(/[\t\n\r]/g, "").trim(), // as the URL standard strips them
  integrity: tag.attributes.get("integrity") ?? "",
});
