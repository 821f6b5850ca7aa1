import { createHash } from "node:crypto";
import type { Randomness } from "@/sandbox/upstream/market/random";
import { responseOf } from "./http";
import { never, type Instance } from "./instance";
import type { Kernel, Owner } from "./kernel";
import { MARKET_PATH } from "./own-token";
import type { FaultAt, FaultName, Plan, Second, ServerName } from "./plan";
import type { Message, Reply, Server } from "./services/message";

export const HOSTS: Readonly<Record<ServerName, string>> = {
  ledger: "http://ledger.sim",
  cache: "http://cache.sim",
  primary: "http://primary.sim",
  fallback: "http://fallback.sim",
  base: "http://base.sim",
  solana: "http://solana.sim",
  base2: "http://second-base.sim",
  solana2: "http://second-solana.sim",
  self: "https://sim.test",
};

interface Place {
  server: ServerName;
  /** With its query. */
  path: string;
}

function placeAt(address: string): Place {
  const url = new URL(address);
  const [name] = Object.entries(HOSTS).find(([, origin]) => origin === url.origin) ?? [];
  if (name === undefined) throw new Error(`the service asks for ${url.origin}, which is not simulated`);
  return { server: name as ServerName, path: url.pathname + url.search }; // a key of HOSTS
}

const places = new Map<string, Place>();

/** Where an address leads. The service asks at a dozen of them, over and over. */
function place(address: string): Place {
  const found = places.get(address) ?? placeAt(address);
  if (places.size < 1_000) places.set(address, found);
  return found;
}

/** How long a request that comes too late is under way, and how long a process stands still. */
const LATE_MS = [4_000, 40_000] as const;
const AGAIN_MS = [100, 4_000] as const;
const PAUSE_MS = [5_000, 45_000] as const;
const SLEEP_MS = [60_000, 150_000] as const;

export interface NetworkOptions {
  kernel: Kernel;
  random: Randomness;
  plan: Plan;
  startMs: number;
  servers: Readonly<Record<ServerName, Server>>;
  /** Names of the ledger's scripts by their SHA-1. */
  scriptNames: ReadonlyMap<string, string>;
  trace(line: string): void;
  onFault(fault: FaultAt): void;
  /** A request to the ledger was done: its commands, the names of their scripts, the reply, and who hears that. */
  onLedger(
    commands: readonly (readonly string[])[],
    labels: readonly string[],
    reply: Reply,
    heardBy: Owner | null,
  ): void;
}

/** What is asked of a server, in a word: it names the message in faults and traces. */
function labelOf(
  server: ServerName,
  { path, body }: Message,
  commands: readonly (readonly string[])[],
  names: ReadonlyMap<string, string>,
): string {
  if (server === "primary" || server === "fallback") return path.slice(1);
  if (server === "self") return path === MARKET_PATH ? "market" : "credited";
  if (server !== "ledger" && server !== "cache")
    return String((JSON.parse(body) as { method: string }).method); // the till's own request
  const one = ([name = "", argument = ""]: readonly string[]): string => {
    if (name.toUpperCase() === "EVALSHA") return names.get(argument) ?? "EVALSHA";
    if (name.toUpperCase() === "EVAL")
      return names.get(createHash("sha1").update(argument).digest("hex")) ?? "EVAL";
    return name.toUpperCase();
  };
  return commands.map(one).join("+");
}

/** Failures of a connection in Node's words, which the till reads for whether anything was sent. */
function failure(code: "ECONNREFUSED" | "ECONNRESET", syscall: "connect" | "read"): TypeError {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  return new TypeError("fetch failed", { cause });
}

/** All wires between the instances and the servers, and what goes wrong on them. */
export class Network {
  private focused = 0;
  /** When, and at whom, the fault in focus struck first. */
  private struck: { at: number; instance: string } | null = null;
  /** How often each of the faults that come after it has struck. */
  private readonly seconds = new Map<Second, number>();
  private readonly counts = new Map<string, number>();
  private readonly explicit: Map<string, FaultName> | null;

  constructor(private readonly options: NetworkOptions) {
    const { faults } = options.plan;
    this.explicit =
      faults === null
        ? null
        : new Map(faults.map(({ instance, point, nth, fault }) => [`${instance} ${point} ${nth}`, fault]));
  }

  /** The next message of its kind from this instance, and the fault that meets it. */
  private draw(instance: Instance, server: ServerName, point: string): FaultName | null {
    const { kernel, plan, random, startMs, onFault } = this.options;
    const name = `${instance.name} ${point}`;
    const nth = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, nth);
    const planned = this.explicit?.get(`${name} ${nth}`) ?? null;
    if (this.explicit !== null) {
      if (planned !== null) onFault({ instance: instance.name, point, nth, fault: planned });
      return planned;
    }
    if (kernel.now - startMs >= plan.hostileMs) return null;
    const { focus } = plan;
    const second = plan.seconds.find((one) => this.isDue(one, instance, point));
    if (second !== undefined) {
      this.seconds.set(second, (this.seconds.get(second) ?? 0) + 1);
      onFault({ instance: instance.name, point, nth, fault: second.fault });
      return second.fault;
    }
    if (focus?.point === point && this.focused < focus.times) {
      this.focused += 1;
      this.struck ??= { at: kernel.now, instance: instance.name };
      onFault({ instance: instance.name, point, nth, fault: focus.fault });
      return focus.fault;
    }
    if (plan.faultKinds.length === 0) return null;
    if (!plan.faultServers.includes(server) || random.unit(`fault ${name}`, nth) >= plan.faultRate)
      return null;
    const [first, ...others] = plan.faultKinds;
    if (first === undefined) return null;
    const fault = random.pick([first, ...others], `fault kind ${name}`, nth);
    onFault({ instance: instance.name, point, nth, fault });
    return fault;
  }

  /** Whether this message is met by a fault that comes after the one in focus. */
  private isDue(second: Second, instance: Instance, point: string): boolean {
    const { points, times, afterMs, sameInstance } = second;
    const { struck } = this;
    if (struck === null || !points.includes(point) || (this.seconds.get(second) ?? 0) >= times) return false;
    if (sameInstance && struck.instance !== instance.name) return false;
    return this.options.kernel.now - struck.at >= afterMs;
  }

  /** What an instance's `fetch` does. */
  fetch(instance: Instance, address: string, init: RequestInit): Promise<Response> {
    const { kernel, random, servers, scriptNames, trace, onLedger } = this.options;
    const { server, path } = place(address);
    const message: Message = {
      path,
      method: init.method ?? "GET",
      headers: init.headers ?? {},
      body: typeof init.body === "string" ? init.body : "",
    };
    const commands = server === "ledger" || server === "cache" ? commandsOf(message) : [];
    const label = labelOf(server, message, commands, scriptNames);
    const point = `${server} ${label}`;
    const { signal } = init;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const fault = this.draw(instance, server, point);
    const name = `${instance.name} ${point}`;
    const nth = this.counts.get(name) ?? 0;
    let legs = 0;
    const wire = (): number => {
      const chance = random.unit(name, nth, (legs += 1));
      return chance < 0.9 ? 1 + chance * 15 : chance * 250;
    };
    trace(`${name} #${nth}${fault === null ? "" : ` — ${fault}`}`);

    if (fault === "kill-before") {
      instance.kill();
      return never();
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal?.reason as Error); // the clock's own reason
      signal?.addEventListener("abort", giveUp);
      const hear = (then: () => void): void => {
        const heard = (): void => {
          signal?.removeEventListener("abort", giveUp);
          then();
        };
        kernel.after(wire(), heard, instance);
      };
      const deliver = (afterMs: number, heard: (reply: Reply) => void): void => {
        kernel.after(afterMs, () => {
          servers[server](message, (reply) => {
            const isLost = heard === ignore || fault === "lost" || signal?.aborted === true;
            if (server === "ledger") onLedger(commands, label.split("+"), reply, isLost ? null : instance);
            heard(reply);
          });
        });
      };
      const answer = ({ status, body }: Reply): void => hear(() => resolve(responseOf(status, body)));
      const ignore = (): void => undefined;
      const there = wire();
      switch (fault) {
        case null:
          return deliver(there, answer);
        case "refused":
          return hear(() => reject(failure("ECONNREFUSED", "connect")));
        case "cut":
          return hear(() => reject(failure("ECONNRESET", "read")));
        case "lost":
          return deliver(there, () => hear(() => reject(failure("ECONNRESET", "read"))));
        case "silent":
          return deliver(there, ignore);
        case "late":
          return deliver(random.integer(...LATE_MS, `late ${name}`, nth), answer);
        case "twice":
          deliver(there, answer);
          return deliver(there + wire(), ignore);
        case "again":
          deliver(there, answer);
          return deliver(there + random.integer(...AGAIN_MS, `again ${name}`, nth), ignore);
        case "unavailable":
          return answer({ status: 503, body: '{"error":"out of order"}' });
        case "busy":
          return answer({ status: 429, body: '{"error":"too many requests"}' });
        case "kill-after":
          return deliver(there, () => instance.kill());
        case "pause":
        case "sleep":
          return deliver(there, (reply) => {
            const [least, most] = fault === "pause" ? PAUSE_MS : SLEEP_MS;
            instance.pausedUntil = kernel.now + random.integer(least, most, `${fault} ${name}`, nth);
            answer(reply);
          });
      }
    });
  }
}

/** The commands of a request to the store, each as its words. */
function commandsOf({ body }: Message): string[][] {
  const parsed = JSON.parse(body) as unknown[]; // the store's client's own request
  return (Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed]).map((words) => words.map(String));
}
