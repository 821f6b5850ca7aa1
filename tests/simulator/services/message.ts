/** One HTTP request as a simulated server sees it. */
export interface Message {
  /** Path, without the host. */
  path: string;
  method: string;
  headers: HeadersInit;
  body: string;
}

/** One header of a message, whatever case it was written in; "" without it. */
export function headerOf({ headers }: Message, name: string): string {
  const pairs = Array.isArray(headers) || headers instanceof Headers ? [...headers] : Object.entries(headers);
  return pairs.find(([given]) => given?.toLowerCase() === name)?.[1] ?? "";
}

export interface Reply {
  status: number;
  body: string;
}

/** A server: calls `reply` once, now or later, or never. */
export type Server = (message: Message, reply: (reply: Reply) => void) => void;

export const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });
