import { gzipSync } from "node:zlib";
import { page, redirect, reply, type Site } from "./site";

const MEGABYTE = 1024 * 1024;

/** 100 MB of zeros in 100 KB: a gzip file may have many members, and one is made in no time. */
const BOMB = Buffer.concat(new Array<Buffer>(100).fill(gzipSync(Buffer.alloc(MEGABYTE), { level: 9 })));

/** Sites whose answers are dangerous or costly to read. */
export const WIRES: readonly Site[] = [
  {
    host: "ten-megabytes-fixture.com",
    addresses: ["23.30.1.10"],
    exposed: [],
    answer({ response }) {
      response.writeHead(200, { "content-type": "text/plain" });
      const chunk = "x".repeat(64 * 1024);
      let left = 10 * MEGABYTE;
      const write = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= chunk.length;
          if (!response.write(chunk)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    },
  },
  {
    host: "gzip-bomb-fixture.com",
    addresses: ["23.30.2.10"],
    exposed: [],
    answer: (visit) => reply(visit, 200, { "content-type": "text/plain", "content-encoding": "gzip" }, BOMB),
  },
  {
    host: "broken-gzip-fixture.com",
    addresses: ["23.30.3.10"],
    exposed: [],
    answer: (visit) =>
      reply(visit, 200, { "content-type": "text/plain", "content-encoding": "gzip" }, "this is not gzip"),
  },
  {
    // A byte now and then, without an end.
    host: "dripping-fixture.com",
    addresses: ["23.30.4.10"],
    exposed: [],
    answer({ response }) {
      response.writeHead(200, { "content-type": "text/plain" });
      const timer = setInterval(() => response.write("."), 50);
      response.once("close", () => clearInterval(timer));
    },
  },
  {
    host: "silent-fixture.com",
    addresses: ["23.30.5.10"],
    exposed: [],
    answer: () => undefined, // never a word
  },
  {
    host: "resetting-fixture.com",
    addresses: ["23.30.6.10"],
    exposed: [],
    answer: ({ response }) => void response.socket?.resetAndDestroy(),
  },
  {
    host: "cut-short-fixture.com",
    addresses: ["23.30.7.10"],
    exposed: [],
    answer({ response }) {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
      response.write("half", () => response.destroy());
    },
  },
  {
    host: "header-bomb-fixture.com",
    addresses: ["23.30.8.10"],
    exposed: [],
    answer(visit) {
      for (let number = 0; number < 400; number += 1)
        visit.response.setHeader(`x-filler-${number}`, "y".repeat(500));
      page(visit, 200, "Hello");
    },
  },
  {
    host: "endless-redirects-fixture.com",
    addresses: ["23.30.9.10"],
    exposed: [],
    answer: (visit) => redirect(visit, `/hop/${Number(visit.url.pathname.split("/")[2] ?? 0) + 1}`),
  },
  {
    // A page at the end of as many redirects as are followed, and no end to any other path.
    host: "long-way-fixture.com",
    addresses: ["23.30.12.10"],
    exposed: [],
    answer(visit) {
      const hops = Number(/^\/hop\/(\d+)$/.exec(visit.url.pathname)?.[1] ?? 0);
      if (hops === 3) return page(visit, 200, "<h1>There</h1>");
      redirect(visit, `/hop/${hops + 1}`);
    },
  },
  {
    // Leads into private networks, by as many spellings as it is asked for paths.
    host: "inward-redirects-fixture.com",
    addresses: ["23.30.10.10"],
    exposed: [],
    answer: (visit) =>
      redirect(
        visit,
        {
          "/": "http://169.254.169.254/latest/meta-data/",
          "/short": "https://0x7f.1/",
          "/name": "https://metadata.google.internal/",
          "/credentials": "https://inward-redirects-fixture.com@10.0.0.1/",
          "/relative": "//[::1]/",
        }[visit.url.pathname] ?? "https://10.0.0.1/",
      ),
  },
  {
    host: "moved-away-fixture.com",
    addresses: ["23.30.11.10"],
    exposed: [],
    answer: (visit) => redirect(visit, `https://www.moved-away-fixture.com${visit.url.pathname}`, 301),
  },
];
