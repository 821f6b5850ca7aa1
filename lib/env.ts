/**
 * The only reader of `process.env`. Each setting is one row: how it is read, and its default. What it means and where to get it
 * is said in setting-words.ts, which no function loads; `.env.example` and the operations guide's table are tested against both.
 *
 * The rows carry their own small parsers instead of zod because the front door imports them, and its size is part
 * of what the first request of every instance costs.
 */

interface Setting<T> {
  read(raw: string, name: string): T;
  /** Used when the variable is absent or empty; `undefined` means that the setting may be missing. */
  fallback: T;
}

/** Settings that can't be used. The message has a line for each of `problems`, and no setting's value. */
export class EnvError extends Error {
  override name = "EnvError";
  constructor(
    message: string,
    readonly problems: readonly string[] = [message],
  ) {
    super(message);
  }
}

const problemOf = (name: string, wanted: string): string => `${name} must be ${wanted}. See .env.example.`;

const fail = (name: string, wanted: string): never => {
  throw new EnvError(problemOf(name, wanted));
};

/** Read as a T; absent, it is the fallback's own type, so that a setting with a default is never undefined. */
type Row<T, F> = Omit<Setting<T>, "fallback"> & { fallback: F };

function text<F extends string | undefined>(fallback: F, most = Infinity): Row<string, F> {
  const read = (raw: string, name: string): string =>
    raw.length > most ? fail(name, `at most ${most} characters`) : raw;
  return { read, fallback };
}

/** The longest notice and the longest origin, in characters: a 402 has them in its headers, which have little room. */
export const MAX_NOTICE = 100;
export const MAX_ORIGIN = 82;

/** Text that nobody guesses. */
const SECRET_LENGTH = 32;

function secret(characters = SECRET_LENGTH): Row<string, undefined> {
  const read = (raw: string, name: string): string =>
    raw.length < characters ? fail(name, `at least ${characters} characters`) : raw;
  return { read, fallback: undefined };
}

/** Text of one form. */
function matching(pattern: RegExp, wanted: string): Row<string, undefined> {
  return { read: (raw, name) => (pattern.test(raw) ? raw : fail(name, wanted)), fallback: undefined };
}

