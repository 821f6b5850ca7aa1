import { NETWORKS } from "@/lib/chains/networks";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { randomness, type Randomness } from "@/sandbox/upstream/market/random";
import { createHash } from "node:crypto";
import { BaseChain } from "./chains/base";
import { HONEST, type NodeLies } from "./chains/lies";
import { SolanaChain } from "./chains/solana";
import { solanaKey, type SolanaKey } from "./chains/solana-transfer";
import { Buyer, read } from "./buyer";
import type { Answered, BuyersWorld, Call } from "./buyers-world";
import { requestOf } from "./http";
import { Instance, never, type Service } from "./instance";
import { Judge, type Movement } from "./judge";
import { Kernel } from "./kernel";
import { HOSTS, Network } from "./network";
import type { Payment, PayingWorld, Wallet } from "./payments";
import {
  launch,
  MARKET_PATH,
  priceAt,
  type SimulatedToken,
  simulatedToken,
  tokenSettings,
} from "./own-token";
import { FIRST_OF_CROWD, type FaultAt, type Plan } from "./plan";
import type { Program } from "./program";
import { Refunder } from "./refunder";
import { PRICE, type RoutePath } from "./routes";
import { LedgerAudit } from "./ledger-audit";
import { facilitatorServer } from "./services/facilitator";
import { pester } from "./third-parties";
import type { Message, Reply } from "./services/message";
import { rpcServer } from "./services/rpc";
import { commands, storeServer } from "./services/store";

/** Noon of some day; block times are whole seconds. */
const START_MS = Date.UTC(2026, 0, 15, 12);
const RECOVERY_EVERY_MS = 60_000;
/** After the last trouble a purchase must be over within this time: a payer gives up some 14 minutes after it signed. */
const BOUND_MS = 20 * 60_000;
/** From then on nobody is expected to come any more. */
const QUIET_MS = 40 * 60_000;
const FUNDS = 1_000_000n;
/** How long a client waits for an answer. */
const CLIENT_PATIENCE_MS = 35_000;
/** How soon a process is replaced that died. */
const RESTART_MS = 2_000;
/** For so long at most somebody brings what is no buyer's doing. */
const PESTERED_MS = 150_000;
/** Handlers fail for so long after all other faults have stopped. */
const DATA_IS_BACK_MS = 5 * 60_000;

const isService = (by: string | undefined): boolean =>
  by !== undefined && ["primary", "fallback", "service"].includes(by);

export const ORIGIN = HOSTS.self;
const PREFIX = "sim";
export const EFFECTS_KEY = "sim:effects";
const SELLER_EVM = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

/** The network of buyers with a home, and of how many handlers that ran in vain it has used up its hourly budget. */
const HOME_NETWORK = "198.51.100.0/24";
const VAIN_OF_NETWORK = 100;
const VAIN_MS = 60 * 60_000;

/** Commands by which a network's newcomers have used up its budget an instant ago. */
const useUp = (key: string, now: number): string[][] => [
  [
    "ZADD",
    key,
    ...Array.from({ length: VAIN_OF_NETWORK }, (_, index) => [
      String(now + VAIN_MS),
      `other ${index}`,
    ]).flat(),
  ],
  ["PEXPIRE", key, String(VAIN_MS)],
];

/** Nothing keeps a message from its server, or a node from the tip. */
const isQuiet = ({
  faultRate,
  focus,
  seconds,
  faults,
  lagRate,
  losses,
  contracts,
  nodeLies,
}: Plan): boolean =>
  [faultRate, seconds.length, faults?.length ?? 0, lagRate, losses.length].every((one) => one === 0) &&
  focus === null &&
  nodeLies === null &&
  !contracts;

/** Our nodes of Base answer nothing while the world is hostile. */
const isSilent = ({ faultRate, faultServers }: Plan): boolean =>
  faultRate === 1 && faultServers.join(" ") === "base base2";

/** How many sales may stand unseen by one facilitator's word, and by all while our nodes are silent; null where nothing is set. */
function mostUnseen(plan: Plan): { each: number; inSilence: number } | null {
  if (plan.unseen === null) return null;
  const { sales, usdPerHourInSilence } = plan.unseen;
  // Whoever is found silent serves by the hour's value, beside those that had room before.
  const inSilence = 2 * sales + Math.floor((usdPerHourInSilence * 1_000_000) / PRICE);
  return { each: sales, inSilence };
}

