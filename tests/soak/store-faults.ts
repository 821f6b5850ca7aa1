import { Agent, request, type IncomingMessage } from "node:http";
import { listen } from "@/sandbox/host/listen";

/** How the way to the store fails: nothing arrives, or all arrives and no answer comes back, or it takes its time. */
export type StoreFault = "down" | "lost-reply" | "slow";

export interface FaultyStore {
  url: string;
  set(fault: StoreFault | null): void;
  close(): Promise<void>;
}

const SLOW_MS = 400;

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // a message without an encoding yields Buffers
  return Buffer.concat(chunks);
}

/** Stands before the store of some instances alone, so that nobody else's sandbox suffers. */
export async function startFaultyStore(target: string): Promise<FaultyStore> {
  const agent = new Agent({ keepAlive: true });
  let fault: StoreFault | null = null;

  async function ask(incoming: IncomingMessage, body: Buffer): Promise<[IncomingMessage, Buffer]> {
    const { method = "POST", headers, url = "/" } = incoming;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(target + url, {
        method,
        agent,
        headers: { ...headers, host: new URL(target).host },
      });
      sent.once("response", resolve).once("error", reject).end(body);
    });
    return [answer, await readAll(answer)];
  }

  const { url, close } = await listen(0, (incoming, outgoing) => {
    const struck = fault;
    const forward = async (): Promise<void> => {
      const body = await readAll(incoming);
      if (struck === "down") return void outgoing.destroy();
      if (struck === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      const [answer, text] = await ask(incoming, body);
      if (struck === "lost-reply") return void outgoing.destroy();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
    };
    forward().catch(() => outgoing.destroy()); // an instance that was killed hangs up
  });
  return {
    url,
    set: (next) => void (fault = next),
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}
