/**
 * The only reader of `process.env`. Each setting is one row: how it is read, its default, what it means and where
 * to get it; `.env.example` and the operations guide's table are tested against these rows.
 *
 * The rows carry their own small parsers instead of zod because the front door imports them, and its size is part
 * of what the first request of every instance costs.
 */

interface Setting<T> {
  read(raw: string, name: string): T;
  /** Used when the variable is absent or empty; `undefined` means that the setting may be missing. */
  fallback: T;
  /** One line for people, shown in `.env.example` and the operations guide. */
  about: string;
  /** A deployment (preview or production) can't be built without it; the text says where to get it. */
  requiredWhenDeployed?: string;
}

export class EnvError extends Error {
  override name = "EnvError";
}

const fail = (name: string, wanted: string): never => {
  throw new EnvError(`${name} must be ${wanted}. See .env.example.`);
};

type Options = Pick<Setting<unknown>, "requiredWhenDeployed">;
/** Read as a T; absent, it is the fallback's own type, so that a setting with a default is never undefined. */
type Row<T, F> = Omit<Setting<T>, "fallback"> & { fallback: F };

function text<F extends string | undefined>(
  about: string,
  fallback: F,
  options: Options = {},
): Row<string, F> {
  return { read: (raw) => raw, fallback, about, ...options };
}

/** Text that nobody guesses. */
const SECRET_LENGTH = 32;

function secret(about: string): Row<string, undefined> {
  const read = (raw: string, name: string): string =>
    raw.length < SECRET_LENGTH ? fail(name, `at least ${SECRET_LENGTH} characters`) : raw;
  return { read, fallback: undefined, about };
}

function url<F extends string | undefined>(
  about: string,
  fallback: F,
  options: Options = {},
): Row<string, F> {
  const read = (raw: string, name: string): string => {
    if (!URL.canParse(raw) || !/^https?:/.test(raw)) return fail(name, "an http or https address");
    return raw.replace(/\/+$/, "");
  };
  return { read, fallback, about, ...options };
}

function integer<F extends number | undefined>(
  about: string,
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
  return { read, fallback, about };
}

function decimal(about: string, fallback: number): Setting<number> {
  const read = (raw: string, name: string): number =>
    /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : fail(name, "a number that is not negative");
  return { read, fallback, about };
}

function flag(about: string): Row<boolean, undefined> {
  const read = (raw: string, name: string): boolean =>
    raw === "true" ? true : raw === "false" ? false : fail(name, "true or false");
  return { read, fallback: undefined, about };
}

function oneOf<const V extends string, F extends V | undefined>(
  about: string,
  values: readonly V[],
  fallback: F,
): Row<V, F> {
  const read = (raw: string, name: string): V =>
    values.find((value) => value === raw) ?? fail(name, `one of ${values.join(", ")}`);
  return { read, fallback, about };
}

function list(
  about: string,
  form?: { pattern: RegExp; name: string },
  options: Options = {},
): Setting<readonly string[]> {
  const read = (raw: string, name: string): string[] => {
    const items = raw
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    const fits = form === undefined || items.every((item) => form.pattern.test(item));
    return fits ? items : fail(name, `a comma-separated list of ${form.name}`);
  };
  return { read, fallback: [], about, ...options };
}

/** A private Ed25519 key as OpenSSL writes it, PEM or its bare base64; read as the 48 bytes' base64. */
function ed25519Key(about: string): Row<string, undefined> {
  const read = (raw: string, name: string): string => {
    const body = raw.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
    // Base64 of the one PKCS #8 frame of Ed25519 (RFC 8410), then the key's 32 bytes.
    if (/^MC4CAQAwBQYDK2VwBCIEI[A-P][A-Za-z0-9+/]{42}$/.test(body)) return body;
    return fail(
      name,
      "a private Ed25519 key: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`",
    );
  };
  return { read, fallback: undefined, about };
}

/** Base64 of 64 bytes, the Ed25519 seed and its public half: what Coinbase's portal shows of such a key. */
const CDP_ED25519 = /^[A-Za-z0-9+/]{86}==$/;
/** Base64 of the one SEC 1 frame of a P-256 key (RFC 5915) that names its curve and carries its public half. */
const CDP_SEC1 = /^MHcCAQEEI[A-P][A-Za-z0-9+/]{42}oAoGCCqGSM49AwEHoUQDQgAE[A-Za-z0-9+/]{86}==$/;
/** The same key in PKCS #8 (RFC 5958). */
const CDP_PKCS8 =
  /^MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg[A-Za-z0-9+/]{43}hRANCAA[Q-T][A-Za-z0-9+/]{85}$/;

/** A secret of Coinbase's portal, as it shows it; read as bare base64, whose form tells which kind of key it is. */
function cdpSecret(about: string): Row<string, undefined> {
  const read = (raw: string, name: string): string => {
    const body = raw.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
    if ([CDP_ED25519, CDP_SEC1, CDP_PKCS8].some((form) => form.test(body))) return body;
    return fail(
      name,
      "a CDP key's secret as the portal shows it: base64 of 64 bytes (Ed25519), or the PEM of an EC key on P-256 with its public half (`openssl pkcs8 -topk8 -nocrypt -in key.pem` writes one)",
    );
  };
  return { read, fallback: undefined, about };
}

const UPSTASH = "a Redis database's page in the Upstash console, under REST API";

