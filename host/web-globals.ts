/**
 * What this host's bundle has in the place of two globals (scripts/bundle-host.ts injects it), read before Next is loaded.
 * `fetch` is this host's (fetch.ts), and Node's own behind it. `Response` is the light one of `@hono/node-server`, which the server writes out without a stream; Next keeps the platform's.
 */
import { getRequestListener } from "@hono/node-server";

/** The package gives its class by putting it in the global's place, and in no other way. */
function lightResponse(): typeof Response {
  const kept = ["Request", "Response"].map((name) => ({
    name,
    descriptor: Object.getOwnPropertyDescriptor(globalThis, name),
  }));
  getRequestListener(() => globalThis.Response.error(), { overrideGlobalObjects: true });
  const { Response: light } = globalThis;
  for (const { name, descriptor } of kept)
    if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
  return light;
}

const light = lightResponse();
export { fetch } from "./fetch";
export { light as Response };
