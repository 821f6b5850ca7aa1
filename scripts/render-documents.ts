/**
 * Renders the discovery documents, and the pages' twins in Markdown, from the catalog and the settings into `public/`.
 * Runs before every build and before `next dev`; its output is not committed.
 */
import { homeMarkdown } from "../components/home/markdown";
import { published } from "../lib/catalog/published";
import { renderDocuments } from "../lib/discovery/render";
import { thisSite } from "../lib/discovery/this-site";
import { writePublicFiles } from "./public-files";
import { verifierModule, verifierVectors } from "./verifier-files";

const site = thisSite();
const shown = published.filter(({ audience }) => audience === "public");
writePublicFiles([
  ...renderDocuments(site, published, new Date()),
  { path: "/index.md", body: homeMarkdown(site, shown) },
  { path: "/lounge/verify.mjs", body: verifierModule() },
  { path: "/lounge/vectors.json", body: verifierVectors() },
]);