export const SETTINGS = {
  // What the service calls itself and where it answers
  NEXT_PUBLIC_SERVICE_NAME: text("Name shown to people.", "svc"),
  PUBLIC_ORIGIN: url(
    "Address that clients use; resource links and receipts carry it. On Vercel: the deployment's own by default.",
    undefined,
  ),
  CONTACT_EMAIL: text("Address that people write to, in the discovery documents.", undefined, {
    requiredWhenDeployed: "an inbox that somebody reads",
  }),
  SERVICE_NOTICE: text(
    "Shown as a banner on every page and as the X-Service-Notice header of every answer; for sandboxes and previews.",
    undefined,
  ),
  LOCAL_WORLD: flag(
    "true: nothing here is real, as in the sandbox, so that the ledger may lie in the cache's database; refused on mainnet.",
  ),

  // Networks and money
  NETWORK: oneOf(
    "Chains that payments settle on: mainnet (real money) or testnet. On Vercel: mainnet in production, testnet in previews. Elsewhere a production process must be told; others are on testnet.",
    ["mainnet", "testnet"],
    undefined,
  ),
  EVM_PAY_TO: text("Address on Base that receives USDC.", undefined, {
    requiredWhenDeployed: "a wallet that you control, on Base",
  }),
  SOLANA_PAY_TO: text("Solana wallet that receives USDC; its USDC token account must exist.", undefined, {
    requiredWhenDeployed: "a wallet that you control, on Solana, holding a USDC token account",
  }),
  EVM_RPC_URL: url("JSON-RPC of Base, for looking payments up on chain.", undefined, {
    requiredWhenDeployed: "an RPC provider",
  }),
  SOLANA_RPC_URL: url(
    "JSON-RPC of Solana, for looking payments up on chain and for settling MPP payments.",
    undefined,
    {
      requiredWhenDeployed: "an RPC provider",
    },
  ),
  EVM_RPC_SECOND_URL: url(
    "Another JSON-RPC of Base, at another host: asked when the first fails, before a payment is given up or refused by the first's word, and to confirm each sale.",
    undefined,
  ),
  SOLANA_RPC_SECOND_URL: url("The same for Solana.", undefined),
  FACILITATOR_PRIMARY_URL: url("x402 facilitator that is asked first.", "https://facilitator.payai.network"),
  FACILITATOR_PRIMARY_TOKEN: text("Bearer token of the primary facilitator, if it wants one.", undefined),
  FACILITATOR_PRIMARY_FEE_PAYERS: list(
    "Solana fee payers of the primary facilitator that are known beforehand, comma separated; offered until it has been asked.",
  ),
  FACILITATOR_FALLBACK_URL: url(
    "x402 facilitator that is asked when the primary fails.",
    "https://x402.dexter.cash",
  ),
  FACILITATOR_FALLBACK_TOKEN: text("Bearer token of the fallback facilitator, if it wants one.", undefined),
  FACILITATOR_FALLBACK_FEE_PAYERS: list(
    "Solana fee payers of the fallback facilitator that are known beforehand, comma separated.",
  ),
  FACILITATOR_THIRD_URL: url(
    "x402 facilitator that is asked when the first two fail; without it there are two.",
    undefined,
  ),
  FACILITATOR_THIRD_TOKEN: text("Bearer token of the third facilitator, if it wants one.", undefined),
  FACILITATOR_THIRD_FEE_PAYERS: list(
    "Solana fee payers of the third facilitator that are known beforehand, comma separated.",
  ),
  CDP_API_KEY_ID: text(
    "Id of a secret API key of Coinbase's developer platform (portal.cdp.coinbase.com). A facilitator whose address is CDP's, https://api.cdp.coinbase.com/platform/v2/x402, is asked with tokens that it signs; no other ever sees one.",
    undefined,
  ),
  CDP_API_KEY_SECRET: cdpSecret(
    "Its secret: base64 (Ed25519) or PEM (EC, line ends may be written \\n). Both or none.",
  ),
  CDP_API_ORIGIN: url(
    "Origin at which facilitators are CDP's; another one for tests.",
    "https://api.cdp.coinbase.com",
  ),
  FACILITATOR_VERIFY_TIMEOUT_MS: integer("Longest wait for one facilitator's verify.", 3_000, 50),
  FACILITATOR_SETTLE_TIMEOUT_MS: integer("Longest wait for a settlement.", 9_000, 50),
  FACILITATOR_SUPPORTED_TIMEOUT_MS: integer("Longest wait for a facilitator's /supported.", 2_000, 50),
  FACILITATOR_SUPPORTED_REFRESH_MS: integer("How long an answer of /supported counts as new.", 60_000, 0),
  FACILITATOR_BREAKER_MS: integer("How long a facilitator that failed is asked last.", 15_000, 0),
  MPP_SECRET_KEY: list(
    "At least 32 random characters that bind MPP challenges (`openssl rand -hex 32`); without it, or without SOLANA_RPC_URL, no MPP offer is made. To change it put the new one first, then a comma and the old one, which is still accepted.",
    undefined,
    { requiredWhenDeployed: "`openssl rand -hex 32`" }, // a 402 is promised to carry the offer
  ),
  RECEIPT_SIGNING_KEY: ed25519Key(
    "Private Ed25519 key that signs offers and receipts; without it none is signed. Make one: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`.",
  ),
  RECEIPT_PREVIOUS_KEYS: list(
    "Public keys that signed before, comma separated, each as the `x` that /.well-known/jwks.json showed: their receipts can still be verified.",
    { pattern: /^[A-Za-z0-9_-]{43}$/, name: "public Ed25519 keys in base64url" },
  ),
  LOUNGE_LOG_KEY: ed25519Key(
    "Private Ed25519 key that signs checkpoints of the lounge's log, a key of its own; without it proofs come unsigned. Made as RECEIPT_SIGNING_KEY.",
  ),
  LOUNGE_LOG_ORIGIN: text(
    "The log's name in its checkpoints; by default the host and /lounge. Another one begins another log: after a restore that lost signed leaves.",
    undefined,
  ),
  LOUNGE_LOG_FLOOR: text(
    "Size and root (hexadecimal) of the last checkpoint that was kept elsewhere, as 417:9b7c…; while the log does not go on from it, nothing is signed.",
    undefined,
  ),
  LOUNGE_MEMO_SECRET: secret(
    "At least 32 random characters (`openssl rand -hex 32`): payments on Solana for a signal then say its certificate's hash in their memo, 43 characters, whose id and salt follow from this secret. The memo must fit into the 20,000 units that the official client allows a transaction; without the secret none is asked for.",
  ),
  LOUNGE_ANCHOR_KEY: ed25519Key(
    "Private Ed25519 key of a Solana wallet with a little SOL, and nothing else: /api/cron/anchor-log says the log's checkpoints on chain with it. Made as RECEIPT_SIGNING_KEY; needs LOUNGE_LOG_KEY and SOLANA_RPC_URL.",
  ),

  // The service's own token
  TOKEN_LAUNCHED: flag(
    "true: the service's own token can be paid in, and its holders are known. Then every setting of the token without a default is needed.",
  ),
  TOKEN_MINT: text("Its mint on Solana.", undefined),
  TOKEN_SYMBOL: text("Its name for people.", "TCX"),
  TOKEN_PROGRAM: oneOf(
    "The token program that its mint belongs to.",
    ["spl-token", "token-2022"],
    "spl-token",
  ),
  TOKEN_DECIMALS: integer(
    "Its base units are this many decimals below one; the mint's own are compared with them.",
    6,
    0,
    12,
  ),
  TOKEN_TREASURY: text(
    "Solana wallet that receives the fifth of each payment that is not burned; its account of the token must exist.",
    undefined,
  ),
  TOKEN_QUOTE_SECRET: list(
    "At least 32 random characters that bind quotes (`openssl rand -hex 32`), no other setting's. To change it put the new one first, then a comma and the old one, which is still accepted.",
  ),
  TOKEN_MERCHANTS: list(
    "Who sells for the token, comma separated, each as id:live or id:soon. Only live ones get offers; a 402 carries the first one's.",
    { pattern: /^[a-z0-9-]{1,20}:(live|soon)$/, name: "merchants as id:live or id:soon" },
  ),
  TOKEN_POOL: text("The pool whose trades of the last hour its price is averaged over.", undefined),
  TOKEN_PRICE_MAX_AGE_SEC: integer("How old its price may be where an offer rests on it.", 180, 1),
  TOKEN_PRICE_MAX_SPREAD_PCT: decimal(
    "How far its price now and the last hour's average may be apart where an offer rests on them, in percent.",
    5,
  ),
  TOKEN_MIN_LIQUIDITY_USD: decimal(
    "How much its pools must hold where an offer rests on their price.",
    20_000,
  ),
  TOKEN_DAILY_CAP_USD: decimal(
    "Sales for the token a UTC day, at list price, beyond which none is offered.",
    1_000,
  ),
  TOKEN_HOLDER_FROM: integer(
    "Whole tokens from which raw desks are free: what so few are worth must be more than a day's free calls.",
    1,
    1,
  ),
  TOKEN_FREE_CALLS_PER_DAY: integer("How many calls of raw desks a holder has free a UTC day.", 100, 1),
  TOKEN_DELUXE_FROM: integer("Whole tokens from which a holder is of the tier Deluxe.", 0, 0),
  TOKEN_EXECUTIVE_FROM: integer("The same for Executive.", 0, 0),
  TOKEN_PRESIDENT_FROM: integer("The same for President.", 0, 0),

  // Redis
  UPSTASH_REDIS_REST_URL: url("Redis for caches and limits (may evict).", undefined, {
    requiredWhenDeployed: UPSTASH,
  }),
  UPSTASH_REDIS_REST_TOKEN: text("Its token.", undefined, { requiredWhenDeployed: UPSTASH }),
  LEDGER_REDIS_REST_URL: url(
    "Redis for the ledger (no eviction, persistent). Another database than the cache's, but in a local world, where it is that one by default.",
    undefined,
    { requiredWhenDeployed: UPSTASH },
  ),
  LEDGER_REDIS_REST_TOKEN: text("Its token.", undefined, { requiredWhenDeployed: UPSTASH }),
  STORE_PREFIX: text(
    "First part of every Redis key. On Vercel previews: one a branch by default.",
    undefined,
  ),
  STORE_TIMEOUT_MS: integer("Longest wait for one Redis request.", 2_000, 50),

  // The till's durations
  CALL_BUDGET_SCALE: decimal("Multiplies the time that each route's call may take; 1 in production.", 1),
  LEDGER_CLAIM_GRACE_MS: integer("How much longer than its route's budget a claim is held.", 10_000, 0),
  LEDGER_ANSWER_TTL_SEC: integer("How long a paid answer can be read again.", 86_400, 1),
  LEDGER_KEY_TTL_SEC: integer("How long a settled payment is remembered.", 2_592_000, 1),
  LEDGER_COOLDOWN_MS: integer(
    "How long a payer waits after one of their payments failed to settle.",
    60_000,
    0,
  ),
  LEDGER_SCAN_COOLDOWN_MS: integer(
    "The same after a scan, which a third party's site was asked for.",
    86_400_000,
    0,
  ),
  LEDGER_CREDIT_WAIT_MS: integer(
    "How long a payment that moved by another's hand is kept for a proof of its wallet, from when it was first presented.",
    120_000,
    0,
  ),
  LEDGER_CREDITED_FOR_MS: integer(
    "How long recovery tries to serve a credited payment before it is listed as a debt.",
    3_600_000,
    0,
  ),
  LEDGER_ABANDONED_AFTER_MS: integer(
    "How old a payment between intent and settlement must be to be closed without its client; longer than any call takes.",
    120_000,
    0,
  ),
  TRUST_SEARCH_AFTER_MS: integer(
    "How long after a sale a settlement that is found nowhere comes under suspicion.",
    60_000,
    0,
  ),
  TRUST_FINAL_AFTER_MS: integer(
    "How long after a sale's confirmation it is looked at whether its block is final.",
    1_200_000,
    0,
  ),
  LEDGER_WAIT_MS: integer(
    "How long a copy of a payment in flight waits for the answer before 409.",
    6_000,
    0,
  ),
  LEDGER_CAPACITY_BYTES: integer(
    "How much the ledger's database holds, by its plan; at 70 % an operator is told.",
    268_435_456,
    1,
  ),

  // The front door
  TRUSTED_PROXY_HOPS: integer(
    "Proxies of your own in front of the service, outside Vercel: the client's address is that entry of X-Forwarded-For, counted from the right.",
    0,
    0,
    10,
  ),
  RATE_LIMIT_PER_MINUTE: integer("Requests a minute and client address under /api/.", 120, 1),

  // The tool endpoint
  MCP_ALLOWED_ORIGINS: list(
    "Origins of web pages, beside the service's own, whose scripts may call the tool endpoint /api/mcp; pages of others get 403. Clients that are no web pages need no entry.",
    { pattern: /^https?:\/\/[^/\s]+$/, name: "origins, such as https://app.example.com" },
  ),

  // Language models for the chat route
  CHAT_MODEL_BASE_URL: url(
    "OpenAI-compatible endpoint of the chat's language models, as far as /chat/completions (https://…/v1); without it the composer answers by rules.",
    undefined,
  ),
  CHAT_MODEL_API_KEY: text("Its key, if it wants one.", undefined),
  CHAT_MODELS: list(
    "Model ids at that endpoint, comma separated, in the order of the chat's selectors: default, alternate-1, … alternate-7. Fewer will do.",
  ),
  CHAT_DAILY_TOKENS: integer("Tokens that all chat turns of a day (UTC) may use together.", 2_000_000, 0),
  CHAT_PAYER_DAILY_TOKENS: integer("Tokens that one payer's turns of a day may use.", 100_000, 0),
  CHAT_NEWCOMERS_DAILY_TOKENS: integer(
    "Tokens that all payers without a settled chat turn may use together in a day: until the first settles, nothing is paid.",
    200_000,
    0,
  ),

  // Sources
  UPSTREAM_ORIGIN: url(
    "Sends every data provider's traffic to one address instead, as <origin>/<host>/<path>.",
    undefined,
  ),
  UPSTREAM_TIMEOUT_MS: integer("Longest wait for one provider's answer.", 4_000, 50),
  UPSTREAM_BREAKER_MS: integer("How long a provider that failed repeatedly is left alone.", 20_000, 0),
  HELIUS_API_KEY: text(
    "Key of Helius (dashboard.helius.dev), for wallets' tokens on Solana with their prices; without it Solana wallets are refused, free.",
    undefined,
  ),
  JUPITER_API_KEY: text(
    "Key of Jupiter's token API (portal.jup.ag); without it the service reads at the keyless rate.",
    undefined,
  ),
  JUPITER_PER_MINUTE: integer(
    "Requests a minute that this key's plan allows: 60 for a free one. Without a key it is 30, whatever stands here.",
    60,
    2,
  ),
  SOURCE_WINDOW_SCALE: decimal("Multiplies every freshness window; 0 asks the providers on each call.", 1),

  // Security desk
  SCAN_ORIGIN: url(
    "Sends every scan's traffic to one address instead, as <origin>/<scheme>/<host>/<path>; for sandboxes and tests, never on mainnet.",
    undefined,
  ),
  SCAN_DOH_FIRST_URL: url(
    "DNS-over-HTTPS resolver (JSON form) that a target's name is looked up at.",
    "https://cloudflare-dns.com/dns-query",
  ),
  SCAN_DOH_SECOND_URL: url(
    "Another one, of another operator; both must agree that a target is public.",
    "https://dns.google/resolve",
  ),
  SCAN_DOH_TIMEOUT_MS: integer("Longest wait for one resolver's answer.", 2_000, 50),
  SCAN_REQUEST_TIMEOUT_MS: integer("Longest wait for one answer of a target, its body included.", 5_000, 50),
  SCAN_SPACING_MS: integer("Least time between two scans of a site or a network, by anybody.", 600_000, 0),
  SCAN_ATTESTATION_SECRET: text(
    "Secret under which the client's address is kept, as an HMAC, with what a caller attested about a scan; without it no trace of the address is kept.",
    undefined,
    { requiredWhenDeployed: "`openssl rand -hex 32`" },
  ),
  SCAN_SIGNING_KEY: ed25519Key(
    "Private Ed25519 key that signs every request of a scan (Web Bot Auth), for nothing else; without it none is signed and no key directory is served. Make one: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`.",
  ),
  SCAN_EXCLUDED_DOMAINS: list(
    "Domains whose owners asked not to be scanned, comma separated; with each, every name below it.",
    { pattern: /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/, name: "domains in lower case" },
  ),
  SCAN_HOURLY_LIMIT: integer("Most scans of a site or a network within an hour, by anybody.", 6, 1),

  // Agents
  AGENT_HOURLY_LIMIT: integer(
    "Registrations and changes of agents that one address may have written within an hour; its network has five times as many.",
    20,
    1,
  ),

  AGENT_LINK_CONFIRMATIONS: integer(
    "Blocks that must hold a transaction, its own included, before it links an agent to the on-chain registry.",
    3,
    1,
  ),
  AGENT_TOKEN_ID: integer(
    "Token id of the service's own agent in ERC-8004's registry, once it is registered there (its file is /.well-known/agent-registration.json): buyers can then rate it, with their payment as proof.",
    undefined,
    0,
  ),
  SIGNATURE_AGENTS: flag(
    "true: requests that agents sign (Web Bot Auth, Signature-Agent) are verified, for which this service reads the directories of keys that they name. By default on Vercel only: elsewhere such a read leaves from your own network.",
  ),

  // Schedules
  CRON_SECRET: text(
    "Secret that scheduled calls bring as a bearer token; without it the scheduled routes answer 404.",
    undefined,
    { requiredWhenDeployed: "`openssl rand -hex 32`" },
  ),

  // Operators
  OPERATOR_SECRET: secret(
    "Secret that the service's own people bring as a bearer token to the routes under /api/operator, at least 32 characters and no other setting's; without it those routes answer 404. Make one: `openssl rand -hex 32`.",
  ),

  // Checks
  VALIDATE_OUTPUT: flag(
    "Parse every answer with its route's schema before it leaves; set it when building, too. On in previews by default.",
  ),

  // A server of one's own (npm start)
  PORT: integer("Port that `npm start` serves at.", 3000, 0, 65_535),
  LISTEN_ADDRESS: text("Address of this machine that `npm start` listens at.", "0.0.0.0"),
  WORKERS: integer("Processes that `npm start` serves by; 0: one for each core.", 0, 0),
  RECEIVE_SECONDS: integer("How long a request may take to come in whole, by `npm start`.", 30, 1),
  SHUTDOWN_SECONDS: integer("How long calls may still take once `npm start` is told to end.", 30, 1),
  METRICS_PORT: integer("Port of the metrics as Prometheus reads them; 0: none.", 0, 0, 65_535),
  METRICS_ADDRESS: text("Address of this machine that the metrics listen at.", "127.0.0.1"),

  // Set by the runtime and by Vercel
  NODE_ENV: text("Set by the platform.", undefined),
  VERCEL: text("Set by the platform.", undefined),
  VERCEL_ENV: oneOf("Set by the platform.", ["production", "preview", "development"], undefined),
  VERCEL_URL: text("Set by the platform.", undefined),
  VERCEL_PROJECT_PRODUCTION_URL: text("Set by the platform.", undefined),
  VERCEL_GIT_COMMIT_REF: text("Set by the platform.", undefined),
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

/** Reads and checks all settings. Throws EnvError naming the variable and what it must be. */
export function parseEnv(variables: Variables): Env {
  const raw: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = variables[name]?.trim();
    raw[name] = value ? setting.read(value, name) : setting.fallback;
  }
  const settings = raw as Raw; // every row was read by its own parser above
  if (settings.MPP_SECRET_KEY.some((secret) => secret.length < 32))
    fail("MPP_SECRET_KEY", "at least 32 characters");
  refuseSharedSecret(settings);
  if (settings.TOKEN_QUOTE_SECRET.some((secret) => secret.length < SECRET_LENGTH))
    fail("TOKEN_QUOTE_SECRET", `at least ${SECRET_LENGTH} characters`);
  if (settings.TOKEN_LAUNCHED === true) refuseHalfLaunched(settings);
  const NETWORK = settings.NETWORK ?? defaultNetwork(settings);
  if (NETWORK === "mainnet") refuseLocalWorld(settings);
  refuseSharedLedger(settings);
  refuseUnsignedCdp(settings);
  refuseOneHost(settings, "EVM_RPC_URL", "EVM_RPC_SECOND_URL");
  refuseOneHost(settings, "SOLANA_RPC_URL", "SOLANA_RPC_SECOND_URL");
  return {
    ...settings,
    NETWORK,
    PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN ?? platformOrigin(settings) ?? "http://localhost:3000",
    STORE_PREFIX: settings.STORE_PREFIX ?? platformPrefix(settings),
    SIGNATURE_AGENTS: settings.SIGNATURE_AGENTS ?? settings.VERCEL_ENV !== undefined,
    VALIDATE_OUTPUT: settings.VALIDATE_OUTPUT ?? settings.VERCEL_ENV === "preview",
  };
}