/** Codes of refusals that our node can contradict, one of each kind. */
const TECHNICAL_CODES = [
  ...(["invalid_exact_evm_insufficient_balance", "invalid_exact_evm_signature"] as const),
  ...(["invalid_exact_evm_payload_authorization_valid_before", "transaction_simulation_failed"] as const),
  "invalid_exact_evm_nonce_already_used",
] as const;

/** Log lines that report a wrong ledger. */
const ALARMS = [
  ...["settled_without_record", "effect_refused", "journal_refused"],
  "open_payment_without_record",
] as const;

/** What all runs in one process share: it is costly to create, and a run leaves nothing in it. */
export interface SharedSetup {
  program: Program;
  engine: Engine;
  /** What the service asks, where that is not the engine itself: a replica of it may be behind. */
  served?: Engine;
  /** The engine's clock, which each run sets. */
  clock: { now: () => number };
  wallets: Wallet[];
  sellerAccount: string;
  sellerAddress: string;
  token: SimulatedToken;
  /** The facilitators' keys. */
  feePayers: Readonly<Record<"primary" | "fallback", SolanaKey>>;
  /** What this build calls its ledger's scripts, by their SHA-1. */
  scriptNames: ReadonlyMap<string, string>;
  /** Their texts, which every store but a new one knows. */
  scripts: readonly string[];
}

/** What this build calls its scripts, learned from an instance that never serves. */
function scriptsOf(program: Program): Pick<SharedSetup, "scriptNames" | "scripts"> {
  const { scripts } = program.start({ ...globalThis, globalThis }) as Pick<Service, "scripts">; // what instance-entry.ts exports
  const sha1 = (lua: string): string => createHash("sha1").update(lua).digest("hex");
  const scriptNames = new Map(Object.entries(scripts).map(([name, lua]) => [sha1(lua), name]));
  return { scriptNames, scripts: Object.values(scripts) };
}

export async function createSetup(program: Program): Promise<SharedSetup> {
  const clock = { now: () => START_MS };
  const engine = await embeddedEngine({ now: () => clock.now() });
  const { usdc } = NETWORKS.testnet.solana;
  const seed = (name: string): Buffer => createHash("sha256").update(name).digest();
  const keys = Array.from({ length: 8 }, (_, index) => solanaKey(seed(`simulated wallet ${index}`)));
  const token = await simulatedToken(
    seed,
    keys.map(({ address }) => address),
  );
  const wallets: Wallet[] = [];
  for (const [index, key] of keys.entries()) {
    const evm = `0x${seed(`simulated evm wallet ${index}`).toString("hex").slice(0, 40)}`;
    const account = await tokenAccountOf(key.address, usdc);
    wallets.push({ key, evm, account, tokenAccount: token.accounts[index] ?? "" });
  }
  const sellerAddress = solanaKey(seed("simulated seller")).address;
  const sellerAccount = await tokenAccountOf(sellerAddress, usdc);
  return {
    ...{ program, engine, clock, wallets, sellerAccount, sellerAddress, token },
    feePayers: {
      primary: solanaKey(seed("simulated primary")),
      fallback: solanaKey(seed("simulated fallback")),
    },
    ...scriptsOf(program),
  };
}

export interface Outcome {
  violations: readonly string[];
  faults: readonly FaultAt[];
  /** What became of the payments, for statistics. */
  payments: { made: number; moved: number; served: number };
  /** Virtual time that passed. */
  ms: number;
  events: number;
}

/** One run: the instances, their servers, the chains and the clients of one plan. */
export class World implements BuyersWorld {
  readonly kernel = new Kernel(START_MS);
  readonly random: Randomness;
  readonly judge: Judge;
  readonly paying: PayingWorld;
  readonly origin = ORIGIN;
  private readonly base: BaseChain;
  private readonly solana: SolanaChain;
  private readonly network: Network;
  private readonly ledgerAudit: LedgerAudit;
  private readonly refunder: Refunder | null;
  private readonly faults: FaultAt[] = [];
  private readonly instances: Instance[] = [];
  /** The dead among them, too. */
  private readonly byName = new Map<string, Instance>();
  private readonly answersMade = new Map<string, number>();
  private settings: Readonly<Record<string, string>> = {};
  private started = 0;
  private calls = 0;
  private lostAt: number | null = null;
  private haveNodesCaughtUp = false;
  private landings = 0;

