/**
 * Calls one method of an A2A agent with the official client, which finds the agent by its card, and prints what came as
 * one line of JSON: `{result}`, or `{error}` with the client's own class of it.
 *
 *   CALL='{"origin":…,"method":"sendMessage","params":{…},"headers":{…}}' node send-a2a.mjs
 */
import { Message, SendMessageRequest, Task } from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";

const { origin, method, params, headers, extensions } = JSON.parse(process.env.CALL ?? "{}");
const fetchImpl = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } });

const factory = new ClientFactory({
  ...ClientFactoryOptions.default,
  transports: [new JsonRpcTransportFactory({ fetchImpl })],
  cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
});
const client = await factory.createFromUrl(origin);
const options = { serviceParameters: { "A2A-Extensions": extensions ?? "" } };

const shown = (value) =>
  "messageId" in value ? { message: Message.toJSON(value) } : { task: Task.toJSON(value) };

try {
  const request = method === "sendMessage" ? SendMessageRequest.fromJSON(params) : params;
  const result = await client[method](request, options);
  console.log(JSON.stringify({ result: shown(result) }));
} catch (error) {
  console.log(JSON.stringify({ error: { name: error.constructor.name, message: error.message } }));
}