/** `fetch` takes no address with a user's name in it. */
const isWeb = (raw: string): boolean =>
  URL.canParse(raw) && /^https?:\/\/[^/?#@]+(?:[/?]|$)/i.test(raw) && !raw.includes("#");

function webAddress<F extends string | undefined>(
  fallback: F,
  isFit: (raw: string) => boolean,
  wanted: string,
): Row<string, F> {
  const read = (raw: string, name: string): string =>
    isFit(raw) ? raw.replace(/\/+$/, "") : fail(name, wanted);
  return { read, fallback };
}

/** An address that is asked as it stands; its query may carry a key. */
const url = <F extends string | undefined>(fallback: F): Row<string, F> =>
  webAddress(fallback, isWeb, "an http or https address without a user and a fragment");

/** An address that paths are added to. */
const base = <F extends string | undefined>(fallback: F): Row<string, F> =>
  webAddress(
    fallback,
    (raw) => isWeb(raw) && !raw.includes("?"),
    "an http or https address without a user, a query and a fragment, as paths are added to it",
  );

/** Of addresses, those with nothing but a scheme, a host and a port. */
const ORIGIN = /^https?:\/\/(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?::\d+)?\/?$/iu;

function origin(): Row<string, undefined> {
  const read = (raw: string, name: string): string => {
    if (!ORIGIN.test(raw) || !URL.canParse(raw))
      return fail(
        name,
        "an origin and nothing behind it: a scheme, a host and, if need be, a port, such as https://svc.example.com",
      );
    const { origin } = new URL(raw);
    return origin.length > MAX_ORIGIN ? fail(name, `at most ${MAX_ORIGIN} characters`) : origin;
  };
  return { read, fallback: undefined };
}

function integer<F extends number | undefined>(
  fallback: F,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): Row<number, F> {
  const read = (raw: string, name: string): number => {
    const value = Number(raw);
    if (!/^\d+$/.test(raw) || value < min || value > max)
      return fail(name, `a whole number from ${min} to ${max}`);
    return value;
  };
  return { read, fallback };
}

/** Timers that are set for longer than this ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const milliseconds = (fallback: number, min: number): Row<number, number> =>
  integer(fallback, min, LONGEST_TIMER_MS);

function decimal(fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER): Setting<number> {
  const read = (raw: string, name: string): number => {
    const value = Number(raw);
    if (/^\d+(\.\d+)?$/.test(raw) && value >= min && value <= max) return value;
    return fail(name, min === 0 ? "a number that is not negative" : `a number from ${min} to ${max}`);
  };
  return { read, fallback };
}

function flag(): Row<boolean, undefined> {
  const read = (raw: string, name: string): boolean =>
    raw === "true" ? true : raw === "false" ? false : fail(name, "true or false");
  return { read, fallback: undefined };
}

function oneOf<const V extends string, F extends V | undefined>(
  values: readonly V[],
  fallback: F,
): Row<V, F> {
  const read = (raw: string, name: string): V =>
    values.find((value) => value === raw) ?? fail(name, `one of ${values.join(", ")}`);
  return { read, fallback };
}

function list(form?: { pattern: RegExp; name: string }): Setting<readonly string[]> {
  const read = (raw: string, name: string): string[] => {
    const items = raw
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    const fits = form === undefined || items.every((item) => form.pattern.test(item));
    return fits ? items : fail(name, `a comma-separated list of ${form.name}`);
  };
  return { read, fallback: [] };
}

/** A private Ed25519 key as OpenSSL writes it, PEM or its bare base64; read as the 48 bytes' base64. */
function ed25519Key(): Row<string, undefined> {
  const read = (raw: string, name: string): string => {
    const body = raw.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
    // Base64 of the one PKCS #8 frame of Ed25519 (RFC 8410), then the key's 32 bytes.
    if (/^MC4CAQAwBQYDK2VwBCIEI[A-P][A-Za-z0-9+/]{42}$/.test(body)) return body;
    return fail(
      name,
      "a private Ed25519 key: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`",
    );
  };
  return { read, fallback: undefined };
}

/** Base64 of 64 bytes, the Ed25519 seed and its public half: what Coinbase's portal shows of such a key. */
const CDP_ED25519 = /^[A-Za-z0-9+/]{86}==$/;
/** Base64 of the one SEC 1 frame of a P-256 key (RFC 5915) that names its curve and carries its public half. */
const CDP_SEC1 = /^MHcCAQEEI[A-P][A-Za-z0-9+/]{42}oAoGCCqGSM49AwEHoUQDQgAE[A-Za-z0-9+/]{86}==$/;
/** The same key in PKCS #8 (RFC 5958). */
const CDP_PKCS8 =
  /^MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg[A-Za-z0-9+/]{43}hRANCAA[Q-T][A-Za-z0-9+/]{85}$/;

/** A secret of Coinbase's portal, as it shows it; read as bare base64, whose form tells which kind of key it is. */
function cdpSecret(): Row<string, undefined> {
  const read = (raw: string, name: string): string => {
    const body = raw.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
    if ([CDP_ED25519, CDP_SEC1, CDP_PKCS8].some((form) => form.test(body))) return body;
    return fail(
      name,
      "a CDP key's secret as the portal shows it: base64 of 64 bytes (Ed25519), or the PEM of an EC key on P-256 with its public half (`openssl pkcs8 -topk8 -nocrypt -in key.pem` writes one)",
    );
  };
  return { read, fallback: undefined };
}

const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const feePayers = (): Setting<readonly string[]> =>
  list({ pattern: SOLANA_ADDRESS, name: "Solana addresses" });

export const SETTINGS = {
  // What the service calls itself and where it answers
  NEXT_PUBLIC_SERVICE_NAME: text("svc"),
  PUBLIC_ORIGIN: origin(),
  CONTACT_EMAIL: matching(/^[^\s@:<>]+@[^\s@:<>]+$/, "an e-mail address alone, such as help@example.com"),
  SERVICE_NOTICE: text(undefined, MAX_NOTICE),
  LOCAL_WORLD: flag(),

  // Networks and money
  NETWORK: oneOf(["mainnet", "testnet"], undefined),
  EVM_PAY_TO: matching(/^0x(?!0{40})[\da-f]{40}$/i, "an address on Base: 0x and 40 hexadecimal digits"),
  SOLANA_PAY_TO: matching(SOLANA_ADDRESS, "an address on Solana: 32 to 44 letters and digits (base58)"),
  EVM_RPC_URL: url(undefined),
  SOLANA_RPC_URL: url(undefined),
  EVM_RPC_SECOND_URL: url(undefined),
  SOLANA_RPC_SECOND_URL: url(undefined),
  FACILITATOR_PRIMARY_URL: base("https://facilitator.payai.network"),
  FACILITATOR_PRIMARY_TOKEN: text(undefined),
  FACILITATOR_PRIMARY_FEE_PAYERS: feePayers(),
  FACILITATOR_FALLBACK_URL: base("https://x402.dexter.cash"),
  FACILITATOR_FALLBACK_TOKEN: text(undefined),
  FACILITATOR_FALLBACK_FEE_PAYERS: feePayers(),
  FACILITATOR_THIRD_URL: base(undefined),
  FACILITATOR_THIRD_TOKEN: text(undefined),
  FACILITATOR_THIRD_FEE_PAYERS: feePayers(),
  CDP_API_KEY_ID: text(undefined),
  CDP_API_KEY_SECRET: cdpSecret(),
  CDP_API_ORIGIN: url("https://api.cdp.coinbase.com"),
  FACILITATOR_VERIFY_TIMEOUT_MS: milliseconds(3_000, 50),
  FACILITATOR_SETTLE_TIMEOUT_MS: milliseconds(9_000, 50),
  FACILITATOR_SUPPORTED_TIMEOUT_MS: milliseconds(2_000, 50),
  FACILITATOR_SUPPORTED_REFRESH_MS: milliseconds(60_000, 0),
  FACILITATOR_BREAKER_MS: milliseconds(15_000, 0),
  FACILITATOR_QUOTA_PER_MINUTE: integer(600, 4),
  PAYERS_NOT_SERVED: list({
    pattern: /^(0x[\da-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
    name: "wallet addresses of EVM chains or Solana",
  }),
  EVM_SCREEN_ORACLE: matching(
    /^0x(?!0{40})[\da-f]{40}$/i,
    "a contract's address: 0x and 40 hexadecimal digits",
  ),
  SOLANA_MAX_PRIORITY_FEE_LAMPORTS: integer(100_000, 0),
  MPP_SECRET_KEY: list(),
  RECEIPT_SIGNING_KEY: ed25519Key(),
  RECEIPT_PREVIOUS_KEYS: list({ pattern: /^[A-Za-z0-9_-]{43}$/, name: "public Ed25519 keys in base64url" }),
  LOUNGE_LOG_KEY: ed25519Key(),
  LOUNGE_LOG_ORIGIN: matching(/^[^\s+]+$/, "a name without spaces and plus signs"),
  LOUNGE_LOG_FLOOR: matching(
    /^\d{1,15}:[\da-f]{64}$/,
    "a checkpoint's size, a colon, and its root in 64 hexadecimal digits",
  ),
  LOUNGE_MEMO_SECRET: secret(),
  LOUNGE_ANCHOR_KEY: ed25519Key(),

  // The service's own token
  TOKEN_LAUNCHED: flag(),
  TOKEN_MINT: text(undefined),
  TOKEN_SYMBOL: text("TCX"),
  TOKEN_PROGRAM: oneOf(["spl-token", "token-2022"], "spl-token"),
  TOKEN_DECIMALS: integer(6, 0, 12),
  TOKEN_TREASURY: text(undefined),
  TOKEN_QUOTE_SECRET: list(),
  TOKEN_MERCHANTS: list({
    pattern: /^[a-z0-9-]{1,20}:(live|soon)$/,
    name: "merchants as id:live or id:soon",
  }),
  TOKEN_POOL: text(undefined),
  TOKEN_PRICE_MAX_AGE_SEC: integer(180, 1),
  TOKEN_PRICE_MAX_SPREAD_PCT: decimal(5),
  TOKEN_MIN_LIQUIDITY_USD: decimal(20_000),
  TOKEN_DAILY_CAP_USD: decimal(1_000),
  TOKEN_HOLDER_FROM: integer(1, 1),
  TOKEN_FREE_CALLS_PER_DAY: integer(100, 1),
  TOKEN_DELUXE_FROM: integer(0, 0),
  TOKEN_EXECUTIVE_FROM: integer(0, 0),
  TOKEN_PRESIDENT_FROM: integer(0, 0),

  // Redis
  UPSTASH_REDIS_REST_URL: base(undefined),
  UPSTASH_REDIS_REST_TOKEN: text(undefined),
  LEDGER_REDIS_REST_URL: base(undefined),
  LEDGER_REDIS_REST_TOKEN: text(undefined),
  STORE_PREFIX: text(undefined),
  STORE_TIMEOUT_MS: milliseconds(2_000, 50),

  // The till's durations
  CALL_BUDGET_SCALE: decimal(1, 0.01, 100),
  LEDGER_CLAIM_GRACE_MS: milliseconds(10_000, 0),
  LEDGER_ANSWER_TTL_SEC: integer(86_400, 1),
  LEDGER_KEY_TTL_SEC: integer(2_592_000, 1),
  LEDGER_COOLDOWN_MS: milliseconds(60_000, 0),
  LEDGER_SCAN_COOLDOWN_MS: milliseconds(86_400_000, 0),
  LEDGER_CREDIT_WAIT_MS: milliseconds(120_000, 0),
  LEDGER_CREDITED_FOR_MS: milliseconds(3_600_000, 0),
  LEDGER_ABANDONED_AFTER_MS: milliseconds(120_000, 0),
  TRUST_SEARCH_AFTER_MS: milliseconds(60_000, 0),
  TRUST_FINAL_AFTER_MS: milliseconds(1_200_000, 0),
  TRUST_UNSEEN_SALES: integer(25, 0),
  TRUST_UNSEEN_USD: decimal(5, 0, 1_000_000),
  TRUST_SILENT_USD_PER_HOUR: decimal(100, 0, 1_000_000),
  LEDGER_WAIT_MS: milliseconds(6_000, 0),
  LEDGER_CAPACITY_BYTES: integer(268_435_456, 1),

  // The front door
  TRUSTED_PROXY_HOPS: integer(0, 0, 10),
  RATE_LIMIT_PER_MINUTE: integer(120, 1),

  // The tool endpoint
  MCP_ALLOWED_ORIGINS: list({
    pattern: /^https?:\/\/[^/?#@\s]+$/,
    name: "origins, such as https://app.example.com",
  }),

  // Language models for the chat route
  CHAT_MODEL_BASE_URL: base(undefined),
  CHAT_MODEL_API_KEY: text(undefined),
  CHAT_MODELS: list(),
  CHAT_DAILY_TOKENS: integer(2_000_000, 0),
  CHAT_PAYER_DAILY_TOKENS: integer(100_000, 0),
  CHAT_NEWCOMERS_DAILY_TOKENS: integer(200_000, 0),

  // Sources
  UPSTREAM_ORIGIN: base(undefined),
  UPSTREAM_TIMEOUT_MS: milliseconds(4_000, 50),
  UPSTREAM_BREAKER_MS: milliseconds(20_000, 0),
  HELIUS_API_KEY: text(undefined),
  JUPITER_API_KEY: text(undefined),
  JUPITER_PER_MINUTE: integer(60, 2),
  SOURCE_WINDOW_SCALE: decimal(1),

  // Security desk
  SCAN_ORIGIN: base(undefined),
  SCAN_DOH_FIRST_URL: url("https://cloudflare-dns.com/dns-query"),
  SCAN_DOH_SECOND_URL: url("https://dns.google/resolve"),
  SCAN_DOH_TIMEOUT_MS: milliseconds(2_000, 50),
  SCAN_REQUEST_TIMEOUT_MS: milliseconds(5_000, 50),
  SCAN_SPACING_MS: milliseconds(600_000, 0),
  SCAN_ATTESTATION_SECRET: secret(16),
  SCAN_SIGNING_KEY: ed25519Key(),
  SCAN_EXCLUDED_DOMAINS: list({
    pattern: /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/,
    name: "domains in lower case",
  }),
  SCAN_HOURLY_LIMIT: integer(6, 1),
  SCAN_REFUSED_LIMIT: integer(6, 1),
  SCAN_REFUSED_HOURLY_LIMIT: integer(20, 1),
  SCAN_CALLER_REFUSED_LIMIT: integer(10, 1),
  SCAN_ADDRESS_REQUESTS: integer(6, 1),
  SCAN_PLATFORM_ADDRESS_REQUESTS: integer(24, 1),
  SCAN_NETWORK_SCANS: integer(4, 1),
  SCAN_PLATFORM_NETWORK_SCANS: integer(64, 1),
  SCAN_ADDRESS_HOURLY_SCANS: integer(60, 1),
  SCAN_ADDRESS_HOURLY_REQUESTS: integer(1_200, 1),
  SCAN_REQUESTS_UNDER_WAY: integer(200, 1),

  // Agents
  AGENT_HOURLY_LIMIT: integer(20, 1),

  AGENT_LINK_CONFIRMATIONS: integer(3, 1),
  AGENT_TOKEN_ID: integer(undefined, 0),
  SIGNATURE_AGENTS: flag(),

  // Schedules
  CRON_SECRET: secret(16),

  // Operators
  OPERATOR_SECRET: secret(),
  REFUND_WALLETS: list({
    pattern: /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
    name: "wallets on Base or Solana",
  }),

  // Alerts
  ALERT_WEBHOOK_URL: list({
    pattern: /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])[^\s#@]+$/i,
    name: "https addresses",
  }),
  ALERT_WEBHOOK_FORM: oneOf(["slack", "discord", "telegram", "pagerduty", "ntfy", "json"], undefined),
  ALERT_WEBHOOK_SECRET: secret(),
  ALERT_MIN_SEVERITY: oneOf(["warning", "critical"], "warning"),
  ALERT_REPEAT_HOURS: integer(6, 1, 720),
  HEARTBEAT_URL: url(undefined),

  // Checks
  VALIDATE_OUTPUT: flag(),
  ALLOW_INCOMPLETE: flag(),

  // A server of one's own (npm start)
  PORT: integer(3000, 0, 65_535),
  LISTEN_ADDRESS: text("0.0.0.0"),
  WORKERS: integer(0, 0, 256),
  RECEIVE_SECONDS: integer(30, 1, 3_600),
  DRAIN_SECONDS: integer(0, 0, 600),
  SHUTDOWN_SECONDS: integer(30, 1, 3_600),
  WORKER_PING_MS: milliseconds(5_000, 50),
  METRICS_PORT: integer(0, 0, 65_535),
  METRICS_ADDRESS: text("127.0.0.1"),

  // Set by the runtime and by Vercel
  NODE_ENV: text(undefined),
  VERCEL: text(undefined),
  VERCEL_ENV: oneOf(["production", "preview", "development"], undefined),
  VERCEL_URL: text(undefined),
  VERCEL_PROJECT_PRODUCTION_URL: text(undefined),
  VERCEL_GIT_COMMIT_REF: text(undefined),
} as const;

type Value<S> = S extends { read(raw: string, name: string): infer T; fallback: infer F } ? T | F : never;
type Raw = { -readonly [Name in keyof typeof SETTINGS]: Value<(typeof SETTINGS)[Name]> };

/** The settings as read, with those that depend on the platform filled in. */
export interface Env extends Raw {
  NETWORK: "mainnet" | "testnet";
  PUBLIC_ORIGIN: string;
  STORE_PREFIX: string;
  VALIDATE_OUTPUT: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Notes a setting that can't be used; a setting's first problem alone counts. */
type Refuse = (name: string, wanted: string) => void;

/** Reads and checks all settings. Throws EnvError with every setting that can't be used, and what it must be. */
export function parseEnv(variables: Variables): Env {
  const { settings, problems } = readSettings(variables);
  if (problems.length > 0) throw new EnvError(problems.join("\n"), problems);
  return settings;
}

/** Returns the settings with a line for each that can't be used; an unreadable one has its default. Throws only on bugs. */
export function readSettings(variables: Variables): { settings: Env; problems: readonly string[] } {
  const problems = new Map<string, string>();
  const raw: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = variables[name]?.trim();
    raw[name] = setting.fallback;
    try {
      if (value) raw[name] = setting.read(value, name);
    } catch (error) {
      if (!(error instanceof EnvError)) throw error;
      problems.set(name, error.message);
    }
  }
  const settings = raw as Raw; // every row was read by its own parser above
  const refuse: Refuse = (name, wanted) => {
    if (!problems.has(name)) problems.set(name, problemOf(name, wanted));
  };
  return { settings: checked(settings, refuse), problems: [...problems.values()] };
}

/** Checks settings beside each other, and fills in those that depend on the platform. */
function checked(settings: Raw, fail: Refuse): Env {
  if (settings.MPP_SECRET_KEY.some((secret) => secret.length < 32))
    fail("MPP_SECRET_KEY", "at least 32 characters");
  refuseSharedSecret(settings, fail);
  if (settings.TOKEN_QUOTE_SECRET.some((secret) => secret.length < SECRET_LENGTH))
    fail("TOKEN_QUOTE_SECRET", `at least ${SECRET_LENGTH} characters`);
  if (settings.TOKEN_LAUNCHED === true) refuseHalfLaunched(settings, fail);
  const NETWORK = settings.NETWORK ?? defaultNetwork(settings, fail);
  if (NETWORK === "mainnet") refuseLocalWorld(settings, fail);
  refuseOtherNetwork(settings, NETWORK, fail);
  refuseSharedLedger(settings, fail);
  refuseLockedStore(settings, fail);
  if (NETWORK === "mainnet") refuseHiddenShop(settings, fail);
  refuseSharedKeys(settings, fail);
  if (settings.METRICS_PORT !== 0 && settings.METRICS_PORT === settings.PORT)
    fail("METRICS_PORT", "another port than PORT");
  refuseUnsignedCdp(settings, fail);
  refuseOneHost(settings, ["EVM_RPC_URL", "EVM_RPC_SECOND_URL"], fail);
  refuseOneHost(settings, ["SOLANA_RPC_URL", "SOLANA_RPC_SECOND_URL"], fail);
  return {
    ...settings,
    NETWORK,
    PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN ?? platformOrigin(settings) ?? "http://localhost:3000",
    STORE_PREFIX: settings.STORE_PREFIX ?? platformPrefix(settings),
    SIGNATURE_AGENTS: settings.SIGNATURE_AGENTS ?? settings.VERCEL_ENV !== undefined,
    VALIDATE_OUTPUT: settings.VALIDATE_OUTPUT ?? settings.VERCEL_ENV === "preview",
  };
}

/** A token that can be paid in or held takes all of its settings: each one missing would be found out by a payer. */
function refuseHalfLaunched(settings: Raw, fail: Refuse): void {
  const { TOKEN_QUOTE_SECRET: secrets, TOKEN_MERCHANTS: merchants, SOLANA_RPC_URL } = settings;
  for (const name of ["TOKEN_MINT", "TOKEN_TREASURY", "TOKEN_POOL"] as const)
    if (!SOLANA_ADDRESS.test(settings[name] ?? "")) fail(name, "a Solana address, as TOKEN_LAUNCHED is true");
  if (SOLANA_RPC_URL === undefined) fail("SOLANA_RPC_URL", "set, as TOKEN_LAUNCHED is true");
  if (secrets.length === 0)
    fail("TOKEN_QUOTE_SECRET", `at least ${SECRET_LENGTH} characters, as TOKEN_LAUNCHED is true`);
  const { TOKEN_QUOTE_SECRET: own, ...others } = settings;
  const values: unknown[] = Object.values(others).flat();
  if (own.some((secret) => values.includes(secret)))
    fail("TOKEN_QUOTE_SECRET", "another secret than every other setting's");
  const ids = merchants.map((row) => row.split(":")[0]);
  if (ids.length === 0 || new Set(ids).size < ids.length)
    fail("TOKEN_MERCHANTS", "at least one merchant, and each once, as TOKEN_LAUNCHED is true");
  if (settings.TOKEN_HOLDER_FROM > settings.TOKEN_DELUXE_FROM)
    fail("TOKEN_HOLDER_FROM", "at most TOKEN_DELUXE_FROM");
  const tiers = [settings.TOKEN_DELUXE_FROM, settings.TOKEN_EXECUTIVE_FROM, settings.TOKEN_PRESIDENT_FROM];
  if (tiers.some((from, index) => from <= (tiers[index - 1] ?? 0)))
    fail("TOKEN_DELUXE_FROM", "above 0 and below TOKEN_EXECUTIVE_FROM, and that below TOKEN_PRESIDENT_FROM");
}

/** Who reads the schedules' secret, or any other, must not become an operator by it. */
function refuseSharedSecret({ OPERATOR_SECRET, ...others }: Raw, fail: Refuse): void {
  const values: unknown[] = Object.values(others).flat();
  if (OPERATOR_SECRET !== undefined && values.includes(OPERATOR_SECRET))
    fail("OPERATOR_SECRET", "another secret than every other setting's");
}

/** Whether payments are real must not hang on what somebody forgot; on Vercel the deployment's kind says it. */
function defaultNetwork({ VERCEL, VERCEL_ENV, NODE_ENV }: Raw, fail: Refuse): "mainnet" | "testnet" {
  const isSaidByVercel = VERCEL !== undefined || VERCEL_ENV !== undefined;
  if (NODE_ENV === "production" && !isSaidByVercel)
    fail("NETWORK", "set in production: `mainnet` takes real USDC, `testnet` takes test coins only");
  return VERCEL_ENV === "production" ? "mainnet" : "testnet";
}

/** A database that takes no request without its token would be found out by the first call, or by a payment. */
function refuseLockedStore(settings: Raw, fail: Refuse): void {
  for (const name of ["UPSTASH_REDIS_REST", "LEDGER_REDIS_REST"] as const)
    if (settings[`${name}_URL`] !== undefined && settings[`${name}_TOKEN`] === undefined)
      fail(`${name}_TOKEN`, `set, as ${name}_URL is`);
}

/** A cache may evict, and an evicted record is a payment that buys twice. */
function refuseSharedLedger(
  { LOCAL_WORLD, UPSTASH_REDIS_REST_URL: cache, LEDGER_REDIS_REST_URL: ledger }: Raw,
  fail: Refuse,
): void {
  if (LOCAL_WORLD === true || cache === undefined) return;
  if (ledger === undefined || new URL(ledger).href === new URL(cache).href)
    fail(
      "LEDGER_REDIS_REST_URL",
      "the address of a database of its own, without eviction and with persistence; only where nothing is real may the ledger lie in the cache's (LOCAL_WORLD=true)",
    );
}

/** Two nodes of one host tell the same lie; in a local world a host has many ports. */
function refuseOneHost(
  settings: Raw,
  [first, second]: ["EVM_RPC_URL", "EVM_RPC_SECOND_URL"] | ["SOLANA_RPC_URL", "SOLANA_RPC_SECOND_URL"],
  fail: Refuse,
): void {
  const [one, other] = [settings[first], settings[second]];
  if (other === undefined) return;
  const hostOf = (address: string): string =>
    settings.LOCAL_WORLD === true ? new URL(address).host : new URL(address).hostname;
  if (one === undefined || hostOf(one) === hostOf(other))
    fail(second, `an address at another host than ${first}'s, which must be set too`);
}

const FACILITATORS = ["PRIMARY", "FALLBACK", "THIRD"] as const;

/** CDP takes no request without a token of its keys' own: a half-configured one would fail every payment. */
function refuseUnsignedCdp(settings: Raw, fail: Refuse): void {
  const { CDP_API_KEY_ID, CDP_API_KEY_SECRET, CDP_API_ORIGIN } = settings;
  if (CDP_API_KEY_ID === undefined && CDP_API_KEY_SECRET !== undefined)
    fail("CDP_API_KEY_ID", "set, as CDP_API_KEY_SECRET is");
  if (CDP_API_KEY_ID !== undefined && CDP_API_KEY_SECRET === undefined)
    fail("CDP_API_KEY_SECRET", "set, as CDP_API_KEY_ID is");
  for (const place of FACILITATORS) {
    const address = settings[`FACILITATOR_${place}_URL`];
    if (address === undefined || new URL(address).origin !== new URL(CDP_API_ORIGIN).origin) continue;
    if (CDP_API_KEY_ID === undefined) fail("CDP_API_KEY_ID", `set, as FACILITATOR_${place}_URL is CDP's`);
    if (settings[`FACILITATOR_${place}_TOKEN`] !== undefined)
      fail(`FACILITATOR_${place}_TOKEN`, "left out: requests to CDP carry tokens of CDP_API_KEY_ID");
  }
}

/** Where money is real, so is the world: nothing may stand in for the web, providers or CDP, nor answer for DNS unauthenticated. */
function refuseLocalWorld(settings: Raw, fail: Refuse): void {
  if (settings.LOCAL_WORLD === true) fail("LOCAL_WORLD", "left out on mainnet");
  if (settings.CDP_API_ORIGIN !== SETTINGS.CDP_API_ORIGIN.fallback)
    fail("CDP_API_ORIGIN", "left out on mainnet");
  for (const name of ["UPSTREAM_ORIGIN", "SCAN_ORIGIN"] as const)
    if (settings[name] !== undefined) fail(name, "left out on mainnet");
  for (const name of ["SCAN_DOH_FIRST_URL", "SCAN_DOH_SECOND_URL"] as const)
    if (!settings[name].startsWith("https://")) fail(name, "an https address on mainnet");
}

/** Whoever pays real money finds the service, and no one between reads or changes what is sold. */
function refuseHiddenShop({ PUBLIC_ORIGIN, NODE_ENV, VERCEL }: Raw, fail: Refuse): void {
  if (PUBLIC_ORIGIN === undefined) {
    if (NODE_ENV === "production" && VERCEL === undefined)
      fail("PUBLIC_ORIGIN", "set in production on mainnet: the address that buyers use");
    return;
  }
  const { protocol, hostname } = new URL(PUBLIC_ORIGIN);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    fail("PUBLIC_ORIGIN", "an https address on mainnet");
}

/** How providers of nodes name their networks in addresses. */
const NAMES = {
  mainnet: /(?<![a-z])mainnet(?![a-z])/i,
  testnet: /(?<![a-z])(?:sepolia|devnet|testnet)(?![a-z])/i,
};
const NODES = ["EVM_RPC_URL", "EVM_RPC_SECOND_URL", "SOLANA_RPC_URL", "SOLANA_RPC_SECOND_URL"] as const;

/** A payment on one network is looked for in vain on another: it would be served late, or never. */
function refuseOtherNetwork(settings: Raw, network: "mainnet" | "testnet", fail: Refuse): void {
  const other = network === "mainnet" ? "testnet" : "mainnet";
  for (const name of NODES)
    if (NAMES[other].test(settings[name] ?? "") && !NAMES[network].test(settings[name] ?? ""))
      fail(name, `a node of ${network}, as NETWORK says, and no other network's`);
  for (const place of FACILITATORS) {
    const address = settings[`FACILITATOR_${place}_URL`];
    if (
      network === "mainnet" &&
      address !== undefined &&
      /^(www\.)?x402\.org$/.test(new URL(address).hostname)
    )
      fail(`FACILITATOR_${place}_URL`, "a facilitator of mainnet: x402.org's settles on test networks alone");
  }
}

const KEYS = ["RECEIPT_SIGNING_KEY", "LOUNGE_LOG_KEY", "LOUNGE_ANCHOR_KEY", "SCAN_SIGNING_KEY"] as const;

/** What one key signs must be nothing to who trusts another, nor one loss both. */
function refuseSharedKeys(settings: Raw, fail: Refuse): void {
  for (const [index, name] of KEYS.entries())
    for (const earlier of KEYS.slice(0, index))
      if (settings[name] !== undefined && settings[name] === settings[earlier])
        fail(name, `another key than ${earlier}`);
}

function platformOrigin(settings: Raw): string | undefined {
  const host =
    settings.VERCEL_ENV === "production" ? settings.VERCEL_PROJECT_PRODUCTION_URL : settings.VERCEL_URL;
  return host && `https://${host}`;
}

/** Previews share a database: each branch gets keys of its own, none of them production's. */
function platformPrefix(settings: Raw): string {
  if (settings.VERCEL_ENV !== "preview") return "svc";
  return `svc-preview-${(settings.VERCEL_GIT_COMMIT_REF ?? "detached").replace(/[^a-zA-Z0-9-]/g, "-")}`;
}

let current: Env | undefined;

/** The process's settings, read once. */
export function env(): Env {
  return (current ??= parseEnv(process.env));
}
