/**
 * Loaded into every Node process of a build that is to need no network: refuses whatever leads out of this machine, and
 * writes it down in the file that REFUSED_FILE names.
 */
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/** As an address to bind to, or to lead to, that of "all" is this machine too. */
const isHere = (host) => /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/.test(host);

function refuse(what) {
  appendFileSync(process.env.REFUSED_FILE, `${what}, by ${process.argv.slice(1, 4).join(" ")}\n`);
  return Object.assign(new Error(`there is no network here: ${what}`), { code: "ENETUNREACH" });
}

/** Where a socket is to lead: an address of this machine's file system is none. */
function placeOf(args) {
  const [to, host] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof to !== "object") return Number.isNaN(Number(to)) ? null : { host, port: to };
  return typeof to.path === "string" ? null : to;
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const place = placeOf(args);
  const host = typeof place?.host === "string" ? place.host : "localhost";
  if (isHere(host)) return Reflect.apply(connect, this, args);
  const error = refuse(`a connection to ${host}:${place.port}`);
  process.nextTick(() => this.destroy(error));
  return this;
};

const ASKING = /^(lookup|resolve|reverse)/;

/** Has each function that asks for a name fail, by what it is given last or by what it returns. */
function answerNoNames(functions, fail) {
  for (const name of Object.getOwnPropertyNames(functions).filter((one) => ASKING.test(one))) {
    const ask = functions[name];
    functions[name] = function (host, ...args) {
      if (name === "lookup" && isHere(host || "localhost")) return Reflect.apply(ask, this, [host, ...args]);
      return fail(refuse(`a look-up of ${host}`), args);
    };
  }
}

for (const functions of [dns, dns.Resolver.prototype])
  answerNoNames(functions, (error, args) => void process.nextTick(args.at(-1), error));
for (const functions of [dns.promises, dns.promises.Resolver.prototype])
  answerNoNames(functions, (error) => Promise.reject(error));

syncBuiltinESMExports();
