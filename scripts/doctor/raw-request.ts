import { Agent as HttpAgent, type IncomingHttpHeaders, request as plain } from "node:http";
import { Agent as HttpsAgent, request as secure } from "node:https";

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The status line and all header lines as they arrived. */
  headerBytes: number;
  body: string;
}

export type Ask = (
  method: "GET" | "POST",
  path: string,
  headers?: Record<string, string>,
) => Promise<RawAnswer>;

/** Returns the sender of requests to one origin, over one connection. It follows no redirect. */
export function asker(origin: string): { ask: Ask; close(): void } {
  const isSecure = origin.startsWith("https:");
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  const ask: Ask = (method, path, headers = {}) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = (isSecure ? secure : plain)(
        origin + path,
        { method, headers, agent, signal },
        (response) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          response.on("data", (part: Buffer) => {
            bytes += part.length;
            if (bytes <= MAX_BODY_BYTES) parts.push(part);
          });
          response.once("error", reject);
          response.once("end", () => {
            const { statusCode = 0, statusMessage = "", rawHeaders } = response;
            const statusLine = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
            const lines = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text, "latin1") + 2, 0);
            resolve({
              status: statusCode,
              headers: response.headers,
              headerBytes: statusLine.length + lines + 2,
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      sent.once("error", reject);
      sent.end();
    });
  return { ask, close: () => agent.destroy() };
}
