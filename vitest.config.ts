import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = path.dirname(new URL(import.meta.url).pathname);

interface Options {
  include?: string[];
  exclude?: string[];
  /** Files at a time: as many as the smallest machine has cores, but more where files wait most of the time. */
  maxWorkers?: number;
  maxConcurrency?: number;
  isolate?: boolean;
  setupFiles?: string[];
  globalSetup?: string[];
}

/** What the product logs belongs to a failure's report only: see there. */
const LOG = "tests/support/held-log.ts";
/** How often properties are tried: see there. */
const PROPERTIES = "tests/support/properties.ts";
/** For files that share what their worker has loaded. */
const SHARED = "tests/support/shared-modules.ts";
/** For files that call route files' functions by themselves: see there. */
const DOORLESS = "tests/support/without-own-doors.ts";
/** Who has them tried more often waits longer. */
const PATIENCE = Math.max(1, Number(process.env.PROPERTY_RUNS ?? 100) / 100);

/**
 * Files that take long for what they add to the others of their kind: `npm test` leaves them to `npm run test:full`. What
 * they hold up, the till's simulator or a shorter file holds up as well, in fewer forms.
 */
const LONGER = [
  ...[
    "agents-feedback",
    "home-access",
    "lounge",
    "lounge-mint",
    "lounge-sign-in",
    "page-tools",
    "pay-troubles",
    "security-desk",
    "steady-pages",
    "token-wallet",
  ].map((name) => `tests/e2e/${name}.test.ts`),
  ...[
    "agents-feedback",
    "bazaar-peer",
    "bought-from-lines",
    "chains-processes",
    "crash",
    "credited",
    "discovery-links",
    "doctor",
    "drain",
    "facilitator-faults",
    "health-faults",
    "ledger-commands",
    "listing-oracle",
    "lounge-mint",
    "mpp-faults",
    "mpp-peer",
    "mpp-penniless",
    "node-host",
    "node-host-http",
    "penniless",
    "once",
    "operator-practice",
    "own-grade",
    "provider-faults",
    "reasons",
    "receipts-peer",
    "recover-payments",
    "resources",
    "settle-failover",
    "two-instances",
    "work-in-vain",
  ].map((name) => `tests/integration/${name}.test.ts`),
  ...[
    "agents-directory",
    "archive",
    "canary",
    "chat-models",
    "desk-failures",
    "desks-never-clear",
    "desks-hanging-provider",
    "desks-providers",
    "lounge-other-mints",
    "lounge-overlay",
    "newcomers",
    "reconcile-transfers",
    "sandbox-upstream-main",
    "security-holders",
    "simulator",
    "solana-flood",
    "till-model",
    "till-scripts",
    "till-workers",
    "token-faults",
  ].map((name) => `tests/unit/${name}.test.ts`),
];

/** TEST_FILES: `all` (the default), `shorter` or `longer`. */
const FILES = process.env.TEST_FILES ?? "all";
if (!["all", "shorter", "longer"].includes(FILES))
  throw new Error(`TEST_FILES takes all, shorter or longer, not ${FILES}`);

/** One project a kind of test, by what it needs to run: nothing, the catalog, a running sandbox, a browser. */
function project(
  name: string,
  testTimeout: number,
  { include, exclude = [], setupFiles = [], ...options }: Options = {},
) {
  const all = include ?? [`tests/${name}/**/*.test.ts`];
  const longer = LONGER.filter((file) => include?.includes(file) ?? file.startsWith(`tests/${name}/`));
  return {
    extends: true as const,
    test: {
      name,
      include: FILES === "longer" && longer.length > 0 ? longer : all,
      exclude: FILES === "shorter" ? [...exclude, ...longer] : exclude,
      testTimeout,
      hookTimeout: 120_000,
      setupFiles: [LOG, ...setupFiles],
      ...options,
    },
  };
}

/**
 * Unit tests that set the environment, which the product reads once, or that replace modules: each has modules of its own.
 * All others share what a worker has loaded, as loading it takes longer than most of them run; a file that would
 * need to stand here fails and says so.
 */
