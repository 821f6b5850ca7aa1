import type { Mutation } from "./program";

/** One rule of the till that is left out, and what the code then does. */
export interface Sabotage {
  /** The rule, in words. */
  rule: string;
  mutation: Mutation;
  /**
   * Another rule that forbids the same: what each of the two does alone can't be told from outside, and only a till
   * without both breaks a promise that it keeps with either.
   */
  secondLockOf?: string;
  /** Both left out, where their texts meet. */
  both?: Mutation;
  /** A seed whose run breaks a promise then; of a second lock, with both left out. */
  seed: number;
}

const SCRIPTS = "lib/payments/ledger/scripts.ts";

/** A condition or effect of a script, as it stands there and as a mistake would have it. */
const script = (rule: string, name: string, find: string, replace: string): Omit<Sabotage, "seed"> => ({
  rule,
  mutation: {
    file: SCRIPTS,
    after: name.endsWith("= ") ? `const ${name}` : `export const ${name} = `,
    find,
    replace,
  },
});

const code = (rule: string, file: string, find: string, replace: string): Omit<Sabotage, "seed"> => ({
  rule,
  mutation: { file: `lib/payments/${file}`, find, replace },
});

/** A rule that another one makes good when it is left out: see `secondLockOf`. */
const secondLock = (of: string, rule: Omit<Sabotage, "seed">, both?: Mutation): Omit<Sabotage, "seed"> => ({
  ...rule,
  secondLockOf: of,
  ...(both === undefined ? {} : { both }),
});

