/**
 * What each setting means and where to get it, for people: in `.env.example`, in the operations guide, and where a deployment
 * lacks one. How it is read is in env.ts, which every function loads; these words none does.
 */
import type { SETTINGS } from "./env";

interface Words {
  /** One line. */
  about: string;
  /** A deployment (preview or production) can't be built without it; the text says where to get it. */
  requiredWhenDeployed?: string;
}

const UPSTASH = "a Redis database's page in the Upstash console, under REST API";
/** What nobody sets by hand. */
export const PLATFORM = "Set by the platform.";

export const SETTING_WORDS: Readonly<Record<keyof typeof SETTINGS, Words>> = {
  // What the service calls itself and where it answers
  NEXT_PUBLIC_SERVICE_NAME: { about: "Name shown to people." },
  PUBLIC_ORIGIN: {
    about:
      "Address that clients use, of at most 82 characters; resource links and receipts carry it. On Vercel: the deployment's own by default.",
  },
  CONTACT_EMAIL: {
    about: "Address that people write to, in the discovery documents.",
    requiredWhenDeployed: "an inbox that somebody reads",
  },
  SERVICE_NOTICE: {
    about:
      "Shown as a banner on every page and as the X-Service-Notice header of every answer, in at most 100 characters; for sandboxes and previews.",
  },
  LOCAL_WORLD: {
    about:
      "true: nothing here is real, as in the sandbox, so that the ledger may lie in the cache's database; refused on mainnet.",
  },

  // Networks and money
  NETWORK: {
    about:
      "Chains that payments settle on: mainnet (real money) or testnet. On Vercel: mainnet in production, testnet in previews. Elsewhere a production process must be told; others are on testnet.",
  },
  EVM_PAY_TO: {
    about: "Address on Base that receives USDC.",
    requiredWhenDeployed: "a wallet that you control, on Base",
  },
  SOLANA_PAY_TO: {
    about: "Solana wallet that receives USDC; its USDC token account must exist.",
    requiredWhenDeployed: "a wallet that you control, on Solana, holding a USDC token account",
  },
  EVM_RPC_URL: {
    about: "JSON-RPC of Base, for looking payments up on chain.",
    requiredWhenDeployed: "an RPC provider",
  },
  SOLANA_RPC_URL: {
    about: "JSON-RPC of Solana, for looking payments up on chain and for settling MPP payments.",
    requiredWhenDeployed: "an RPC provider",
  },
  EVM_RPC_SECOND_URL: {
    about:
      "Another JSON-RPC of Base, at another host: asked when the first fails, before a payment is given up or refused by the first's word, and to confirm each sale.",
  },
  SOLANA_RPC_SECOND_URL: { about: "The same for Solana." },
  FACILITATOR_PRIMARY_URL: { about: "x402 facilitator that is asked first." },
  FACILITATOR_PRIMARY_TOKEN: { about: "Bearer token of the primary facilitator, if it wants one." },
  FACILITATOR_PRIMARY_FEE_PAYERS: {
    about:
      "Solana fee payers of the primary facilitator that are known beforehand, comma separated; offered until it has been asked.",
  },
  FACILITATOR_FALLBACK_URL: { about: "x402 facilitator that is asked when the primary fails." },
  FACILITATOR_FALLBACK_TOKEN: { about: "Bearer token of the fallback facilitator, if it wants one." },
  FACILITATOR_FALLBACK_FEE_PAYERS: {
    about: "Solana fee payers of the fallback facilitator that are known beforehand, comma separated.",
  },
  FACILITATOR_THIRD_URL: {
    about: "x402 facilitator that is asked when the first two fail; without it there are two.",
  },
  FACILITATOR_THIRD_TOKEN: { about: "Bearer token of the third facilitator, if it wants one." },
  FACILITATOR_THIRD_FEE_PAYERS: {
    about: "Solana fee payers of the third facilitator that are known beforehand, comma separated.",
  },
  CDP_API_KEY_ID: {
    about:
      "Id of a secret API key of Coinbase's developer platform (portal.cdp.coinbase.com). A facilitator whose address is CDP's, https://api.cdp.coinbase.com/platform/v2/x402, is asked with tokens that it signs; no other ever sees one.",
  },
  CDP_API_KEY_SECRET: {
    about: "Its secret: base64 (Ed25519) or PEM (EC, line ends may be written \\n). Both or none.",
  },
  CDP_API_ORIGIN: { about: "Origin at which facilitators are CDP's; another one for tests." },
  FACILITATOR_VERIFY_TIMEOUT_MS: { about: "Longest wait for one facilitator's verify." },
  FACILITATOR_SETTLE_TIMEOUT_MS: { about: "Longest wait for a settlement." },
  FACILITATOR_SUPPORTED_TIMEOUT_MS: { about: "Longest wait for a facilitator's /supported." },
  FACILITATOR_SUPPORTED_REFRESH_MS: { about: "How long an answer of /supported counts as new." },
  SOLANA_MAX_PRIORITY_FEE_LAMPORTS: {
    about:
      "The most lamports of priority fee (compute unit limit × price) that a Solana payment may have its facilitator pay, where the facilitator publishes no bound of its own.",
  },
  FACILITATOR_BREAKER_MS: { about: "How long a facilitator that failed is asked last." },
  FACILITATOR_QUOTA_PER_MINUTE: {
    about:
      "Verifications per minute that each facilitator takes from one instance. Wallets that never paid get three quarters of them, or one quarter while no node shows their balances; the rest is kept for wallets that have paid.",
  },
  PAYERS_NOT_SERVED: {
    about:
      "Wallets that nothing is sold to, separated by commas: their payments are refused before a claim, and a transfer that such a wallet has sent by itself is listed as owed and never served.",
  },
  EVM_SCREEN_ORACLE: {
    about:
      "A contract with `isSanctioned(address)` on the EVM chain, as Chainalysis' oracle has it. Each payer there is asked about before a sale, in the question for its balance, and one that it names isn't served. While no node answers, nobody is screened, with a warning in the log. It has no say on Solana.",
  },
  MPP_SECRET_KEY: {
    about:
      "At least 32 random characters that bind MPP challenges (`openssl rand -hex 32`); without it, or without SOLANA_RPC_URL, no MPP offer is made. To change it put the new one first, then a comma and the old one, which is still accepted.",
    requiredWhenDeployed: "`openssl rand -hex 32`",
  },
  RECEIPT_SIGNING_KEY: {
    about:
      "Private Ed25519 key that signs offers and receipts; without it none is signed. Make one: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`.",
  },
  RECEIPT_PREVIOUS_KEYS: {
    about:
      "Public keys that signed before, comma separated, each as the `x` that /.well-known/jwks.json showed: their receipts can still be verified.",
  },
  LOUNGE_LOG_KEY: {
    about:
      "Private Ed25519 key that signs checkpoints of the lounge's log, a key of its own; without it proofs come unsigned. Made as RECEIPT_SIGNING_KEY.",
  },
  LOUNGE_LOG_ORIGIN: {
    about:
      "The log's name in its checkpoints; by default the host and /lounge. Another one begins another log: after a restore that lost signed leaves.",
  },
  LOUNGE_LOG_FLOOR: {
    about:
      "Size and root (hexadecimal) of the last checkpoint that was kept elsewhere, as 417:9b7c…; while the log does not go on from it, nothing is signed.",
  },
  LOUNGE_MEMO_SECRET: {
    about:
      "At least 32 random characters (`openssl rand -hex 32`): payments on Solana for a signal then say its certificate's hash in their memo, 43 characters, whose id and salt follow from this secret. The memo must fit into the 20,000 units that the official client allows a transaction; without the secret none is asked for.",
  },
  LOUNGE_ANCHOR_KEY: {
    about:
      "Private Ed25519 key of a Solana wallet with a little SOL, and nothing else: /api/cron/anchor-log says the log's checkpoints on chain with it. Made as RECEIPT_SIGNING_KEY; needs LOUNGE_LOG_KEY and SOLANA_RPC_URL.",
  },

  // The service's own token
  TOKEN_LAUNCHED: {
    about:
      "true: the service's own token can be paid in, and its holders are known. Then every setting of the token without a default is needed.",
  },
  TOKEN_MINT: { about: "Its mint on Solana." },
  TOKEN_SYMBOL: { about: "Its name for people." },
  TOKEN_PROGRAM: { about: "The token program that its mint belongs to." },
  TOKEN_DECIMALS: {
    about: "Its base units are this many decimals below one; the mint's own are compared with them.",
  },
  TOKEN_TREASURY: {
    about:
      "Solana wallet that receives the fifth of each payment that is not burned; its account of the token must exist.",
  },
  TOKEN_QUOTE_SECRET: {
    about:
      "At least 32 random characters that bind quotes (`openssl rand -hex 32`), no other setting's. To change it put the new one first, then a comma and the old one, which is still accepted.",
  },
  TOKEN_MERCHANTS: {
    about:
      "Who sells for the token, comma separated, each as id:live or id:soon. Only live ones get offers; a 402 carries the first one's.",
  },
  TOKEN_POOL: { about: "The pool whose trades of the last hour its price is averaged over." },
  TOKEN_PRICE_MAX_AGE_SEC: { about: "How old its price may be where an offer rests on it." },
  TOKEN_PRICE_MAX_SPREAD_PCT: {
    about:
      "How far its price now and the last hour's average may be apart where an offer rests on them, in percent.",
  },
  TOKEN_MIN_LIQUIDITY_USD: { about: "How much its pools must hold where an offer rests on their price." },
  TOKEN_DAILY_CAP_USD: {
    about: "Sales for the token a UTC day, at list price, beyond which none is offered.",
  },
  TOKEN_HOLDER_FROM: {
    about:
      "Whole tokens from which raw desks are free: what so few are worth must be more than a day's free calls.",
  },
  TOKEN_FREE_CALLS_PER_DAY: { about: "How many calls of raw desks a holder has free a UTC day." },
  TOKEN_DELUXE_FROM: { about: "Whole tokens from which a holder is of the tier Deluxe." },
  TOKEN_EXECUTIVE_FROM: { about: "The same for Executive." },
  TOKEN_PRESIDENT_FROM: { about: "The same for President." },

  // Redis
  UPSTASH_REDIS_REST_URL: {
    about: "Redis for caches and limits (may evict).",
    requiredWhenDeployed: UPSTASH,
  },
  UPSTASH_REDIS_REST_TOKEN: {
    about: "Its token.",
    requiredWhenDeployed: UPSTASH,
  },
  LEDGER_REDIS_REST_URL: {
    about:
      "Redis for the ledger (no eviction, persistent). Another database than the cache's, but in a local world, where it is that one by default.",
    requiredWhenDeployed: UPSTASH,
  },
  LEDGER_REDIS_REST_TOKEN: {
    about: "Its token.",
    requiredWhenDeployed: UPSTASH,
  },
  STORE_PREFIX: { about: "First part of every Redis key. On Vercel previews: one a branch by default." },
  STORE_TIMEOUT_MS: { about: "Longest wait for one Redis request." },

  // The till's durations
  CALL_BUDGET_SCALE: { about: "Multiplies the time that each route's call may take; 1 in production." },
  LEDGER_CLAIM_GRACE_MS: { about: "How much longer than its route's budget a claim is held." },
  LEDGER_ANSWER_TTL_SEC: { about: "How long a paid answer can be read again." },
  LEDGER_KEY_TTL_SEC: { about: "How long a settled payment is remembered." },
  LEDGER_COOLDOWN_MS: { about: "How long a payer waits after one of their payments failed to settle." },
  LEDGER_SCAN_COOLDOWN_MS: { about: "The same after a scan, which a third party's site was asked for." },
  LEDGER_CREDIT_WAIT_MS: {
    about:
      "How long a payment that moved by another's hand is kept for a proof of its wallet, from when it was first presented.",
  },
  LEDGER_CREDITED_FOR_MS: {
    about: "How long recovery tries to serve a credited payment before it is listed as a debt.",
  },
  LEDGER_ABANDONED_AFTER_MS: {
    about:
      "How old a payment between intent and settlement must be to be closed without its client; longer than any call takes.",
  },
  TRUST_SEARCH_AFTER_MS: {
    about: "How long after a sale a settlement that is found nowhere comes under suspicion.",
  },
  TRUST_FINAL_AFTER_MS: {
    about: "How long after a sale's confirmation it is looked at whether its block is final.",
  },
  TRUST_UNSEEN_SALES: {
    about:
      "How many sales may stand by one facilitator's word at once before our own node has seen their money: one more with each four that it has seen, 40 times as many at most. Beyond that another facilitator settles, or a sale waits for our node.",
  },
  TRUST_UNSEEN_USD: {
    about: "The same by value: more by a tenth of what our node has seen of it, 40 times as much at most.",
  },
  TRUST_SILENT_USD_PER_HOUR: {
    about:
      "What is sold by facilitators' word alone an hour while our own node can't be asked; beyond that 503.",
  },
  LEDGER_WAIT_MS: { about: "How long a copy of a payment in flight waits for the answer before 409." },
  LEDGER_CAPACITY_BYTES: {
    about: "How much the ledger's database holds, by its plan; at 70 % an operator is told.",
  },

  // The front door
  TRUSTED_PROXY_HOPS: {
    about:
      "Proxies of your own in front of the service, outside Vercel: the client's address is that entry of X-Forwarded-For, counted from the right.",
  },
  RATE_LIMIT_PER_MINUTE: { about: "Requests a minute and client address under /api/." },

  // The tool endpoint
  MCP_ALLOWED_ORIGINS: {
    about:
      "Origins of web pages, beside the service's own, whose scripts may call the tool endpoint /api/mcp; pages of others get 403. Clients that are no web pages need no entry.",
  },

  // Language models for the chat route
  CHAT_MODEL_BASE_URL: {
    about:
      "OpenAI-compatible endpoint of the chat's language models, as far as /chat/completions (https://…/v1); without it the composer answers by rules.",
  },
  CHAT_MODEL_API_KEY: { about: "Its key, if it wants one." },
  CHAT_MODELS: {
    about:
      "Model ids at that endpoint, comma separated, in the order of the chat's selectors: default, alternate-1, … alternate-7. Fewer will do.",
  },
  CHAT_DAILY_TOKENS: { about: "Tokens that all chat turns of a day (UTC) may use together." },
  CHAT_PAYER_DAILY_TOKENS: { about: "Tokens that one payer's turns of a day may use." },
  CHAT_NEWCOMERS_DAILY_TOKENS: {
    about:
      "Tokens that all payers without a settled chat turn may use together in a day: until the first settles, nothing is paid.",
  },

  // Sources
  UPSTREAM_ORIGIN: {
    about:
      "Sends every data provider's traffic to one address instead, as <origin>/<host>/<path>; for sandboxes and tests, never on mainnet.",
  },
  UPSTREAM_TIMEOUT_MS: { about: "Longest wait for one provider's answer." },
  UPSTREAM_BREAKER_MS: { about: "How long a provider that failed repeatedly is left alone." },
  HELIUS_API_KEY: {
    about:
      "Key of Helius (dashboard.helius.dev), for wallets' tokens on Solana with their prices; without it Solana wallets are refused, free.",
  },
  JUPITER_API_KEY: {
    about: "Key of Jupiter's token API (portal.jup.ag); without it the service reads at the keyless rate.",
  },
  JUPITER_PER_MINUTE: {
    about:
      "Requests a minute that this key's plan allows: 60 for a free one. Without a key it is 30, whatever stands here.",
  },
  SOURCE_WINDOW_SCALE: { about: "Multiplies every freshness window; 0 asks the providers on each call." },

  // Security desk
  SCAN_ORIGIN: {
    about:
      "Sends every scan's traffic to one address instead, as <origin>/<scheme>/<host>/<path>; for sandboxes and tests, never on mainnet.",
  },
  SCAN_DOH_FIRST_URL: { about: "DNS-over-HTTPS resolver (JSON form) that a target's name is looked up at." },
  SCAN_DOH_SECOND_URL: {
    about: "Another one, of another operator; both must agree that a target is public.",
  },
  SCAN_DOH_TIMEOUT_MS: { about: "Longest wait for one resolver's answer." },
  SCAN_REQUEST_TIMEOUT_MS: { about: "Longest wait for one answer of a target, its body included." },
  SCAN_SPACING_MS: { about: "Least time between two scans of a site (a registrable domain), by anybody." },
  SCAN_ATTESTATION_SECRET: {
    about:
      "Secret of at least 16 characters under which the client's address is kept, as an HMAC, with what a caller attested about a scan; without it no trace of the address is kept.",
    requiredWhenDeployed: "`openssl rand -hex 32`",
  },
  SCAN_SIGNING_KEY: {
    about:
      "Private Ed25519 key that signs every request of a scan (Web Bot Auth), for nothing else; without it none is signed and no key directory is served. Make one: `openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A`.",
  },
  SCAN_EXCLUDED_DOMAINS: {
    about: "Domains whose owners asked not to be scanned, comma separated; with each, every name below it.",
  },
  SCAN_HOURLY_LIMIT: { about: "Most scans of a site within an hour, by anybody." },
  SCAN_REFUSED_LIMIT: {
    about:
      "Most scans of a site within SCAN_SPACING_MS that ended uncharged before its paths were asked for.",
  },
  SCAN_REFUSED_HOURLY_LIMIT: { about: "The same within an hour." },
  SCAN_CALLER_REFUSED_LIMIT: {
    about: "The same of one wallet, and of one IPv4 address or IPv6 /48, within an hour and over all sites.",
  },
  SCAN_ADDRESS_REQUESTS: {
    about: "Most requests of scans under way to one IPv4 address or IPv6 /64, over all instances.",
  },
  SCAN_PLATFORM_ADDRESS_REQUESTS: {
    about: "The same where a platform serves many owners' sites (lib/curated/edge-platforms.ts).",
  },
  SCAN_NETWORK_SCANS: { about: "Most scans under way in one IPv4 /24 or IPv6 /48, over all instances." },
  SCAN_PLATFORM_NETWORK_SCANS: { about: "The same where a platform serves many owners' sites." },
  SCAN_ADDRESS_HOURLY_SCANS: {
    about: "Most scans of all sites of one address within an hour; platforms' addresses have no such limit.",
  },
  SCAN_ADDRESS_HOURLY_REQUESTS: { about: "Most requests of scans to such an address within an hour." },
  SCAN_REQUESTS_UNDER_WAY: { about: "Most requests of scans that one instance has under way." },

  // Agents
  AGENT_HOURLY_LIMIT: {
    about:
      "Registrations and changes of agents that one address may have written within an hour; its network has five times as many.",
  },
  AGENT_LINK_CONFIRMATIONS: {
    about:
      "Blocks that must hold a transaction, its own included, before it links an agent to the on-chain registry.",
  },
  AGENT_TOKEN_ID: {
    about:
      "Token id of the service's own agent in ERC-8004's registry, once it is registered there (its file is /.well-known/agent-registration.json): buyers can then rate it, with their payment as proof.",
  },
  SIGNATURE_AGENTS: {
    about:
      "true: requests that agents sign (Web Bot Auth, Signature-Agent) are verified, for which this service reads the directories of keys that they name. By default on Vercel only: elsewhere such a read leaves from your own network.",
  },

  // Schedules
  CRON_SECRET: {
    about:
      "Secret that scheduled calls bring as a bearer token, at least 16 characters, as Vercel asks; without it the scheduled routes answer 404.",
    requiredWhenDeployed: "`openssl rand -hex 32`",
  },

  // Operators
  OPERATOR_SECRET: {
    about:
      "Secret that the service's own people bring as a bearer token to the routes under /api/operator, at least 32 characters and no other setting's; without it those routes answer 404. Make one: `openssl rand -hex 32`.",
  },
  REFUND_WALLETS: {
    about:
      "Wallets besides the receiving ones that refunds are sent from, comma separated: a transaction of any other wallet is recorded as no refund. An old receiving wallet that still sends some belongs here.",
  },

  // Alerts
  ALERT_WEBHOOK_URL: {
    about:
      "Addresses that alerts are sent to, comma separated; https, or http to this machine. They are secrets, and stand in no log. Telegram's takes `?chat_id=`, PagerDuty's `?routing_key=`, and that of an ntfy topic `?token=`.",
  },
  ALERT_WEBHOOK_FORM: {
    about: "Form of those messages: by default that of the address's host, else signed JSON.",
  },
  ALERT_WEBHOOK_SECRET: {
    about:
      "Secret of at least 32 characters that signs JSON messages: `X-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of t.body>`.",
  },
  ALERT_MIN_SEVERITY: { about: "The least severity that is sent: warning or critical." },
  ALERT_REPEAT_HOURS: {
    about: "After how many hours a warning that lasts is sent again; a critical one is each hour.",
  },
  HEARTBEAT_URL: {
    about:
      "Address that each recovery run asks by GET, or with /fail behind it by POST while an alert is critical: a service that tells you of its silence.",
  },

  // Checks
  VALIDATE_OUTPUT: {
    about:
      "Parse every answer with its route's schema before it leaves; set it when building, too. On in previews by default.",
  },
  ALLOW_INCOMPLETE: {
    about:
      "true: builds and starts although settings that a shop needs are missing, and only warns of them; for previews and trials.",
  },

  // A server of one's own (npm start)
  PORT: { about: "Port that `npm start` serves at." },
  LISTEN_ADDRESS: { about: "Address of this machine that `npm start` listens at." },
  WORKERS: { about: "Processes that `npm start` serves by; 0: one for each core." },
  RECEIVE_SECONDS: { about: "How long a request may take to come in whole, by `npm start`." },
  DRAIN_SECONDS: {
    about:
      "How long `npm start` still takes calls once it is told to end, with /readyz at 503: longer than the load balancer needs to see that.",
  },
  SHUTDOWN_SECONDS: {
    about: "How long calls may still take once the port of `npm start` is closed.",
  },
  WORKER_PING_MS: {
    about:
      "How often `npm start` asks each of its processes for a sign of life; one that leaves three out is killed and started again.",
  },
  METRICS_PORT: { about: "Port of the metrics as Prometheus reads them; 0: none." },
  METRICS_ADDRESS: { about: "Address of this machine that the metrics listen at." },

  // Set by the runtime and by Vercel
  NODE_ENV: { about: PLATFORM },
  VERCEL: { about: PLATFORM },
  VERCEL_ENV: { about: PLATFORM },
  VERCEL_URL: { about: PLATFORM },
  VERCEL_PROJECT_PRODUCTION_URL: { about: PLATFORM },
  VERCEL_GIT_COMMIT_REF: { about: PLATFORM },
};

/** What a deployment still lacks, one line a variable; empty when it can be built. */
export function missingForDeployment(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(SETTING_WORDS).flatMap(([name, { about, requiredWhenDeployed }]) =>
    requiredWhenDeployed !== undefined && !variables[name]?.trim()
      ? [`${name}: ${about} Get it from: ${requiredWhenDeployed}.`]
      : [],
  );
}
