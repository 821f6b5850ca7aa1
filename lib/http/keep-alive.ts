// from its own file: the door `next/server` would bring the parser of user agents into every function, 8 KB of gzip
import { after } from "next/dist/server/after";

/**
 * Lets work outlive the response, or a client that hangs up: the platform keeps the instance until the promise
 * settles. The one place where the libraries touch the framework.
 */
export function keepAlive(work: Promise<unknown>): void {
  const quiet = work.catch(() => undefined); // the caller that started the work handles its failure; here it only must not be unhandled
  try {
    after(() => quiet);
  } catch {
    return; // outside a request (tests, scripts) the process itself stays alive
  }
}
