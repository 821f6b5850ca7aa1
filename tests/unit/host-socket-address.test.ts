import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noteSocketAddress, socketAddress } from "@/host/socket-address";

const seen: string[] = [];
const server = http.createServer((request, response) => {
  noteSocketAddress(request);
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at] ?? "", request.rawHeaders[at + 1] ?? "");
  seen.push(socketAddress(headers));
  response.end();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

it("a request's socket address is its connection's, whatever the client sends under that name", async () => {
  await fetch(url);
  await fetch(url, { headers: { "X-Socket-Address": "6.6.6.6" } });
  await fetch(url, {
    headers: [
      ["x-socket-address", "6.6.6.6"],
      ["X-SOCKET-ADDRESS", "7.7.7.7"],
    ],
  });
  expect(seen).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
});
