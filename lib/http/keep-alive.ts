// from its own file: the door `next/server` would bring the parser of user agents into every function, 8 KB of gzip
import { after } from "next/dist/server/after";
import { type Background, begun } from "../background";

/** The caller whose work it is handles its failure; here it only must not be unhandled. */
const quiet = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

/**
 * Lets work outlive the response, or a client that hangs up: the platform keeps the instance until its promise settles. A
 * function is called when the response has ended. The one place where the libraries touch the framework.
 */
export const keepAlive: Background = (work) => {
  const rest = typeof work === "function" ? work : quiet(work);
  const end = (): Promise<unknown> => quiet(begun(rest));
  try {
    after(end);
  } catch {
    void end(); // outside a request (tests, scripts) the process itself stays alive
  }
};