const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A token that can be paid in or held takes all of its settings: each one missing would be found out by a payer. */
function refuseHalfLaunched(settings: Raw): void {
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
function refuseSharedSecret({ OPERATOR_SECRET, ...others }: Raw): void {
  const values: unknown[] = Object.values(others).flat();
  if (OPERATOR_SECRET !== undefined && values.includes(OPERATOR_SECRET))
    fail("OPERATOR_SECRET", "another secret than every other setting's");
}

/** Whether payments are real must not hang on what somebody forgot; on Vercel the deployment's kind says it. */
function defaultNetwork({ VERCEL, VERCEL_ENV, NODE_ENV }: Raw): "mainnet" | "testnet" {
  const isSaidByVercel = VERCEL !== undefined || VERCEL_ENV !== undefined;
  if (NODE_ENV === "production" && !isSaidByVercel)
    fail("NETWORK", "set in production: `mainnet` takes real USDC, `testnet` takes test coins only");
  return VERCEL_ENV === "production" ? "mainnet" : "testnet";
}

/** A cache may evict, and an evicted record is a payment that buys twice. */
function refuseSharedLedger({
  LOCAL_WORLD,
  UPSTASH_REDIS_REST_URL: cache,
  LEDGER_REDIS_REST_URL: ledger,
}: Raw) {
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
  first: "EVM_RPC_URL" | "SOLANA_RPC_URL",
  second: "EVM_RPC_SECOND_URL" | "SOLANA_RPC_SECOND_URL",
): void {
  const [one, other] = [settings[first], settings[second]];
  if (other === undefined) return;
  const hostOf = (address: string): string =>
    settings.LOCAL_WORLD === true ? new URL(address).host : new URL(address).hostname;
  if (one === undefined || hostOf(one) === hostOf(other))
    fail(second, `an address at another host than ${first}'s, which must be set too`);
}

const CDP_FACILITATORS = ["PRIMARY", "FALLBACK", "THIRD"] as const;

/** CDP takes no request without a token of its keys' own: a half-configured one would fail every payment. */
function refuseUnsignedCdp(settings: Raw): void {
  const { CDP_API_KEY_ID, CDP_API_KEY_SECRET, CDP_API_ORIGIN } = settings;
  if (CDP_API_KEY_ID === undefined && CDP_API_KEY_SECRET !== undefined)
    fail("CDP_API_KEY_ID", "set, as CDP_API_KEY_SECRET is");
  if (CDP_API_KEY_ID !== undefined && CDP_API_KEY_SECRET === undefined)
    fail("CDP_API_KEY_SECRET", "set, as CDP_API_KEY_ID is");
  for (const place of CDP_FACILITATORS) {
    const address = settings[`FACILITATOR_${place}_URL`];
    if (address === undefined || new URL(address).origin !== new URL(CDP_API_ORIGIN).origin) continue;
    if (CDP_API_KEY_ID === undefined) fail("CDP_API_KEY_ID", `set, as FACILITATOR_${place}_URL is CDP's`);
    if (settings[`FACILITATOR_${place}_TOKEN`] !== undefined)
      fail(`FACILITATOR_${place}_TOKEN`, "left out: requests to CDP carry tokens of CDP_API_KEY_ID");
  }
}

/** Where money is real, so is the world: nothing may stand in for the web or CDP, nor answer for DNS unauthenticated. */
function refuseLocalWorld(settings: Raw): void {
  if (settings.LOCAL_WORLD === true) fail("LOCAL_WORLD", "left out on mainnet");
  if (settings.CDP_API_ORIGIN !== SETTINGS.CDP_API_ORIGIN.fallback)
    fail("CDP_API_ORIGIN", "left out on mainnet");
  if (settings.SCAN_ORIGIN !== undefined) fail("SCAN_ORIGIN", "left out on mainnet");
  for (const name of ["SCAN_DOH_FIRST_URL", "SCAN_DOH_SECOND_URL"] as const)
    if (!settings[name].startsWith("https://")) fail(name, "an https address on mainnet");
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

/** What a deployment still lacks, one line a variable; empty when it can be built. */
export function missingForDeployment(variables: Variables): string[] {
  return Object.entries(SETTINGS).flatMap(([name, setting]) =>
    "requiredWhenDeployed" in setting && setting.requiredWhenDeployed && !variables[name]?.trim()
      ? [`${name}: ${setting.about} Get it from: ${setting.requiredWhenDeployed}.`]
      : [],
  );
}

let current: Env | undefined;

/** The process's settings, read once. */
export function env(): Env {
  return (current ??= parseEnv(process.env));
}
