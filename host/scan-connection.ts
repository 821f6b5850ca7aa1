/**
 * In the place of lib/security/scan-fetch/connection.ts in this host's bundle: here a scan's requests go to an address that was
 * judged, and to no other. Neither the machine's resolver nor a proxy of the environment has a say.
 */
import http, { type ClientRequestArgs } from "node:http";
import https from "node:https";
import net, { type LookupFunction, type Socket } from "node:net";
import tls from "node:tls";
import { log } from "@/lib/http/log";
import { failureOf, type ScanFailure } from "@/lib/security/scan-fetch/failure";
import type { Connect, Connection, SentRequest } from "@/lib/security/scan-fetch/egress";
import { decoded, Reply } from "./fetch";

const ACCEPT_ENCODING = "gzip, deflate, br";
const HTTPS_PORT = 443;

/** Answers with what was judged, whatever is asked for; no resolver is asked. */
const lookupOf =
  (judged: readonly string[]): LookupFunction =>
  (_host, _options, done) =>
    done(
      null,
      judged.map((address) => ({ address, family: net.isIP(address) })),
    );

/** An IPv4 address as such where a socket of both families wrote it. */
const unmapped = (address = ""): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

class NotPinned extends Error {
  readonly code = "SCAN_NOT_PINNED";
}

/** A connection to one of these addresses, looked at before anything is sent. Rejects as Node's sockets fail. */
function open(host: string, port: number, judged: readonly string[], timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, lookup: lookupOf(judged), autoSelectFamily: true });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const late = (): void => fail(Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    socket.once("error", fail);
    socket.once("connect", () => {
      if (!judged.includes(unmapped(socket.remoteAddress))) {
        log.error("scan_not_pinned", { host });
        return fail(new NotPinned("another address"));
      }
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

type Created = (error: Error | null, socket?: Socket) => void;

/** Agents whose connections `openTo` makes, with TLS for https. */
function agents(openTo: (port: number) => Promise<Socket>): Record<string, http.Agent> {
  const connecting =
    (dress: (socket: Socket, options: ClientRequestArgs) => Socket) =>
    (options: ClientRequestArgs, done?: Created): undefined => {
      openTo(Number(options.port)).then(
        (socket) => done?.(null, dress(socket, options)),
        (error: Error) => done?.(error),
      );
    };
  const plain = new http.Agent({ keepAlive: true });
  const secure = new https.Agent({ keepAlive: true });
  Object.assign(plain, { createConnection: connecting((socket) => socket) });
  Object.assign(secure, {
    createConnection: connecting((socket, options) =>
      tls.connect({ ...options, socket } as tls.ConnectionOptions),
    ),
  });
  return { "http:": plain, "https:": secure };
}

/** Sends one request by an agent. Rejects as Node's sockets fail, and with the signal's reason. */
function ask(url: URL, agent: http.Agent, { method, headers, body, signal }: SentRequest): Promise<Response> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const asked = { "accept-encoding": ACCEPT_ENCODING, ...headers };
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(url, { method, agent, signal, headers: { ...asked, ...length } }, (message) => {
      resolve(new Reply(url.href, message, decoded(message), signal));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Connects to one of the addresses, whichever answers first, and keeps to that one. Resolves to why where none answers. */
export const connect: Connect = async (host, judged, timeoutMs): Promise<Connection | ScanFailure> => {
  let first: Socket | undefined;
  try {
    first = await open(host, HTTPS_PORT, judged, timeoutMs);
  } catch (error) {
    return failureOf(error);
  }
  return pinnedTo(host, unmapped(first.remoteAddress), first, timeoutMs);
};

/** The way to one host at one address; `first` is a connection to it on the usual port of https that nothing was sent on. */
export function pinnedTo(
  host: string,
  address: string,
  first: Socket | undefined,
  timeoutMs: number,
): Connection {
  let ready = first;
  const openTo = async (port: number): Promise<Socket> => {
    const held = ready;
    if (held === undefined || port !== HTTPS_PORT) return open(host, port, [address], timeoutMs);
    ready = undefined;
    held.off("error", drop);
    return held.destroyed ? open(host, port, [address], timeoutMs) : held;
  };
  const drop = (): void => void (ready = undefined);
  ready?.once("error", drop);
  const by = agents(openTo);
  return {
    pinned: true,
    counted: [address],
    send(text, request) {
      const url = new URL(text);
      const agent = by[url.protocol];
      if (agent === undefined || url.hostname !== host || net.isIP(url.hostname) !== 0)
        return Promise.reject(new NotPinned("a request to another host"));
      return ask(url, agent, request);
    },
    close() {
      ready?.destroy();
      for (const agent of Object.values(by)) agent.destroy();
    },
  };
}
