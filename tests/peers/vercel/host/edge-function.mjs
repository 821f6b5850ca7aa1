/**
 * One edge function of a build, as the platform runs it: in an isolate of its own without Node, without evaluation of
 * text, and for no longer than its response and what that handed to `waitUntil` take. Whatever does more is refused here
 * and told to `onViolation`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { EdgeRuntime } from "edge-runtime";
import { LIMITS } from "./limits.mjs";

const require = createRequire(import.meta.url);

/** All that the edge runtime has of Node, with and without `node:` before it. */
const OF_NODE = new Set(["async_hooks", "buffer", "events", "util", "assert"]);

/** The invocation that code runs for, whatever it waited for meanwhile. */
const current = new AsyncLocalStorage();

/** Work of its own that an invocation may no longer begin. */
const isOver = () => current.getStore()?.isOver === true;

function isolate(name, env, onViolation) {
  const violate = (what) => {
    onViolation({ function: name, what });
    return new Error(`${name}: the platform forbids ${what}`);
  };
  return new EdgeRuntime({
    codeGeneration: { strings: false, wasm: false },
    extend: (context) => {
      const { fetch } = context;
      context.AsyncLocalStorage = AsyncLocalStorage;
      context.process = { env: { ...env } };
      context.require = (module) => {
        if (OF_NODE.has(module.replace(/^node:/, ""))) return require(module);
        throw violate(`the module ${module}`);
      };
      context.fetch = async (...args) => {
        if (isOver()) throw violate(`a request after the response: ${String(args[0]?.url ?? args[0])}`);
        return fetch(...args);
      };
      for (const timer of ["setTimeout", "setInterval"]) {
        const set = globalThis[timer];
        context[timer] = (work, ms, ...args) => {
          const invocation = current.getStore();
          // What is left of an isolate's timers when it has nothing to answer is frozen with it.
          return set(() => {
            if (invocation?.isOver !== true) work(...args);
          }, ms);
        };
      }
      return context;
    },
  });
}

/** The code as the platform wraps it: a module with one default export, here as an expression's value. */
function load(folder, runtime) {
  const source = readFileSync(path.join(folder, "index.js"), "utf8");
  const at = source.lastIndexOf("export default ");
  if (at < 0) throw new Error(`${folder} exports nothing`);
  const code = `${source.slice(0, at)};globalThis.__handler = ${source.slice(at + "export default ".length)}`;
  new vm.Script(code, { filename: `${folder}/index.js` }).runInContext(runtime.context);
  return runtime.context.__handler;
}

export class EdgeFunction {
  #folder;
  #env;
  #onViolation;
  #loaded;

  constructor(folder, env, onViolation) {
    this.#folder = folder;
    this.#onViolation = onViolation;
    const { runtime, environment } = JSON.parse(readFileSync(path.join(folder, ".vc-config.json"), "utf8"));
    if (runtime !== "edge") throw new Error(`${folder} is no edge function`);
    this.#env = { ...env, ...environment };
  }

  #load() {
    if (this.#loaded === undefined) {
      const runtime = isolate(path.basename(this.#folder), this.#env, this.#onViolation);
      this.#loaded = { runtime, handler: load(this.#folder, runtime) };
    }
    return this.#loaded;
  }

  /**
   * Resolves to the response, and to what ends the invocation when its body has been sent. The response is null when it
   * did not begin in time.
   */
  async invoke({ url, method, headers, body }) {
    const { runtime, handler } = this.#load();
    const invocation = { isOver: false };
    const pending = [];
    const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
    const request = new runtime.context.Request(url, { method, headers, ...(hasBody && { body }) });
    const context = { waitUntil: (work) => void pending.push(Promise.resolve(work).catch(() => undefined)) };
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LIMITS.responseStartMs, null);
    });
    const answered = current.run(invocation, () => Promise.resolve(handler(request, context)));
    const response = await Promise.race([answered, late]).finally(() => clearTimeout(timer));
    const end = async () => {
      for (let done = 0; done < pending.length; done = pending.length) await Promise.all(pending);
      invocation.isOver = true;
    };
    if (response === null) {
      invocation.isOver = true;
      this.#onViolation({ function: path.basename(this.#folder), what: "a response that begins too late" });
    }
    return { response, end };
  }
}