  constructor(
    private readonly setup: SharedSetup,
    private readonly plan: Plan,
    private readonly trace: ((line: string) => void) | null,
  ) {
    const { kernel } = this;
    this.random = randomness(plan.seed);
    const onMoved = (chainKey: string): void => this.watch(chainKey);
    this.base = new BaseChain(kernel, this.random, (chainKey) => {
      this.reorganiseSoon(chainKey);
      onMoved(chainKey);
    });
    this.solana = new SolanaChain(kernel, this.random, onMoved);
    setup.clock.now = () => kernel.now;
    setup.program.storeNetwork.fetch = (name, url, init) => {
      const instance = this.byName.get(name);
      if (instance === undefined) throw new Error(`the store is asked by ${name}, which is no instance`);
      return instance.fetch(url, init);
    };
    this.paying = {
      ...{ random: this.random, base: this.base, solana: this.solana },
      now: () => kernel.now,
      ...{ sellerAccount: setup.sellerAccount, token: setup.token },
    };
    this.judge = new Judge({
      now: () => kernel.now,
      movementOf: (payment) => this.movementOf(payment),
      hasVanished: ({ rail, chainKey }) => rail === "x402-evm" && this.base.hasVanished(chainKey),
      lostAt: () => this.lostAt,
      calmAt: START_MS + plan.hostileMs,
      handlersFail: plan.handlerFaultRate > 0,
      recoversEvery: (at) => this.recoversEvery(at),
      isQuiet: isQuiet(plan),
      mostUnseen: mostUnseen(plan),
      isSilentUntil: isSilent(plan) ? START_MS + plan.hostileMs : 0,
      canBeSettledByAnother: isQuiet(plan) && !plan.pretenders.includes("fallback"),
      nodesLie: plan.nodeLies !== null,
      served: plan.served === null ? null : { ...plan.served, untilMs: START_MS + plan.served.untilMs },
      isInvented: ({ chainKey }) => plan.nodeLies?.how === "invents" && this.isLiedOf(chainKey),
    });
    // Only where nobody else takes from a wallet is it known how much our node has shown of it.
    const shownOn = (payment: Payment): bigint | null =>
      plan.purse === null || payment.rail !== "x402-evm" ? null : this.base.balances.of(payment.wallet);
    const money = { hasMoved: (payment: Payment) => this.movementOf(payment) !== null, shownOn };
    this.ledgerAudit = new LedgerAudit(setup.engine, PREFIX, this.judge, kernel, money);
    const { judge, base } = this;
    const ask = (payment: string, transaction?: string) => this.askForRefund(payment, transaction);
    const world = { kernel, judge, base, ask, note: (line: string) => this.note(line) };
    this.refunder = plan.refunds === null ? null : new Refunder(world, plan.refunds, SELLER_EVM);
    this.network = new Network({
      ...{ kernel, random: this.random, plan, startMs: START_MS },
      servers: this.servers(),
      scriptNames: setup.scriptNames,
      trace: (line) => this.note(line),
      onFault: (fault) => void this.faults.push(fault),
      onLedger: (...done) => this.ledgerAudit.note(...done),
    });
  }

  private note(line: string): void {
    this.trace?.(`${((this.kernel.now - START_MS) / 1000).toFixed(3).padStart(9)} ${line}`);
  }

  private movementOf({ rail, terms }: Payment): Movement | null {
    const { moved } = rail === "x402-evm" ? this.base : this.solana;
    const found = moved.find((transfer) => transfer.terms === terms);
    if (found === undefined) return null;
    const { at, by, wasHiddenSince } = found;
    return { at, byService: isService(by), wasHiddenSince };
  }

  /** Whether the service had a payment sent, and still knows of it. */
  hasMoved = (payment: Payment): boolean =>
    this.lostAt === null && this.movementOf(payment)?.byService === true;

