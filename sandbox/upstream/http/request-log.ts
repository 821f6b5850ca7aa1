import type { UpstreamRequest } from "./request";

/** A request as it arrived. */
export interface RequestEntry {
  method: string;
  host: string;
  path: string;
  /** Without keys and tokens. */
  query: string;
  /** 0 while there is no answer, and for ever when the connection was reset or the client left before one. */
  status: number;
  /** Who answered, and the fault that befell it. */
  via: "simulator" | "replay" | "recorder" | "nobody" | undefined;
  fault: string | undefined;
}

const MOST = 10_000;

/** The newest requests, oldest first. An entry is there from the moment that its request arrived. */
export class RequestLog {
  #entries: RequestEntry[] = [];

  open({ method, host, path, query }: UpstreamRequest): RequestEntry {
    const entry = { method, host, path, query, status: 0, via: undefined, fault: undefined };
    this.#entries.push(entry);
    if (this.#entries.length > MOST) this.#entries.shift();
    return entry;
  }

  all(): RequestEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }
}