/** Every rule of the ledger's scripts and of the calls that use them, each left out or turned around. */
const RULES: readonly Omit<Sabotage, "seed">[] = [
  script("BEGIN takes over only after the lease", "BEGIN", "tonumber(r[7]) < now and", ""),
  script(
    "BEGIN takes over for the same request only",
    "BEGIN",
    "r[1] == ARGV[4] and proved and",
    "proved and",
  ),
  script(
    "BEGIN takes over with a proof only",
    "BEGIN",
    "r[1] == ARGV[4] and proved and",
    "r[1] == ARGV[4] and",
  ),
  script("BEGIN accepts no caller without a proof", "BEGIN", "(r[2] ~= '' and r[2] == ARGV[5])", "true"),
  script(
    "BEGIN returns the answer only when it is settled",
    "BEGIN",
    "if state == 'settled' then answer",
    "if state then answer",
  ),
  script("BEGIN keeps another's claim", "BEGIN", "and redis.call('HGET', KEYS[1], 'owner') == ARGV[2]", ""),
  script(
    "BEGIN never claims an unknown payment afresh",
    "BEGIN",
    "if not state then",
    "if not state or state == 'unknown' then",
  ),
  script(
    "BEGIN notes when the ledger was empty",
    "BEGIN",
    "redis.call('SET', KEYS[5], tostring(now), 'NX')",
    "",
  ),
  script("INTENT goes on from `claimed` only", "INTENT", "r[1] ~= 'claimed' or ", ""),
  script("INTENT is the owner's only", "INTENT", " or r[2] ~= ARGV[1]", ""),
  script("INTENT keeps the record for good", "INTENT", "redis.call('PERSIST', KEYS[1])", ""),
  script(
    "INTENT puts the payment on the open list",
    "INTENT",
    "redis.call('ZADD', KEYS[3], now, ARGV[8])",
    "",
  ),
  script(
    "INTENT compares the idempotency binding",
    "INTENT",
    "if bound and bound ~= ARGV[6] then return {'bound'} end",
    "",
  ),
  secondLock(
    "INTENT compares the idempotency binding",
    script(
      "BEGIN looks for what the idempotency key has bought",
      "BEGIN",
      "if bound and string.sub(bound, -#ARGV[12] - 1) ~= ' ' .. ARGV[12] then return {'bound', bound} end",
      "",
    ),
  ),
  script("BEGIN counts the payer's slots", "SLOTS = ", "if held >= most then return first - now end", ""),
  script(
    "BEGIN lets a payer cool down",
    "SLOTS = ",
    "if cooldown then return tonumber(cooldown) - now end",
    "",
  ),
  script(
    "UNKNOWN keeps the slot",
    "UNKNOWN",
    "if r[3] and redis.call('ZSCORE', KEYS[4], r[3]) then takeSlot(KEYS[4], now, r[3], now + tonumber(ARGV[3])) end",
    "",
  ),
  script(
    "INTENT refuses what another payment has reserved",
    "INTENT",
    "if taken then return {'taken', tostring(taken - 1)} end",
    "",
  ),
  script("INTENT reserves before money moves", "INTENT", "reservePending(reserve, ARGV[8])", ""),
  script(
    "SETTLED keeps what was reserved for good",
    "SETTLED",
    "if r[4] then reserveForGood(cjson.decode(r[4]), ARGV[1]) end",
    "",
  ),
  script(
    "RELEASED frees what was reserved",
    "RELEASED",
    "if r[8] then endReservations(cjson.decode(r[8]), ARGV[1]) end",
    "",
  ),
  script("SETTLED applies effects once", "SETTLED", "if r[1] == 'settled' then return 'already' end", ""),
  script(
    "SETTLED takes the payment from the open list",
    "SETTLED",
    "redis.call('ZREM', KEYS[3], ARGV[1])",
    "",
  ),
  script("SETTLED gives the slot back", "SETTLED", "redis.call('ZREM', KEYS[4], r[2] or '')", ""),
  script("SETTLED bounds the answer's life", "SETTLED", "redis.call('EXPIRE', KEYS[2], ARGV[4])", ""),
  script("UNKNOWN is the owner's only", "UNKNOWN", " or r[2] ~= ARGV[1]", ""),
  script("UNKNOWN goes on from `settling` only", "UNKNOWN", "r[1] ~= 'settling' or ", ""),
  script(
    "RELEASED is the owner's only",
    "RELEASED",
    "and r[2] == ARGV[2] and ARGV[2] ~= ''",
    "and ARGV[2] ~= ''",
  ),
  script(
    "RELEASED of a claim spares a settling payment",
    "RELEASED",
    "(r[1] == 'settling' and ARGV[4] == '1')",
    "r[1] == 'settling'",
  ),
  script("RELEASED compares the evidence", "RELEASED", "and r[6] == ARGV[5] and", "and"),
  script(
    "RELEASED of the unmoved waits for the lease",
    "RELEASED",
    "(r[1] == 'settling' and tonumber(r[4]) < now)",
    "r[1] == 'settling'",
  ),
  script("RELEASED gives the slot back", "RELEASED", "redis.call('ZREM', KEYS[4], r[7] or '')", ""),
  script(
    "RELEASED frees the idempotency key",
    "RELEASED",
    "if r[3] and redis.call('GET', r[3]) == r[5] then redis.call('DEL', r[3]) end",
    "",
  ),
  script("CREDIT is the owner's only", "CREDIT", " or r[2] ~= ARGV[1]", ""),
  script("CREDIT goes on from `claimed` only", "CREDIT", "r[1] ~= 'claimed' or ", ""),
  script("CREDIT asks for the ledger's epoch", "CREDIT", "landedAt + 1000 <= epoch", "false"),
  script(
    "BEGIN takes a credited payment from no call that is at it",
    "BEGIN",
    "(r[11] == '' or tonumber(r[7]) < now) and ",
    "",
  ),
  script(
    "BEGIN binds a credited payment anew for who proves the wallet",
    "BEGIN",
    "if state == 'credited' and ARGV[15] ~= ''",
    "if false",
  ),
  script(
    "CREDIT keeps a payment for a proof of its wallet",
    "CREDIT",
    "if wait > 0 then owner, lease = '', now + wait end",
    "wait = 0",
  ),
  script(
    "CREDIT puts the payment on the open list",
    "CREDIT",
    "redis.call('ZADD', KEYS[3], now, ARGV[10])",
    "",
  ),
  script("FULFIL takes the payment from the open list", "FULFIL", "redis.call('ZREM', KEYS[3], ARGV[8])", ""),
  script("FULFIL takes the payment from the debts", "FULFIL", "redis.call('ZREM', KEYS[5], ARGV[8])", ""),
  script("FULFIL has the block looked at again", "FULFIL", "listSale(KEYS[7], now, ARGV[8])", ""),
  script("OWED takes the payment from the open list", "OWED", "redis.call('ZREM', KEYS[3], ARGV[1])", ""),
  secondLock(
    "FULFIL is the owner's only",
    script("FULFIL goes on from `credited` only", "FULFIL", "r[1] ~= 'credited' or ", ""),
    script("", "FULFIL", "r[1] ~= 'credited' or r[2] ~= ARGV[1]", "false").mutation,
  ),
  script("FULFIL is the owner's only", "FULFIL", " or r[2] ~= ARGV[1]", ""),
  script(
    "SETTLED writes the journal's line",
    "SETTLED",
    "withSale(cjson.decode(r[3]), ARGV[5], now, 'settled', r[5], ARGV[2])",
    "cjson.decode(r[3])",
  ),
  script(
    "FULFIL writes the journal's line",
    "FULFIL",
    "withSale(cjson.decode(ARGV[3]), ARGV[10], now, 'credited', r[3], r[4])",
    "cjson.decode(ARGV[3])",
  ),
  script(
    "FULFIL compares the idempotency binding",
    "FULFIL",
    "if bound and bound ~= ARGV[6] then return {'bound'} end",
    "",
  ),
  script("RELEASE_CREDIT is the owner's only", "RELEASE_CREDIT", " or r[2] ~= ARGV[1]", ""),

  code(
    "an answer is replayed only with a proof of the payment",
    "paid-call.ts",
    'if (!record.proved) return conflict("not proved");',
    "",
  ),
  code(
    "an answer is for the request that was paid",
    "paid-call.ts",
    "if (!mayComeFirst(call, record) && record.fingerprint !== call.claim.fingerprint)",
    "if (false)",
  ),
  secondLock(
    "BEGIN takes over only after the lease",
    code(
      "who could not finish a dead call's book looks at the clock",
      "paid-call.ts",
      "return resumed;",
      'return (await resumed) === "not closed" ? "closed" : resumed;',
    ),
  ),
  code(
    "who could not close an unknown book looks at the clock",
    "paid-call.ts",
    'return record.state === "unknown" ? resolveUnknown(call, record) : "not closed";',
    'return record.state === "unknown" ? resolveUnknown(call, record).then((came) => (came === "not closed" ? ("closed" as const) : came)) : "not closed";',
  ),
  code(
    "a payer whom only the verification tells has a slot",
    "sell.ts",
    'if (call.payment.knownBy !== "verification") return admitted;',
    "if (true as boolean) return admitted;",
  ),
  code(
    "nothing is sent unless the intent was surely written",
    "sell.ts",
    '}).catch((error: unknown) => missing("ledger", error));',
    '}).catch(() => ({ kind: "ok" as const }));',
  ),
  code(
    "an answer leaves only after the money has moved",
    "sell.ts",
    "const settled = await settling;",
    'settling.catch(() => undefined);\n  const settled = { kind: "moved", receipt: { ...call.payment, transaction: "", at: 0 } } as const;',
  ),
  code(
    "an already used payment is looked up on chain",
    "sell.ts",
    "return alreadyUsed(call);",
    'return refusedPayment("payment_rejected");',
  ),
  code(
    "a refusal that may hide a moved payment needs a look at the chain",
    "sell.ts",
    "if (MAY_HAVE_MOVED.has(reason)) {",
    "if (false as boolean) {",
  ),
  code(
    "a refusal is returned only after a clear look at the chain",
    "sell.ts",
    'if (found.kind === "open" && (found.seen || found.unread)) return undecided;',
    "",
  ),
  code(
    "a call that lost its claim makes no statement about money",
    "sell.ts",
    "return isSafeWithoutClaim(came) ? came : heldByAnother;",
    "return withoutCharge(came);",
  ),
  code(
    "a credited payment under a bound key is answered by the earlier one",
    "credited.ts",
    'if (came.kind === "bound elsewhere") return came;',
    "",
  ),
  code(
    "a credited payment stays credited when its handler fails",
    "credited.ts",
    "await releaseCredit(call.claim).catch(",
    "await Promise.resolve().catch(",
  ),
  code(
    "an open outcome is no challenge",
    "settlement.ts",
    'if (found.kind === "open") return undecided;',
    'if (found.kind === "open") return refusedPayment("settlement_failed");',
  ),
  code(
    "another authorization of a nonce is looked at by itself",
    "settlement.ts",
    'if (found.kind === "unmoved" && evidence !== evidenceOf(call))\n    return (await tryCloseUnmoved(call, evidence, found, known)) === true ? "closed" : "not closed";',
    "",
  ),
  code(
    "a call that takes over never releases",
    "settlement.ts",
    "await recordUnknown(call, settlement.detail, marked);\n  const looked = await lookUpUntilKnown(call, record.intentAt, marked);\n  return finishedBy(await recordOutcome(call, looked, marked));",
    'await release(call.claim);\n  return missing("payments", settlement.detail, "not moved");',
  ),
  code(
    "a call whose release failed makes no statement about money",
    "settlement.ts",
    'return released === true ? missing("payments", settlement.detail, "not moved") : undecided;',
    'return missing("payments", settlement.detail, "not moved");',
  ),
  code(
    "a settlement that answers a failure is unknown",
    "facilitators/client.ts",
    '...{ kind: "unknown", detail },',
    '...{ kind: "not-sent", detail },',
  ),
  code(
    "a settlement without an answer is unknown",
    "facilitators/client.ts",
    '{ kind: "not-sent", detail } : { kind: "unknown", detail };',
    '{ kind: "not-sent", detail } : { kind: "not-sent", detail };',
  ),
  code(
    "a connection that was cut may have carried the payment",
    "rails/not-sent.ts",
    'if (typeof syscall === "string") return CALLS.has(syscall);',
    'if (typeof syscall === "string") return true;',
  ),
  code(
    "an unused authorization is unmoved only when its time is over",
    "chain/evm-lookup.ts",
    "const over = Number(head.timestamp) >= Number(evidence.validBefore);",
    "const over = true;",
  ),
  code(
    "a transfer that was not found is unmoved only when its blockhash is dead",
    "chain/solana-lookup.ts",
    "if (tip.value || finalized.value || head === null) return STILL_POSSIBLE;",
    'return { kind: "unmoved", why: "" };',
  ),
  code(
    "a transfer is called unmoved only by the finalized chain",
    "chain/solana-lookup.ts",
    "if (tip.value || finalized.value || head === null) return STILL_POSSIBLE;",
    'return tip.value ? STILL_POSSIBLE : { kind: "unmoved", why: "" };',
  ),
  code(
    "only a payer whose own doing it was cools down",
    "settlement.ts",
    "const isByPayer = found.byPayer === true || trail.byPayer === true;",
    "const isByPayer = true as boolean;",
  ),
  code(
    "a sale that is found nowhere is searched for, and held against who named it",
    "trust/look.ts",
    'if (sale.trust === "believed" && now() < suspectAt)',
    'if (sale.trust === "believed")',
  ),
  code(
    "a sale for nothing is proved when its payment can't move any more",
    "trust/look.ts",
    'return found.kind === "unmoved" ? proved(sale, open, second) : open;',
    "return open;",
  ),
  code(
    "a sale is looked for anew when the final chain has dropped its block",
    "chain/evm-confirm.ts",
    "(known === hash ? stand : dropped).add(name);",
    "stand.add(name);",
  ),
  code(
    "a sale for the own token is counted apart from USDC",
    "ledger/totals.ts",
    "accountOf(network, token.asset), token.kept]",
    "network, token.kept]",
  ),
  code(
    "what a sale has burned is written down with it",
    "ledger/totals.ts",
    "return [{ command: kept }, ...burnRecord(amount, token, at)];",
    "return [{ command: kept }];",
  ),
  code(
    "each challenge has a quote of its own in the own token",
    "challenge/prepared-challenge.ts",
    "quoted.another(now.getTime())",
    "quoted.quoteId",
  ),
  code(
    "open payments are recovered without their clients",
    "recovery/recover-payments/handler.ts",
    "for (const payment of await abandonedPayments(SCHEDULED_BATCH)) {",
    "for (const payment of [] as OpenPayment[]) {",
  ),
  code(
    "a second node's hour begins with the first one's proof",
    "trust/look.ts",
    "const isLate = now() - proof.at > SECOND_NODE_MS",
    "const isLate = now() - sale.settledAt > SECOND_NODE_MS",
  ),
  code(
    "a second node is asked three times before a person is",
    "trust/look.ts",
    " && proof.asked >= SECOND_NODE_ASKED",
    "",
  ),
  script(
    "BEGIN bounds what who has paid costs facilitators in vain",
    "SLOTS = ",
    "if #explained >= ${EXPLAINED} then return explained[#explained - ${EXPLAINED - 1}] - now end",
    "",
  ),
  script(
    "RELEASED counts a refusal that our node explains",
    "RELEASED",
    "takeSlot(KEYS[4], now, 'explained ' .. ARGV[2], now + ${EXPLAINED_MS})",
    "",
  ),
  code(
    "a refusal that our own node explains is told from a facilitator's error",
    "sell.ts",
    'isExplained: ended.kind === "refused" && ended.by === "till" && ended.explained === true,',
    "isExplained: false,",
  ),
  {
    rule: "a refund is reserved only once its sale's block is final",
    mutation: {
      file: "lib/payments/refunds/reserve.ts",
      find: "if r[1] == 'settled' and (r[3] ~= 'confirmed' or redis.call('ZSCORE', KEYS[7], ARGV[1])) then return { 'unseen' } end",
      replace: "",
    },
  },
  {
    rule: "a refund that was sent is recorded only once its sale's money is known",
    mutation: {
      file: "lib/payments/refunds/record.ts",
      find: "if r[1] == 'settled' and (r[3] == 'disputed' or redis.call('ZSCORE', KEYS[8], ARGV[1])) then return 'unseen' end",
      replace: "",
    },
  },
  code(
    "a refund is recorded only once its own block is final",
    "refunds/handler.ts",
    "if (!(await isFinal(known.network, moves, signal))) return recordLater(known, by, returned);",
    "",
  ),
  script(
    "BEGIN gives no payer's last slot to what may be old",
    "BEGIN",
    "(isLast or bringsOld(KEYS[6], ARGV[17]))",
    "bringsOld(KEYS[6], ARGV[17])",
  ),
  script(
    "BEGIN has each payment shown to be fresh of a network that brings old ones",
    "BEGIN",
    "(isLast or bringsOld(KEYS[6], ARGV[17]))",
    "isLast",
  ),
  script(
    "RELEASED counts what has run out against its network",
    "RELEASED",
    "if held and ARGV[11] == '1' then countOld(KEYS[5], ARGV[12]) end",
    "",
  ),
  code(
    "what has run out takes no slot",
    "paid-call.ts",
    "if ((await call.payment.hasRunOut?.()) === true)\n      [claim, known]",
    "if (((await call.payment.hasRunOut?.()) === true) && (false as boolean))\n      [claim, known]",
  ),
  code(
    "what has run out is counted against no payer",
    "chain/solana-diagnosis.ts",
    "old: true,",
    "explained: true,",
  ),
  script(
    "RELEASED never shortens a cooldown",
    "RELEASED",
    "math.max(cools, now + cooldownMs)",
    "now + cooldownMs",
  ),
  script(
    "RELEASED lets a payer cool down for longer after a scan",
    "RELEASED",
    "cooldownMs = math.max(cooldownMs, tonumber(ARGV[9]))",
    "",
  ),
  script(
    "RELEASED keeps a household's newcomers from scans",
    "RELEASED",
    "if proved then scannedInVain(r[10], r[12], cooldownMs) end",
    "",
  ),
  script(
    "BEGIN notes whose household a scan is for, whoever has paid",
    "BEGIN",
    "scanFrom(KEYS[1], KEYS[6], ARGV[18], ARGV[13])",
    "if not paid then scanFrom(KEYS[1], KEYS[6], ARGV[18], ARGV[13]) end",
  ),
  code(
    "a stray is served by its challenge's route alone",
    "paid-call.ts",
    'return claim.walletProved === "for this request" && isStrayOf(call) && "without slot";',
    'return claim.walletProved === "for this request" && "without slot";',
  ),
  code(
    "a stray is credited for a proof of its wallet alone",
    "paid-call.ts",
    'return claim.walletProved === "for this request" && isStrayOf(call) && "without slot";',
    'return isStrayOf(call) && "without slot";',
  ),
  code(
    "a stray is noted as a debt",
    "paid-call.ts",
    "if (call.payment.stray !== null) return noteStray(call.payment, call.payment.stray);",
    'if (call.payment.stray !== null) return conflict("stray");',
  ),
  code(
    "a payment that ran out while its answer was made is not sent",
    "sell.ts",
    "if (tookLong && (await call.payment.hasRunOut?.()) === true) return refuse(call, RAN_OUT);",
    "",
  ),
  code(
    "that a payment runs out behind a long answer is nobody's doing",
    "sell.ts",
    "hadTime: tookLong",
    "hadTime: false",
  ),
  script(
    "SETTLED keeps the idempotency key for as long as the answer",
    "SETTLED",
    "if r[8] and redis.call('GET', r[8]) == r[9] then redis.call('EXPIRE', r[8], ARGV[4]) end",
    "",
  ),
  script(
    "when a payment was first presented is remembered for a day",
    "PRESENTED_MS = ",
    "24 * 60 * 60_000",
    "60 * 60_000",
  ),
  code(
    "only what its payer has signed is remembered as presented",
    "sell.ts",
    'mayHaveMoved: ended === undecided && payment.knownBy !== "verification",',
    "mayHaveMoved: ended === undecided,",
  ),
  script(
    "BEGIN tells how long ago a payment was first presented",
    "BEGIN",
    "tostring(now - presented)",
    "'0'",
  ),
];

