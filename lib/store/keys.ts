import { env } from "../env";

/**
 * Every key that the service writes, in one place. Scripts touch several of them at once, so each database is one
 * primary, not a cluster; the braces keep a payment's own two keys together all the same.
 */
const key = (...parts: string[]): string => [env().STORE_PREFIX, ...parts].join(":");

export const keys = {
  /** Ledger: the record of one payment (hash). No TTL while money may be moving. */
  payment: (paymentKey: string) => key("ledger", `{${paymentKey}}`, "record"),
  /** Ledger: the stored answer of one payment (string). */
  answer: (paymentKey: string) => key("ledger", `{${paymentKey}}`, "answer"),
  /** Ledger: payments between intent and settlement, by the intent's time (sorted set of payment keys). */
  openPayments: () => key("ledger", "open"),
  /** Ledger: that an instance recovers payments behind its sales' answers (string, expires). */
  recoveryTurn: () => key("ledger", "recovery-turn"),
  /** Ledger: a payer's slots, by the time until which each is taken, and its cooldown (sorted set, expires). */
  slots: (payer: string) => key("ledger", "slots", payer),
  /**
   * Ledger: work for payers who have never paid, under way or ended unpaid within an hour (sorted set, expires). Keys that begin
   * with this one hold the same of each network, the places and slots that such payers have beyond the budgets, and how often the chain was looked at for a
   * network (see ledger/newcomers.ts).
   */
  inVain: () => key("ledger", "in-vain"),
  /** Ledger: when the store was last found empty, in milliseconds (string). What was sold before is forgotten. */
  ledgerEpoch: () => key("ledger", "epoch"),
  /** Ledger: base units taken on each network since it began (hash). */
  ledgerTotals: () => key("ledger", "totals"),
  /** Ledger: when each paid route last sold an answer (sorted set: paths by time in milliseconds). */
  lastSales: () => key("ledger", "last-sales"),
  /** Ledger: how many lines each day's sales journal has (hash: the day's number since 1970 to lines). */
  journal: () => key("ledger", "journal"),
  /** Ledger: the sales journal of a UTC day (stream), until its export is acknowledged. */
  journalDay: (day: number) => key("ledger", "journal", String(day)),
  /** Ledger: payments that moved and are owed to their payers, with a record or without, by when they landed (sorted set). */
  debts: () => key("ledger", "debts"),
  /** Ledger: what is known of each of those (hash of JSON). */
  debtNotes: () => key("ledger", "debt-notes"),
  /** Ledger: which payment a transaction has refunded to a wallet (hash: both to payment key). */
  refunds: () => key("ledger", "refunds"),
  /** Ledger: settled sales whose money is still to be seen, by when to look next (sorted set of payment keys). */
  toConfirm: () => key("ledger", "to-confirm"),
  /** Ledger: sales whose money was not seen, by when that was suspected (sorted set of payment keys, the last 10,000). */
  suspects: () => key("ledger", "suspects"),
  /** Ledger: proofs that a facilitator named settlements that never were (sorted set: payment keys by time, at most 100). */
  lies: (url: string) => key("ledger", "lies", url),
  /** Ledger: a facilitator's sales that our node has not seen yet, and what it has seen (hash, see ledger/unseen-script.ts). */
  unseen: (url: string) => key("ledger", "unseen", url),
  /** Ledger: our node of a network could not be asked about a sale lately. */
  silentNode: (network: string) => key("ledger", "silent", network),
  /** Ledger: what was served unseen while our nodes were silent, by hour (USDC base units). */
  trustedInSilence: () => key("ledger", "trusted-in-silence"),
  /** Ledger: which payment a transaction on Solana has settled (payment key, for as long as its answer is kept). */
  moved: (transaction: string) => key("ledger", "moved", transaction),
  /** Ledger: what is switched off at run time (hash: switch to JSON, at most one field a facilitator, chain and route). */
  switches: () => key("ledger", "switches"),
  /** Ledger: log events that an operator must see, with their first and last time (hash, two fields an event of a fixed list). */
  alarms: () => key("ledger", "alarms"),
  /** Ledger: each schedule's last runs (hash of JSON, a field a schedule). */
  schedules: () => key("ledger", "schedules"),
  /** Ledger: which alerts were sent, and when (hash of JSON, a field an alert). */
  sentAlerts: () => key("ledger", "sent-alerts"),
  /** Ledger: how much it held on each of the last days (hash: day to time and bytes, at most 15 fields). */
  ledgerSizes: () => key("ledger", "sizes"),
  /** Ledger: that an instance sends alerts at the moment (string, expires). */
  alertTurn: () => key("ledger", "alert-turn"),
  /** Ledger: what the service's last call to itself through the front found (string, JSON). */
  selfProbe: () => key("ledger", "self-probe"),
  /** Ledger: that an instance can write (string, expires). */
  probe: (instance: string) => key("ready", instance),
  /** Ledger: what the ledger and each chain said when they were last compared (hash of JSON). */
  ledgerSnapshots: () => key("ledger", "snapshots"),
  /** Ledger: how far what arrived at each receiving wallet was compared with the ledger (hash: network and wallet to a place). */
  arrivals: () => key("ledger", "arrivals"),
  /** Ledger: which payment an idempotency key belongs to (string, expires with the answer). */
  idempotency: (payer: string, hash: string, entry: string) =>
    key("ledger", "idempotency", payer, entry, hash),
  /** Ledger: the payment that a person made for an agent, by the link and the fingerprint of the request (a reservation, expires). */
  payLink: (link: string, request: string) => key("ledger", "pay-link", link, request),
  /** Ledger: a wallet's sign-in that was used (string, expires once the sign-in is too old to count). */
  proofNonce: (address: string, nonce: string) => key("ledger", "proof-nonce", address, nonce),
  /** Accuracy: the first standard verdict of each UTC day of a year (hash: day to JSON, at most 366 fields). */
  verdictsDaily: (year: string) => key("verdicts", "daily", year),
  /** Accuracy: what became of those (hash: day to JSON, at most 366 fields). */
  verdictOutcomes: (year: string) => key("verdicts", "outcomes", year),
  /** Accuracy: the verdicts that were sold on a UTC day, the first of them (list of JSON, capped, expires). */
  verdictsSold: (day: string) => key("verdicts", "sold", day),
  /** Accuracy: how each day's sold verdicts did (hash: day to JSON, at most 366 fields). */
  verdictTallies: (year: string) => key("verdicts", "tallies", year),
  /** Ledger: that a free call was applied, with its answer where its caller named it (string, expires). */
  freeCall: (method: string, entry: string, id: string) => key("ledger", "free-call", method, entry, id),
  /** Ledger: an agent's record (hash). */
  agent: (id: string) => key("agents", "record", id),
  /** Ledger: which agent a token of the on-chain registry is linked to (string). */
  agentToken: (registry: string, tokenId: string) => key("agents", "token", registry, tokenId),
  /** Ledger: the listed agents, those with a proved wallet or the others (sorted set of `<ms>:<id>`, all of one score). */
  agentDirectory: (kind: "verified" | "claimed") => key("agents", "directory", kind),
  /** Ledger: linked agents whose own wallet paid for a call on a UTC day (sorted set of ids, by days of a week and a lot; expires). */
  agentPeers: (day: string) => key("agents", "peers", day),
  /** Ledger: the agent whose link to an account of Solana's registry (SAP) was verified last (string). */
  agentSap: (pda: string) => key("agents", "sap", pda),
  /** Ledger: a feedback file, or that it was taken down (string, JSON). */
  agentFeedback: (id: string) => key("agents", "feedback", id),
  /** Ledger: that an agent is being written for the first time (string, expires). */
  agentMaking: (id: string) => key("agents", "making", id),
  /** Ledger: what callers of one network changed of agents on a UTC day (hash, expires; the network by a key of that day). */
  agentNetwork: (tag: string) => key("agents", "network", tag),
  /** Ledger: that a network's next change is made (string, expires). */
  agentTurn: (tag: string, turn: number) => key("agents", "turn", tag, String(turn)),
  /** Cache: the random key of a UTC day by which networks are written (string, expires). */
  networkKey: (day: string) => key("network-key", day),
  /** Lounge: every published signal in order (list: id, certificate hash, milliseconds). Only ever added to. */
  loungeLog: () => key("lounge", "log"),
  /** Lounge: the log's tree as far as it is hashed: size, root, signed checkpoint (hash). */
  loungeTree: () => key("lounge", "tree"),
  /** Lounge: hashes of the tree's complete subtrees (hash: level and index to SHA-256). */
  loungeSubtrees: () => key("lounge", "subtrees"),
  /** Lounge: the keys that signed checkpoints (hash: key to the size at which it was first used). */
  loungeLogKeys: () => key("lounge", "log-keys"),
  /** Lounge: checkpoints of a log that Solana has (sorted set of JSON, by size). */
  loungeAnchors: (origin: string) => key("lounge", "anchors", origin),
  /** Lounge: the checkpoint that is on its way there (string). */
  loungeAnchorPending: (origin: string) => key("lounge", "anchor-pending", origin),
  /** Lounge: what everybody may read of a signal (hash). */
  loungeSignal: (id: string) => key("lounge", "signal", id),
  /** Lounge: a signal's paid text and its certificate's salt (string, JSON). */
  loungeText: (id: string) => key("lounge", "text", id),
  /** Lounge: who unlocked a signal (hash: payer to payment key). */
  loungeReaders: (id: string) => key("lounge", "readers", id),
  /** Lounge: the payments that published a signal or unlocked it (sorted set of payment keys by time, expires). */
  loungeSales: (id: string) => key("lounge", "sales", id),
  /** Lounge: sold unlocks whose money is still to be seen, by when to look next (sorted set of payment key and id). */
  loungeUnlocks: () => key("lounge", "unlocks"),
  /** Lounge: the signals of others that a wallet unlocked and whose money was seen (sorted set of ids, all of one score). */
  loungeRead: (wallet: string) => key("lounge", "read", wallet),
  /** Lounge: the creators that those name (sorted set of wallets, likewise). */
  loungeReadOf: (wallet: string) => key("lounge", "read-of", wallet),
  /** Lounge: the signals that name a creator's wallet (sorted set: ids by place, from 1). */
  loungeCreator: (wallet: string) => key("lounge", "creator", wallet),
  /** Lounge: how many of those are proved in which way, or not (hash: proof to number). */
  loungeProofs: (wallet: string) => key("lounge", "proofs", wallet),
  /** Lounge: signals that say something of an asset and are not scored yet (sorted set: ids by time, or by when to try again). */
  loungeToScore: () => key("lounge", "to-score"),
  /** Lounge: a proved creator's calls on an asset (sorted set: ids by time of publication). */
  loungeCalls: (asset: string, wallet: string) => key("lounge", "calls", asset, wallet),
  /** Lounge: how a creator's calls did (hash of eight numbers). */
  loungeRecord: (wallet: string) => key("lounge", "record", wallet),
  /** Lounge: the records of creators with twenty scored directional calls (hash: wallet to four numbers). */
  loungeStanding: () => key("lounge", "standing"),
  /** Lounge: which signal a mint is recorded of (string). */
  loungeMint: (mint: string) => key("lounge", "mint", mint),
  /** Lounge: which mint is recorded of a signal (string). */
  loungeMintOf: (id: string) => key("lounge", "mint-of", id),
  /** Lounge: the addresses at which signals may be minted (hash: address to id). */
  loungeMintAddresses: () => key("lounge", "mint-addresses"),
  /** Lounge: proved creators that said something of an asset, by when they last did (sorted set of wallets). */
  loungeCallers: (asset: string) => key("lounge", "callers", asset),
  /** Lounge: what each of those said last (hash: wallet to id). */
  loungeViews: (asset: string) => key("lounge", "views", asset),
  /** Lounge: a category's signals (sorted set: ids by place, from 1). */
  loungeCategory: (category: string) => key("lounge", "category", category),
  /** Lounge: which signal has a summary, by its hash (string). */
  loungeContent: (hash: string) => key("lounge", "content", hash),
  /** Lounge: the payment whose memo says a certificate's hash (string, expires). */
  loungeMemo: (certificateHash: string) => key("lounge", "memo", certificateHash),
  /** Lounge: which signal had a part of a summary's sketch first (hash: part to id). */
  loungeSketch: (band: number) => key("lounge", "sketch", String(band)),
  /** Cache: the answer of a free route that changed nothing, under its caller's Idempotency-Key (string, expires). */
  freeAnswer: (entry: string, caller: string) => key("free-answer", entry, caller),
  /** Ledger: language-model tokens that were reserved on a UTC day, by whom: all, newcomers, or a payer (string, expires). */
  chatTokens: (day: string, whose: string) => key("ledger", "chat-tokens", day, whose),
  /** Ledger: that a payer's chat turn has settled (string, expires). */
  chatPayer: (payer: string) => key("ledger", "chat-payer", payer),
  /** Cache: one source's last reading (string, JSON). */
  source: (id: string) => key("source", id),
  /** Cache: what a source's next reading is compared with (string, JSON, expires). */
  sourceBaseline: (id: string) => key("source-baseline", id),
  /** Cache: who refreshes a source at the moment (string, expires). */
  sourceLock: (id: string) => key("source-lock", id),
  /** Cache: the bucket that requests to a data provider are counted in (hash, expires when it is full). */
  sourceBucket: (name: string) => key("source-bucket", name),
  /** Cache: what the facilitators said they support (string, JSON). */
  supported: () => key("facilitators", "supported"),
  /** Cache: that a facilitator failed a payment lately (string, expires). */
  facilitatorOutage: (url: string) => key("facilitators", "out", url),
  /** Cache: what the last round of the canary saw of each source (string, JSON, expires). */
  canaryLooks: () => key("canary", "looks"),
  /** Cache: when a site was scanned within the last hour (sorted set of scan ids by time, expires). */
  scanStarts: (domain: string) => key("scan-starts", domain),
  /** Cache: the scan that a site is under at the moment (string, expires). */
  scanLease: (domain: string) => key("scan-lease", domain),
  /** Cache: the visit that a site was paid last: by whom, and which audits it has had (hash, expires). */
  scanVisit: (domain: string) => key("scan-visit", domain),
  /** Cache: scans of a site's names, or of a caller, that were refused before they began (sorted set of scan ids by time, expires). */
  scanRefused: (subject: string) => key("scan-refused", subject),
  /** Cache: why the last scan of a host was refused, where that needs no further look at it (string, JSON, expires). */
  scanRefusal: (host: string) => key("scan-refusal", host),
  /** Cache: the scans under way in a network (sorted set of scan ids by when their lease ends, expires). */
  scanRoom: (network: string) => key("scan-room", network),
  /** Cache: the requests of scans under way to an address (sorted set likewise, expires). */
  scanRequests: (address: string) => key("scan-requests", address),
  /** Cache: the scans that an address had within the last hour (sorted set of scan id, requests and payment by time, expires). */
  scanAddress: (address: string) => key("scan-address", address),
  /** Cache: the last report of a site that its route made, for a buyer if its payment moves nothing (string, JSON, expires). */
  scanSealed: (path: string, host: string) => key("scan-sealed", path, host),
  /** Cache: the public keys of a host whose agents sign requests, none where it has none (string, JSON, expires). */
  agentKeys: (host: string) => key("agent-keys", host),
  /** Cache: that a host was asked for them lately (string, expires). */
  agentKeysAsked: (host: string) => key("agent-keys-asked", host),
  /** Cache: how many hosts were asked for them within a minute (string, expires). */
  agentKeysBudget: (minute: number) => key("agent-keys-budget", String(minute)),
  /** Cache: the last report that the service made of itself (string, JSON, expires). */
  selfReport: () => key("scan-self"),
  /** Ledger: what a caller attested when a scan was sold (string, JSON, expires). */
  scanAttestation: (paymentKey: string) => key("scan-attestation", paymentKey),
  /** Ledger: the last report that a payer bought of a site (string, JSON, expires). */
  scanReport: (payer: string, label: string, host: string) => key("scan-report", payer, label, host),
  /** Cache: the own token's price, and what it rests on (string, JSON, expires). */
  tokenMarket: () => key("token", "market"),
  /** Cache: that an instance has the own token's price read at the moment (string, expires). */
  tokenMarketAsked: () => key("token", "market-asked"),
  /** Ledger: sales for the own token of a UTC day, at list price, in USDC base units (string, expires). */
  tokenSold: (day: number) => key("ledger", "token-sold", String(day)),
  /** Ledger: payments in the own token of a UTC day, by when they were settled (sorted set of texts, expires). */
  tokenBurns: (day: number) => key("ledger", "token-burns", String(day)),
  /** Ledger: what all payments in the own token came to (hash). */
  tokenTotals: () => key("ledger", "token-totals"),
  /** Cache: what a wallet holds of the own token (string, JSON, expires). */
  tokenHolding: (wallet: string) => key("token", "holding", wallet),
  /** Cache: what a wallet held of the own token when a UTC day began (string, expires). */
  tokenMidnight: (wallet: string, day: number) => key("token", "midnight", wallet, String(day)),
  /** Cache: a balance of the own token that a node told without a history, and when (JSON, expires). */
  tokenDoubt: (wallet: string, day: number) => key("token", "doubt", wallet, String(day)),
  /** Ledger: how often a holder called for nothing on the day that it names (hash, expires). */
  holderCalls: (wallet: string) => key("ledger", "holder-calls", wallet),
  /** Cache: what all instances counted in an hour, by its number since 1970 (hash, expires). */
  counters: (hour: number) => key("counters", String(hour)),
  /** Cache: how many times in a row paid calls, by route, and facilitators failed last, and when (hash, expires). */
  failures: () => key("failures"),
  /** Cache: prefix of the rate limiter's own keys. */
  rateLimit: () => key("limit"),
  /** Cache: the same for a limit that only some routes have. */
  rateRule: (name: string) => key("limit-of", name),
};