const ALONE = [
  "accuracy-ledger",
  "agents",
  "agents-attribution",
  "agents-directory",
  "agents-erc8004",
  "agents-feedback",
  "agents-feedback-solana",
  "agents-sap",
  "alarms",
  "alerting",
  "archive",
  "ask-self",
  "catalog-documentation",
  "chat-caller-gone",
  "client-address",
  "curve-not-loaded",
  "facilitator-cdp",
  "facilitator-client",
  "facilitator-failover",
  "facilitator-supported",
  "free-call",
  "front-door-route-limit",
  "front-door-routes",
  "guessed-keys",
  "held-payments",
  "host-worker",
  "idempotent-answer",
  "journal",
  "last-sales",
  "mcp-plain-clients",
  "metrics",
  "moved-by-others",
  "newcomers",
  "ledger",
  "landed-otherwise",
  "ledger-requests",
  "listed-origins",
  "look-at-itself",
  "lost-in-dust",
  "lounge-anchor",
  "lounge-badges",
  "lounge-certificates",
  "lounge-credited",
  "lounge-feed",
  "lounge-hide",
  "lounge-memo",
  "lounge-mint",
  "lounge-other-mints",
  "lounge-outcomes",
  "lounge-overlay",
  "lounge-publish",
  "lounge-open",
  "old-payments",
  "operator-routes",
  "own-door",
  "own-wallets",
  "pay-link",
  "proved-lies",
  "rate-limit-count-request",
  "receipt-signing",
  "recover-in-background",
  "reconcile-token",
  "reconcile-transfers",
  "refunds",
  "receipt-route",
  "receiving-account",
  "sale-questions",
  "store-time-limit",
  "strays",
  "switches",
  "security-requested-paths",
  "schedules",
  "security-audits",
  "security-callers",
  "security-depth",
  "security-guard",
  "security-opt-out",
  "security-holders",
  "security-lock",
  "security-split-resolver",
  "security-paid",
  "security-unpaid",
  "security-surface",
  "security-scan-tools",
  "security-web-bot-auth",
  "simulator",
  "solana-rpc",
  "sources-tokens",
  "till-scripts",
  "till-workers",
  "sandbox-token-purchase",
  "token-faults",
  "token-holders",
  "token-keep-fresh",
  "token-launch-switch",
  "token-preview",
  "token-rail",
  "token-state",
  "wallet-proof",
].map((name) => `tests/unit/${name}.test.ts`);

/**
 * Files that take long for their size: they begin first, so that no worker is left alone with one in the end. The runner
 * knows by itself only what it saw on this machine before.
 */
const LONGEST: readonly RegExp[] = [
  /full\/(desk-matrix|simulator-sabotage|till-model|till-scripts|accuracy-year|hostile-text|till-workers|desk-fallbacks)/,
  /unit\/(till-|simulator|desk-|desks-providers|sandbox-upstream-main|sandbox-redis-main|sources-fetcher|security-audits)/,
  /integration\/(crash|health-faults|two-instances|recover-payments|receipts|facilitator-|once|openapi|provider-faults|desks)/,
  /sandbox\/(sandbox-command|mcp-conformance)/,
];

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((pattern) => pattern.test(moduleId));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    environment: "node",
    env: { LOCAL_WORLD: "true" }, // one store is enough for a test
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    disableConsoleIntercept: true, // LOG keeps it
    projects: [
      project("unit", 60_000 * PATIENCE, {
        exclude: ALONE,
        isolate: false,
        maxWorkers: 3,
        setupFiles: [PROPERTIES, SHARED],
      }),
      project("unit-alone", 60_000 * PATIENCE, {
        include: ALONE,
        maxWorkers: 3,
        setupFiles: [PROPERTIES, DOORLESS],
      }),
      project("contract", 60_000 * PATIENCE, { isolate: false, setupFiles: [PROPERTIES, SHARED] }),
      project("integration", 60_000, { maxWorkers: 3, setupFiles: ["tests/support/watch-answers.ts"] }),
      project("e2e", 60_000),
      project("full", 300_000, { include: ["tests/full/*.test.ts"] }),
      project("sandbox-full", 300_000, {
        include: ["tests/full/sandbox/*.test.ts"],
        globalSetup: ["tests/support/install-validators.ts"],
      }),
      project("faults", 300_000, { maxConcurrency: 8 }), // at least as many as it has slots
    ],
  },
});
