import type { IncomingMessage } from "node:http";

/** By this header the API reads which address a request's connection came from; what a client sends under its name is removed. */
const SOCKET_ADDRESS = "x-socket-address";

/** In the place of lib/http/socket-address.ts in this host's bundle. */
export const socketAddress = (headers: Headers): string => headers.get(SOCKET_ADDRESS) ?? "";

/** Writes the address of a request's connection into it, in the place of all that came under that name. */
export function noteSocketAddress(request: IncomingMessage): void {
  const { headers, rawHeaders, socket } = request;
  if (headers[SOCKET_ADDRESS] !== undefined)
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
      if (rawHeaders[at]?.toLowerCase() === SOCKET_ADDRESS) rawHeaders.splice(at, 2);
  const address = socket.remoteAddress ?? "";
  headers[SOCKET_ADDRESS] = address;
  rawHeaders.push(SOCKET_ADDRESS, address); // what the API reads
}