  private servers(): ConstructorParameters<typeof Network>[0]["servers"] {
    const { kernel, random, base, solana, plan, setup } = this;
    const facilitator = (name: "primary" | "fallback") => {
      const feePayer = setup.feePayers[name];
      const lie = (key: string) => {
        const [first, ...others] = plan.lies;
        if (first === undefined || random.unit(`lie ${name} ${key}`) >= plan.lieRate) return null;
        return random.pick([first, ...others], `kind of lie ${name} ${key}`);
      };
      const pretend = (key: string, lastSent: string | null): string | null => {
        if (!plan.pretenders.includes(name)) return null;
        if (random.unit(`pretence ${name} ${key}`) >= plan.pretenceRate) return null;
        this.judge.pretended(key, name);
        const isAnothers = random.unit(`pretence with another's transaction ${name} ${key}`) < 0.5;
        return (
          (isAnothers ? lastSent : null) ?? `0x${random.hex(64, `pretended transaction ${name} ${key}`)}`
        );
      };
      const refused = (key: string): void => this.judge.asksInVain(key);
      const refusesWrongly = (key: string): string | null => {
        this.judge.verifies(key, name);
        const { wrongNo } = plan;
        if (wrongNo === null || name !== "primary") return null;
        if (random.unit(`wrong no ${key}`) >= wrongNo.rate) return null;
        if (wrongNo.code === "law") this.judge.declined(key, name);
        else this.judge.refusedWrongly(key);
        return wrongNo.code === "law" ? "kyt_risk_detected" : random.pick(TECHNICAL_CODES, `code ${key}`);
      };
      const settles = (key: string): void => this.judge.settles(key, name);
      let answeredAt: number[] = [];
      const isBusy = (): boolean => {
        answeredAt = answeredAt.filter((at) => at > kernel.now - 60_000);
        if (answeredAt.length >= (plan.quota ?? Infinity)) return true;
        if (plan.quota !== null) answeredAt.push(kernel.now);
        return false;
      };
      const asked = { refused, refusesWrongly, settles, isBusy };
      const options = { name, kernel, random, base, solana, feePayer, lie, pretend, ...asked };
      return { feePayer, server: facilitatorServer(options) };
    };
    const [primary, fallback] = [facilitator("primary"), facilitator("fallback")];
    this.settings = {
      NETWORK: "testnet",
      PUBLIC_ORIGIN: ORIGIN,
      EVM_PAY_TO: SELLER_EVM,
      SOLANA_PAY_TO: setup.sellerAddress,
      EVM_RPC_URL: HOSTS.base,
      SOLANA_RPC_URL: HOSTS.solana,
      EVM_RPC_SECOND_URL: HOSTS.base2,
      SOLANA_RPC_SECOND_URL: HOSTS.solana2,
      FACILITATOR_PRIMARY_URL: HOSTS.primary,
      FACILITATOR_PRIMARY_FEE_PAYERS: primary.feePayer.address,
      FACILITATOR_FALLBACK_URL: HOSTS.fallback,
      FACILITATOR_FALLBACK_FEE_PAYERS: fallback.feePayer.address,
      CRON_SECRET: "the secret of a simulated schedule",
      MPP_SECRET_KEY: "simulated-secret-simulated-secret-simulated",
      LEDGER_REDIS_REST_URL: HOSTS.ledger,
      UPSTASH_REDIS_REST_URL: HOSTS.cache,
      STORE_PREFIX: PREFIX,
      TRUSTED_PROXY_HOPS: "1",
      ...(plan.launched && tokenSettings(setup.token)),
      ...(plan.quota !== null && { FACILITATOR_QUOTA_PER_MINUTE: String(plan.quota) }),
      ...(plan.unseen !== null && {
        ...(plan.unseen.by === "number"
          ? { TRUST_UNSEEN_SALES: String(plan.unseen.sales) }
          : { TRUST_UNSEEN_USD: String((plan.unseen.sales * PRICE) / 1_000_000) }),
        TRUST_SILENT_USD_PER_HOUR: String(plan.unseen.usdPerHourInSilence),
      }),
    };
    let asked = 0;
    const lag = (most: number): number => {
      asked += 1;
      if (this.haveNodesCaughtUp || random.unit("lag", asked) >= plan.lagRate) return 0;
      return random.integer(1, most, "lag depth", asked);
    };
    const store = storeServer(setup.served ?? setup.engine);
    const baseNode = (node: "first" | "second") =>
      rpcServer((method, params) => base.ask(method, params, lag(4), this.liesOf(node)));
    const solanaNode = (node: "first" | "second") =>
      rpcServer((method, params) => solana.ask(method, params, lag(20), "service", this.liesOf(node)));
    return {
      ledger: store,
      cache: store,
      primary: primary.server,
      fallback: fallback.server,
      ...{ base: baseNode("first"), base2: baseNode("second") },
      ...{ solana: solanaNode("first"), solana2: solanaNode("second") },
      self: (message, answer) => void this.serveItself(message).then(answer),
    };
  }