/** The first seed from 1 on whose run sees a rule left out, as `npm run simulate -- --sabotage` finds it. */
const SEEN_BY: Readonly<Record<string, number>> = {
  "BEGIN takes over only after the lease": 3,
  "BEGIN takes over for the same request only": 70,
  "BEGIN takes over with a proof only": 529,
  "BEGIN accepts no caller without a proof": 3,
  "BEGIN returns the answer only when it is settled": 3,
  "BEGIN keeps another's claim": 3,
  "BEGIN never claims an unknown payment afresh": 22,
  "BEGIN notes when the ledger was empty": 32,
  "INTENT goes on from `claimed` only": 111,
  "INTENT is the owner's only": 129,
  "INTENT keeps the record for good": 8,
  "INTENT puts the payment on the open list": 48,
  "INTENT compares the idempotency binding": 45,
  "SETTLED applies effects once": 7,
  "SETTLED takes the payment from the open list": 2,
  "SETTLED bounds the answer's life": 2,
  "UNKNOWN is the owner's only": 368,
  "UNKNOWN goes on from `settling` only": 981,
  "RELEASED is the owner's only": 37,
  "RELEASED of a claim spares a settling payment": 155,
  "RELEASED compares the evidence": 176,
  "RELEASED of the unmoved waits for the lease": 71,
  "RELEASED frees the idempotency key": 33,
  "CREDIT is the owner's only": 191,
  "CREDIT goes on from `claimed` only": 647,
  "CREDIT asks for the ledger's epoch": 32,
  "FULFIL goes on from `credited` only": 291,
  "FULFIL is the owner's only": 72,
  "FULFIL compares the idempotency binding": 861,
  "RELEASE_CREDIT is the owner's only": 246,
  "BEGIN takes a credited payment from no call that is at it": 143,
  "CREDIT keeps a payment for a proof of its wallet": 12,
  "CREDIT puts the payment on the open list": 6,
  "FULFIL takes the payment from the open list": 4,
  "FULFIL takes the payment from the debts": 6,
  "FULFIL has the block looked at again": 645,
  "OWED takes the payment from the open list": 6,
  "BEGIN binds a credited payment anew for who proves the wallet": 467,
  "an answer is replayed only with a proof of the payment": 3,
  "an answer is for the request that was paid": 6,
  "who could not finish a dead call's book looks at the clock": 48,
  "who could not close an unknown book looks at the clock": 887,
  "nothing is sent unless the intent was surely written": 11,
  "an answer leaves only after the money has moved": 2,
  "an already used payment is looked up on chain": 4,
  "a refusal that may hide a moved payment needs a look at the chain": 18,
  "a refusal is returned only after a clear look at the chain": 2757,
  "a call that lost its claim makes no statement about money": 341,
  "a credited payment under a bound key is answered by the earlier one": 6,
  "a credited payment stays credited when its handler fails": 16,
  "an open outcome is no challenge": 96,
  "another authorization of a nonce is looked at by itself": 176,
  "a call that takes over never releases": 138,
  "a call whose release failed makes no statement about money": 1250,
  "a settlement that answers a failure is unknown": 49,
  "a settlement without an answer is unknown": 219,
  "a connection that was cut may have carried the payment": 219,
  "an unused authorization is unmoved only when its time is over": 8,
  "a transfer that was not found is unmoved only when its blockhash is dead": 3,
  "a transfer is called unmoved only by the finalized chain": 401,
  "only a payer whose own doing it was cools down": 58,
  "a sale that is found nowhere is searched for, and held against who named it": 193,
  "a sale for nothing is proved when its payment can't move any more": 193,
  "a sale is looked for anew when the final chain has dropped its block": 136,
  "a sale for the own token is counted apart from USDC": 33,
  "what a sale has burned is written down with it": 33,
  "each challenge has a quote of its own in the own token": 68,
  "open payments are recovered without their clients": 48,
  "a second node's hour begins with the first one's proof": 41,
  "a second node is asked three times before a person is": 124,
  "BEGIN bounds what who has paid costs facilitators in vain": 10,
  "RELEASED counts a refusal that our node explains": 10,
  "a refusal that our own node explains is told from a facilitator's error": 10,
  "a refund is reserved only once its sale's block is final": 162,
  "a refund that was sent is recorded only once its sale's money is known": 183,
  "a refund is recorded only once its own block is final": 582,
  "BEGIN looks for what the idempotency key has bought": 7,
  "BEGIN counts the payer's slots": 24,
  "UNKNOWN keeps the slot": 11,
  "INTENT reserves before money moves": 26,
  "RELEASED frees what was reserved": 51,
  "SETTLED gives the slot back": 49,
  "RELEASED gives the slot back": 11,
  "SETTLED writes the journal's line": 2,
  "BEGIN lets a payer cool down": 11,
  "INTENT refuses what another payment has reserved": 134,
  "SETTLED keeps what was reserved for good": 26,
  "FULFIL writes the journal's line": 4,
  "a payer whom only the verification tells has a slot": 176,
  "BEGIN gives no payer's last slot to what may be old": 28,
  "BEGIN has each payment shown to be fresh of a network that brings old ones": 28,
  "RELEASED never shortens a cooldown": 1622,
  "RELEASED counts what has run out against its network": 28,
  "RELEASED lets a payer cool down for longer after a scan": 317,
  "RELEASED keeps a household's newcomers from scans": 317,
  "BEGIN notes whose household a scan is for, whoever has paid": 317,
  "what has run out takes no slot": 28,
  "what has run out is counted against no payer": 28,
  "a stray is served by its challenge's route alone": 279,
  "a stray is credited for a proof of its wallet alone": 279,
  "a stray is noted as a debt": 279,
  "SETTLED keeps the idempotency key for as long as the answer": 7,
  "a payment that ran out while its answer was made is not sent": 406,
  "when a payment was first presented is remembered for a day": 81,
  "only what its payer has signed is remembered as presented": 81,
  "that a payment runs out behind a long answer is nobody's doing": 2937,
  "BEGIN tells how long ago a payment was first presented": 81,
};

export const SABOTAGES: readonly Sabotage[] = RULES.map((one) => ({
  ...one,
  seed: SEEN_BY[one.rule] ?? 0,
}));

/** The changes that leave out a rule, and with a second lock those that leave out either of the two alone. */
export function mutationsFor({ rule, mutation, secondLockOf, both }: Sabotage): {
  all: Mutation[];
  either: Mutation[];
} {
  if (secondLockOf === undefined) return { all: [mutation], either: [] };
  const first = RULES.find((other) => other.rule === secondLockOf);
  if (first === undefined) throw new Error(`${rule} names a rule that there is not: ${secondLockOf}`);
  const either = [first.mutation, mutation];
  return { all: both === undefined ? either : [both], either };
}
