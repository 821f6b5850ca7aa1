/** The arrows of the house: app → lib/<domain> → sources, payments → http, store → env; the catalog imports nothing. */
const domains = "^lib/(desks|accuracy|mesh|security|identity|lounge|chat|discovery|resources|mcp)/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "catalog-imports-only-itself",
      comment: "a browser may import the catalog",
      severity: "error",
      from: { path: "^lib/catalog/" },
      to: { pathNot: "^lib/catalog/|^node_modules/zod/" },
    },
    {
      name: "lib-knows-no-app",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components|middleware|sandbox|tests|scripts|bench)" },
    },
    {
      name: "http-and-store-stand-below",
      severity: "error",
      from: { path: "^lib/(http|store)/" },
      to: { path: `^lib/(payments|sources|front-door)|${domains}` },
    },
    { name: "env-stands-lowest", severity: "error", from: { path: "^lib/env\\.ts$" }, to: { path: "^lib/" } },
    {
      name: "sources-know-no-domain",
      severity: "error",
      from: { path: "^lib/sources/" },
      to: { path: `^lib/payments/|${domains}` },
    },
    {
      name: "payments-know-no-domain",
      severity: "error",
      from: { path: "^lib/payments/" },
      to: { path: `^lib/sources/|${domains}` },
    },
    {
      name: "desks-are-strangers",
      comment: "a desk never imports another desk's internals; what several need lies in lib/desks itself",
      severity: "error",
      from: { path: "^lib/desks/([^/]+)/" },
      to: { path: "^lib/desks/[^/]+/", pathNot: "^lib/desks/$1/|^lib/desks/[^/]+/index\\.ts$" },
    },
    {
      name: "front-door-stays-small",
      comment: "no schemas and no SDK in the middleware",
      severity: "error",
      from: { path: "^(middleware|lib/front-door)\\.ts$" },
      to: { path: "^node_modules/(zod|@x402|@solana|viem|@modelcontextprotocol)/", reachable: true },
    },
    {
      name: "contract-stays-out-of-routes",
      comment: "it is rendered when the service is built; the edge functions don't carry it",
      severity: "error",
      from: { path: "^(app/api/|middleware)" },
      to: { path: "^lib/discovery/openapi/", reachable: true },
    },
    {
      name: "told-stays-out-of-what-runs",
      comment:
        "schemas and samples of answers are for documents, lists and checks; audits read kept reports with theirs",
      severity: "error",
      from: {
        path: "^(app/api|lib|middleware)",
        pathNot:
          "\\.told\\.ts$|^lib/catalog/(published|answers\\.checked)\\.ts$|^lib/resources/resources\\.ts$|^lib/security/(headers|readiness|scan)\\.ts$",
      },
      to: { path: "\\.told\\.ts$|^lib/catalog/(tell|published|answers\\.checked)\\.ts$" },
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
      from: { path: "^(app|lib|components|middleware)" },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "tests-are-not-product",
      severity: "error",
      from: { path: "^(app|lib|components|sandbox|scripts|bench)" },
      to: { path: "^tests/" },
    },
    {
      name: "no-unresolved",
      severity: "error",
      from: { pathNot: "bindings\\.ts$" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: false, // types are erased: only what runs is an arrow,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.next/|^(bench|tests)/peers/|\\.generated\\.ts$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