  /** Whether a payment, by what its chain knows it by, is one of those that a node lies of; of dust nobody lies. */
  private isLiedOf = (chainKey: string): boolean =>
    chainKey !== "" && this.random.unit(`node lies of ${chainKey}`) < 0.8;

  private liesOf(node: "first" | "second"): NodeLies {
    const { nodeLies, historyBehind } = this.plan;
    const isBehind = historyBehind !== null && (historyBehind.nodes === "both" || node === "first");
    if (isBehind && !this.haveNodesCaughtUp) return { ...HONEST, historyBehind: historyBehind.slots };
    if (nodeLies?.node !== node) return HONEST;
    if (this.kernel.now < START_MS + nodeLies.fromMs) return HONEST;
    const lies = (how: string) => (key: string) => nodeLies.how === how && this.isLiedOf(key);
    return { denies: lies("denies"), invents: lies("invents") };
  }

  /** Some instance answers what the service asks of its own address. */
  private async serveItself({ path, headers, body }: Message): Promise<Reply> {
    const instance = this.pick();
    if (instance === null) return { status: 502, body: "" };
    this.note(`${instance.name} is asked by the service itself`);
    const request = requestOf(ORIGIN + path, headers as Record<string, string>, body); // the recovery's own
    const response = await (path === MARKET_PATH
      ? instance.service.readMarket()
      : instance.service.handle(path as RoutePath, request));
    if (instance.dead) return never();
    this.note(`${instance.name} answers the service itself: ${response.status}`);
    return { status: response.status, body: await response.text() };
  }

  private newInstance(name: string, skewMs: number): Instance {
    return new Instance({
      ...{ name, skewMs, kernel: this.kernel, random: this.random, program: this.setup.program },
      // The token tells the store's client, which all share, whose request it is.
      settings: { ...this.settings, LEDGER_REDIS_REST_TOKEN: name, UPSTASH_REDIS_REST_TOKEN: name },
      fetch: (instance, url, init) => this.network.fetch(instance, url, init),
      answer: (instance, paymentKey) => this.makeAnswer(instance, paymentKey),
      hasIt: (id) => this.judge.noteScarce(id),
      tokenPrice: () => priceAt(this.random, this.kernel.now),
      isSigned: (authorization, signature) => this.base.isSignedByKey(authorization, signature),
      log: (instance, line) => this.hear(instance, line),
    });
  }

