/** One function of a build that runs on Node: a process of its own (node-function-main.mjs), begun by its first request. */
import { spawn } from "node:child_process";
import { request as ask } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";

const MAIN = path.join(import.meta.dirname, "node-function-main.mjs");

/** Resolves to the port on which the function's process listens. It ends with this one. */
function begin(project, folder, env) {
  const child = spawn(process.execPath, [MAIN, project, folder], { env, stdio: ["pipe", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("ready ")) resolve(Number(line.slice("ready ".length)));
      else console.log(line);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${folder} ended with ${code}`)));
  });
}

export class NodeFunction {
  #project;
  #folder;
  #env;
  #port;

  constructor(project, folder, env) {
    this.#project = project;
    this.#folder = folder;
    this.#env = env;
  }

  /** Resolves to the response; `matched` is the path that the rules led to, which Next asks for beside the request's own. */
  async invoke({ url, method, headers, body }, matched) {
    this.#port ??= begin(this.#project, this.#folder, this.#env);
    const port = await this.#port;
    const { pathname, search } = new URL(url);
    const own = { ...Object.fromEntries(headers), "x-matched-path": matched };
    return new Promise((resolve, reject) => {
      const asked = ask({ host: "127.0.0.1", port, method, path: pathname + search, headers: own });
      asked.once("error", reject);
      asked.once("response", (answer) => {
        const names = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
          /^(connection|keep-alive|transfer-encoding|date)$/.test(name)
            ? []
            : values.map((value) => [name, value]),
        );
        const response = { status: answer.statusCode, headers: new Headers(names), body: answer };
        resolve({ response, end: () => Promise.resolve() });
      });
      asked.end(body);
    });
  }
}
