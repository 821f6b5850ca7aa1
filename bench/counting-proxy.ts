import { Agent, request, type IncomingMessage } from "node:http";
import { listen } from "@/sandbox/host/listen";

/** One request that went through. */
export interface ForwardedRequest {
  path: string;
  body: string;
  /** Bytes of the answer's body. */
  answered: number;
  /** When it came in and when its whole answer had gone out, by `performance.now()`. */
  from: number;
  to: number;
}

export interface CountingProxy {
  url: string;
  /** What passed since the last time this was asked. */
  take(): ForwardedRequest[];
  close(): Promise<void>;
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // a message without an encoding yields Buffers
  return Buffer.concat(chunks);
}

/** Stands in front of Redis or a facilitator and records the requests. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let forwarded: ForwardedRequest[] = [];
  const { url, close } = await listen(0, (incoming, outgoing) => {
    const from = performance.now();
    const forward = async (): Promise<void> => {
      const body = await readAll(incoming);
      const { method, headers } = incoming;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const host = new URL(target).host;
        const sent = request(
          target + (incoming.url ?? "/"),
          { ...(method && { method }), agent, headers: { ...headers, host } },
          resolve,
        );
        sent.once("error", reject);
        sent.end(body);
      });
      const text = await readAll(answer);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
      const path = incoming.url ?? "/";
      forwarded.push({ path, body: body.toString(), answered: text.length, from, to: performance.now() });
    };
    forward().catch((error: unknown) => {
      console.error(`a proxied request to ${target} failed: ${String(error)}`);
      outgoing.destroy();
    });
  });
  return {
    url,
    take: () => {
      const taken = forwarded;
      forwarded = [];
      return taken;
    },
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}