  /** An instance writes a line to its log. Some lines tell of what must not happen while the store keeps what it has. */
  private hear(instance: Instance, line: string): void {
    this.note(`${instance.name}: ${line}`);
    const [event] = ALARMS.filter((name) => line.includes(`"event":"${name}"`));
    if (event !== undefined && this.lostAt === null) this.judge.complain(`${event} is logged: ${line}`);
    const [, suspect] =
      /"event":"sale_(?:unconfirmed|unbacked|disputed)","payment":"([^"]+)"/.exec(line) ?? [];
    if (suspect !== undefined) this.judge.suspected(suspect);
  }

  /** Starts an instance in a place, and another one there when it dies. */
  private occupy(place: number): void {
    this.started += 1;
    const name = `instance ${place + 1}.${this.started}`;
    const instance = this.newInstance(name, this.plan.skewsMs[place] ?? 0);
    this.instances[place] = instance;
    this.byName.set(name, instance);
    instance.whenDead(() => {
      this.note(`${name} dies`);
      this.kernel.after(RESTART_MS, () => this.occupy(place));
    });
  }

  private async makeAnswer(instance: Instance, paymentKey: string) {
    const { kernel, random, plan, judge } = this;
    this.ledgerAudit.works(paymentKey);
    const count = (this.answersMade.get(paymentKey) ?? 0) + 1;
    this.answersMade.set(paymentKey, count);
    // In the end data is to be had again, and before payers have lost their patience.
    const isToBeHad = this.haveNodesCaughtUp || kernel.now > START_MS + plan.hostileMs + DATA_IS_BACK_MS;
    const chance = isToBeHad ? 1 : random.unit(`handler ${paymentKey}`, count);
    const takes =
      chance < plan.handlerFaultRate ? random.integer(100, 12_000, `handler takes ${paymentKey}`, count) : 20;
    await new Promise<void>((resolve) => void kernel.after(takes, resolve, instance));
    if (chance < plan.handlerFaultRate / 3) return "unavailable" as const;
    if (chance < plan.handlerFaultRate / 2) {
      judge.broke(paymentKey);
      return "broken" as const;
    }
    const id = `${paymentKey}#${count}`;
    judge.made(paymentKey, id);
    return { id, effectsKey: EFFECTS_KEY, isScarce: plan.scarce };
  }

  /** Takes all money out of a wallet; the returned function puts it back. */
  drain({ evm, account, tokenAccount }: Wallet): () => void {
    const { balances } = this.solana;
    const held = { evm: this.base.balances.drain(evm), solana: balances.drain(account) };
    const token = this.plan.launched ? balances.drain(tokenAccount) : 0n;
    return () => {
      this.base.balances.mint(evm, held.evm);
      this.solana.mint(account, held.solana);
      if (this.plan.launched) this.solana.mint(tokenAccount, token);
    };
  }

  /** A wallet of the crowd hands its money on to the next; the last one's goes round to the first. */
  rollOn(index: number): void {
    const size = this.plan.buyers.filter(({ wallet }) => wallet >= FIRST_OF_CROWD).length;
    const next = FIRST_OF_CROWD + ((index - FIRST_OF_CROWD + 1) % size);
    this.base.balances.mint(this.walletAt(next).evm, this.base.balances.drain(this.walletAt(index).evm));
  }

  /** Those of a crowd pay on Base alone, and need nothing but an address. */
  private walletAt(index: number): Wallet {
    const { wallets } = this.setup;
    const known = wallets[index] ?? wallets[0];
    if (known === undefined) throw new Error("there are no wallets");
    return index < FIRST_OF_CROWD ? known : { ...known, evm: `0x${this.random.hex(40, "crowd", index)}` };
  }

  /** Some instance that lives, as a load balancer finds one; null when all are dead. */
  private pick(): Instance | null {
    const alive = this.instances.filter(({ dead }) => !dead);
    const [first, ...others] = alive;
    if (first === undefined) return null;
    return this.random.pick([first, ...others], "balancer", this.calls);
  }

  /** A client's request, through the wire and back. */
  call({
    path,
    headers,
    body = "{}",
    hangUpMs = CLIENT_PATIENCE_MS,
    about,
  }: Call): Promise<Answered | "cut"> {
    const { kernel, random } = this;
    this.calls += 1;
    const call = this.calls;
    const wire = (what: string): number => 1 + random.unit(`client ${what}`, call) * 30;
    return new Promise((resolve) => {
      const name = about === null ? "a call without payment" : `${about.payment.id} by ${about.by}`;
      kernel.after(hangUpMs, () => resolve("cut"));
      kernel.after(wire("there"), () => {
        const instance = this.pick();
        if (instance === null) return void kernel.after(wire("back"), () => resolve("cut"));
        this.note(`${instance.name} gets ${name}`);
        if (about?.by === "stranger") this.judge.strangerShows(about.payment);
        const over =
          about?.by === "owner" ? this.judge.shown(about.payment, about.provesWallet) : () => undefined;
        const alive = instance.whenDead(() => {
          over();
          kernel.after(wire("back"), () => resolve("cut"));
        });
        void this.serve(instance, { path, headers, body, about }, name).then((answered) => {
          alive();
          over();
          kernel.after(wire("back"), () => resolve(answered));
        });
      });
    });
  }

  private async serve(
    instance: Instance,
    { path, headers, body, about }: Required<Omit<Call, "hangUpMs">>,
    name: string,
  ): Promise<Answered> {
    const at = this.kernel.now;
    const request = requestOf(ORIGIN + path, headers, body);
    const response = await instance.service.handle(path as RoutePath, request); // buyers ask for these alone
    const answered: Answered = {
      status: response.status,
      body: await response.text(),
      retryAfter: response.headers.has("retry-after") ? Number(response.headers.get("retry-after")) : null,
    };
    if (instance.dead) return never();
    const { status, code, reason, message, id } = read(answered);
    this.note(
      `${instance.name} answers ${name}: ${status} ${code ?? id ?? ""} ${reason ?? ""} ${status === 200 ? "" : message}`,
    );
    if (about !== null) {
      const wasPaused = instance.pausedUntil >= at;
      const tookMs = wasPaused ? null : this.kernel.now - at;
      const wokeNow = instance.pausedUntil === this.kernel.now;
      const said = { status, code, reason, message, answerId: id };
      this.judge.recordResult({ ...about, ...said, cameAt: at, tookMs, wokeNow });
      if (status === 200 && about.by === "owner") this.refunder?.begin(about.payment);
      const isLast = about.by === "owner" && this.judge.underWay(about.payment) <= 1;
      const couldRelease = !this.faults.some(({ point }) => point === "ledger RELEASE_CREDIT");
      if (/stays credited/.test(message) && isLast && couldRelease)
        this.ledgerAudit.requireFree(about.payment);
    } else if (status === 500) this.judge.complain(`the service fails without a payment: ${message}`);
    return answered;
  }

  /** A day that is waited through for one answer's end needs no more than an hourly look. */
  private recoversEvery(at: number): number {
    const { hostileMs, recoveryEveryMs } = this.plan;
    if (recoveryEveryMs !== null) return recoveryEveryMs;
    return at - START_MS > hostileMs + QUIET_MS ? 60 * RECOVERY_EVERY_MS : RECOVERY_EVERY_MS;
  }

  /** A person's question to the operator's route; 503 where nobody answers. */
  private async askForRefund(payment: string, transaction?: string): Promise<number> {
    const instance = this.pick();
    if (instance === null) return 503;
    const died = new Promise<number>((resolve) => void instance.whenDead(() => resolve(503)));
    return Promise.race([instance.service.returnPayment(payment, transaction), died]);
  }

  /** The schedule's call to recover open payments, once a minute. */
  private async recover(): Promise<void> {
    this.calls += 1;
    const instance = this.pick();
    if (instance === null) return;
    this.note(`${instance.name} recovers open payments`);
    const controller = new AbortController();
    this.kernel.after(19_000, () => controller.abort());
    const done = instance.service.recover(controller.signal).catch((error: unknown) => {
      // A store that fails is told by the route as 503; the next minute comes.
      this.note(`${instance.name} could not recover: ${String(error)}`);
    });
    await Promise.race([done, new Promise<void>((resolve) => void instance.whenDead(resolve))]);
  }

  /** Soon after a payment has landed on Base, while the world is hostile, its last blocks may be replaced. */
  private reorganiseSoon(chainKey: string): void {
    const { kernel, random, plan, base } = this;
    const landed = (this.landings += 1);
    const isOver = kernel.now >= START_MS + plan.hostileMs;
    if (isOver || random.unit(`reorganisation ${chainKey}`, landed) >= plan.reorganisationRate) return;
    const depth = random.integer(1, 3, `reorganisation depth ${chainKey}`, landed);
    kernel.after(random.integer(1, 6_000, `reorganisation time ${chainKey}`, landed), () => {
      this.note(`Base replaces its last ${depth} blocks`);
      base.reorganise(depth);
    });
  }

  /** Somebody who watches the chain shows a payment that moved, rebuilt from what is public. */
  private watch(chainKey: string): void {
    const { kernel, random, plan, judge } = this;
    const payment = judge.payments.find((one) => one.chainKey === chainKey);
    if (payment === undefined || payment.rebuilt === null) return;
    // What others sent may be anybody's at first: a stranger may come for another answer than its payer's.
    const isOthers = this.movementOf(payment)?.byService === false;
    const rate = isOthers ? Math.max(plan.strangerRate, 0.5) : plan.strangerRate;
    if (random.unit(`stranger ${payment.id}`) >= rate) return;
    const { path, rebuilt } = payment;
    const asksOtherwise = isOthers && random.unit(`stranger asks otherwise ${payment.id}`) < 0.5;
    const body = asksOtherwise ? '{"question":"a stranger asks"}' : "{}";
    kernel.after(random.integer(0, plan.strangerMs, `stranger comes ${payment.id}`), () => {
      if (asksOtherwise) judge.askedOtherwise(payment);
      const about = { payment, by: "stranger", provesWallet: false } as const;
      void this.call({ path, headers: rebuilt, body, about });
    });
  }

  async run(): Promise<Outcome> {
    const { kernel, plan, setup, judge } = this;
    await commands(setup.engine, [["FLUSHALL"], ["SCRIPT", "FLUSH"]]);
    this.base.areContracts = plan.contracts;
    if (!plan.newLedger)
      await commands(
        setup.engine,
        setup.scripts.map((lua) => ["SCRIPT", "LOAD", lua]),
      );
    if (plan.newLedger) this.lostAt = START_MS;
    else await commands(setup.engine, [["SET", `${PREFIX}:ledger:epoch`, String(START_MS - 86_400_000)]]);
    if (plan.isBudgetUsedUp)
      await commands(setup.engine, useUp(`${PREFIX}:ledger:in-vain:${HOME_NETWORK}`, START_MS));
    for (let place = 0; place < plan.instances; place += 1) this.occupy(place);
    const funds = plan.purse === null ? FUNDS : BigInt(plan.purse * PRICE);
    for (const { evm, account } of setup.wallets) {
      this.base.balances.mint(evm, funds);
      this.solana.mint(account, funds);
      if (plan.dust > 0) this.solana.dust(account, plan.dust);
    }
    if (plan.launched)
      launch(
        this.solana,
        setup.token,
        setup.wallets.map(({ key }) => key.address),
      );
    this.base.balances.mint(this.walletAt(FIRST_OF_CROWD).evm, BigInt(PRICE));
    for (const { atMs, what } of plan.losses)
      kernel.after(atMs, () => {
        this.note(`the store loses ${what}`);
        if (what === "everything") this.lostAt = kernel.now;
        this.ledgerAudit.lose(what);
      });
    const everyMinute = (): void => {
      void this.recover();
      kernel.after(this.recoversEvery(kernel.now), everyMinute);
    };
    kernel.after(this.recoversEvery(START_MS), everyMinute);

    if (plan.nuisance !== null) {
      const named = [...new Set(plan.buyers.map(({ wallet }) => wallet))].slice(0, 2);
      const until = START_MS + Math.min(plan.hostileMs, PESTERED_MS);
      void pester(
        this,
        plan.nuisance,
        named.map((index) => this.walletAt(index)),
        until,
      );
    }

    let finished = false;
    let failure: unknown = null;
    const buyers = plan.buyers.map((buyer) => {
      return new Buyer(this, buyer, this.walletAt(buyer.wallet)).go();
    });
    void Promise.all(buyers).then(
      () => (finished = true),
      (error: unknown) => {
        failure = error;
        finished = true;
      },
    );
    const replays = Math.max(0, ...plan.buyers.map(({ replayMs }) => replayMs ?? 0));
    const purchases = Math.max(1, ...plan.buyers.map((buyer) => buyer.purchases));
    const bound = START_MS + plan.hostileMs + BOUND_MS * purchases + replays * 4;
    await kernel.run(() => finished, bound);
    if (failure !== null) throw failure;
    if (!finished) judge.complain("not everybody comes to an end");
    // The schedule still comes by a few times, and what is under way ends. What it asks of the chain it is told then: nodes
    // that lag apart might refuse each of its looks, by chance. Of a lie it is proved some minutes after the payment has
    // run out; that a block was dropped, or is said to be, is seen when it would be final.
    const isLong = plan.reorganisationRate > 0 || plan.nodeLies !== null;
    const rounds = isLong ? 40 : plan.pretenceRate > 0 ? 15 : 5;
    const calm = Math.max(kernel.now, START_MS + plan.hostileMs);
    kernel.after(calm - kernel.now, () => (this.haveNodesCaughtUp = true));
    await kernel.run(() => false, calm + rounds * this.recoversEvery(calm));
    judge.conclude();
    this.refunder?.conclude((payment) => this.movementOf(payment) !== null);
    const isReturned = (key: string): boolean => this.refunder?.isAt(key) === true;
    await this.ledgerAudit.audit((payment) => this.movementOf(payment), this.lostAt, isReturned);
    const payments = judge.payments;
    for (const instance of this.instances) instance.dead = true;
    return {
      violations: judge.violations,
      faults: this.faults,
      payments: {
        made: payments.length,
        moved: payments.filter((payment) => this.movementOf(payment) !== null).length,
        served: payments.filter((payment) => judge.isServed(payment)).length,
      },
      ms: kernel.now - START_MS,
      events: kernel.happened,
    };
  }
}
