/** The arrows of the house: app → lib/<domain> → sources, payments → chains → http, store → env; the catalog imports nothing. */
const catalog =
  "^lib/catalog/|^lib/(?!sources/|security/probes/).*/(vocabulary|entry|answer|documentation)\\.ts$";
/** The lists of all routes. */
const lists = "^lib/catalog/(index|published|answers\\.checked|(entries|documentation)\\.generated)\\.ts$";
const answers = "^lib/catalog/intel/answers/|^lib/(?!sources/|security/probes/).*/answer\\.ts$";
const documentation =
  "^lib/.*/documentation\\.ts$|^lib/catalog/(document|published|documentation\\.generated|answers\\.checked|intel/document|intel/headline-sample)\\.ts$";
const domains =
  "^lib/(desks|canary|accuracy|mesh|security|identity|lounge|chat|discovery|resources|mcp|a2a|token|solana-rpc|pay-link)/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "catalog-imports-only-itself",
      comment:
        "a browser may import the catalog: how routes are described, and every description; curated lists are plain data",
      severity: "error",
      from: { path: catalog, pathNot: lists },
      to: { pathNot: `${catalog}|^lib/curated/|^node_modules/zod/` },
    },
    {
      name: "answer-entry-documentation",
      comment: "one way: an answer knows no entry, and neither knows what is said of it",
      severity: "error",
      from: { path: catalog, pathNot: `${documentation}|${lists}` },
      to: { path: documentation },
    },
    {
      name: "answers-know-no-entry",
      severity: "error",
      from: { path: `${answers}|^lib/.*/vocabulary\\.ts$` },
      to: { path: "^lib/.*/entry\\.ts$" },
    },
    {
      name: "lib-knows-no-app",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|host|components|middleware|sandbox|tests|scripts|bench)" },
    },
    {
      name: "http-and-store-stand-below",
      severity: "error",
      from: { path: "^lib/(http|store)/" },
      to: { path: `^lib/(chains|payments|sources|front-door)|${domains}` },
    },
    {
      name: "curated-lists-are-data",
      severity: "error",
      from: { path: "^lib/curated/" },
      to: { path: "^(lib|app|components|sandbox|scripts)/", pathNot: "^lib/curated/" },
    },
    { name: "env-stands-lowest", severity: "error", from: { path: "^lib/env\\.ts$" }, to: { path: "^lib/" } },
    {
      name: "sources-know-no-domain",
      severity: "error",
      from: { path: "^lib/sources/" },
      to: { path: `^lib/payments/|${domains}` },
    },
    {
      name: "chains-know-no-payment",
      comment: "what a chain tells hangs on no ledger, no payment and no rail",
      severity: "error",
      from: { path: "^lib/chains/" },
      to: { path: `^lib/(payments|sources|front-door)|${domains}` },
    },
    {
      name: "payments-know-no-domain",
      severity: "error",
      from: { path: "^lib/payments/" },
      to: { path: `^lib/sources/|${domains}` },
    },
    {
      name: "desks-are-strangers",
      comment:
        "a desk never imports another desk's internals; what several need lies in lib/desks itself, and what bundles share in bundle",
      severity: "error",
      from: { path: "^lib/desks/([^/]+)/" },
      to: {
        path: "^lib/desks/[^/]+/",
        pathNot:
          "^lib/desks/$1/|^lib/desks/bundle/|^lib/desks/[^/]+/(parts/)?(handler|vocabulary|entry|answer|documentation)\\.ts$",
      },
    },
    {
      name: "gatherers-know-no-formula",
      comment:
        "what is read does not hang on how it is composed; what both ask, such as whether a venue gives a score, stands in a file of its own",
      severity: "error",
      from: { path: "^lib/desks/.*gather[^/]*\\.ts$" },
      to: {
        path: "^lib/desks/.*/(compose|score)\\.ts$|^lib/desks/(positioning|tape|score)(-figures)?\\.ts$",
      },
    },
    {
      name: "front-door-stays-small",
      comment: "no schemas and no SDK in the middleware",
      severity: "error",
      from: { path: "^(middleware|lib/front-door)\\.ts$" },
      to: { path: "^node_modules/(zod|@x402|@solana|viem|@modelcontextprotocol)/", reachable: true },
    },
    {
      name: "public-suffixes-stay-with-scans",
      comment: "the list is 45 KB of gzip: of what every paid function loads nothing reaches it",
      severity: "error",
      from: { path: "^lib/(serve|payments/|security/callers/)" },
      to: { path: "^node_modules/tldts", reachable: true },
    },
    {
      name: "contract-stays-out-of-routes",
      comment: "it is rendered when the service is built; the edge functions don't carry it",
      severity: "error",
      from: { path: "^(app/api/|middleware)" },
      to: { path: "^lib/discovery/openapi/", reachable: true },
    },
    {
      name: "answers-stay-out-of-what-runs",
      comment: "schemas of answers are for documents, lists and checks; audits read kept reports with theirs",
      severity: "error",
      from: {
        path: "^(app/api|lib|middleware)",
        pathNot: `${answers}|${documentation}|^lib/security/(headers|readiness|scan)/handler\\.ts$`,
      },
      to: { path: answers },
    },
    {
      name: "documentation-stays-out-of-what-runs",
      comment: "the list of what is for sale shows the samples; nothing else that runs needs them",
      severity: "error",
      from: {
        path: "^(app/api|lib|middleware)",
        pathNot: `${documentation}|^lib/resources/resources/handler\\.ts$`,
      },
      to: { path: documentation },
    },
    {
      name: "no-node-at-the-edge",
      severity: "error",
      from: { path: "^(lib|middleware)" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "product-needs-no-development-dependency",
      comment: "an install without them must serve what was built",
      severity: "error",
      from: { path: "^(app|host|lib|components|middleware)" },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "tests-are-not-product",
      severity: "error",
      from: { path: "^(app|host|lib|components|sandbox|scripts|bench)" },
      to: { path: "^tests/" },
    },
  ],
  options: {
    tsPreCompilationDeps: false, // types are erased: only what runs is an arrow here; for circles see .dependency-circles.mjs
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.next/|^(bench|tests)/peers/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
