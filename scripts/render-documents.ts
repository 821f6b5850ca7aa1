/**
 * Renders the discovery documents, and the pages' twins in Markdown, from the catalog and the settings into `public/`.
 * Runs before every build and before `next dev`; its output is not committed.
 */
import "./env-files";
import { published } from "../lib/catalog/published";
import { renderDocuments } from "../lib/discovery/render";
import { thisSite } from "../lib/discovery/this-site";
import { pageTwins } from "./pages/twins";
import { writePublicFiles } from "./public-files";
import { verifierModule, verifierVectors } from "./verifier-files";

const site = thisSite();
writePublicFiles([
  ...renderDocuments(site, published, new Date()),
  ...(await pageTwins(site)),
  { path: "/lounge/verify.mjs", body: verifierModule() },
  { path: "/lounge/vectors.json", body: verifierVectors() },
]);
