/** One HTTP request as a simulated server sees it. */
export interface Message {
  /** Path, without the host. */
  path: string;
  method: string;
  headers: Headers;
  body: string;
}

export interface Reply {
  status: number;
  body: string;
}

/** A server: calls `reply` once, now or later, or never. */
export type Server = (message: Message, reply: (reply: Reply) => void) => void;

export const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });
