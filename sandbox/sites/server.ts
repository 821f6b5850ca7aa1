import { type Listening, listen } from "../host/listen";
import type { Site } from "./site";

export interface AskedOf {
  method: string;
  /** As on the web: `https://host/path?query`. */
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Sites extends Listening {
  /** Every request so far, in order. */
  asked: AskedOf[];
}

/** `/<scheme>/<host>/<path>` as the address that it stands for, or null. */
function addressOf(path: string): URL | null {
  const [, scheme = "", host = "", rest = "/"] = /^\/(https?)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const text = `${scheme}://${host}${rest}`;
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * Serves sites behind one origin, which stands in for the web: a site's page is at `/<scheme>/<host>/<path>`. What they
 * were asked so far is at `/asked`.
 */
export async function startSites(sites: readonly Site[], port: number): Promise<Sites> {
  const asked: AskedOf[] = [];
  const listening = await listen(port, (request, response) => {
    if (request.url === "/asked") return void response.end(JSON.stringify(asked));
    const url = addressOf(request.url ?? "");
    const site = sites.find(({ host }) => host === url?.host);
    if (url === null || site === undefined) {
      response.writeHead(502).end("There is no such site in the local world.");
      return;
    }
    asked.push({ method: request.method ?? "", address: url.href, headers: request.headers });
    const scheme = url.protocol === "http:" ? "http" : "https";
    Promise.resolve(site.answer({ scheme, url, request, response })).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  return { ...listening, asked };
}
