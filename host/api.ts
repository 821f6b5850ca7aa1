/**
 * The API without Next: the same front door, the same route files, the same headers as next.config.ts gives them.
 */
import { METHODS } from "@/lib/catalog/define";
import { frontDoor } from "@/lib/front-door";
import { errorResponse } from "@/lib/http/errors";
import { routeMethod, withImplied } from "@/lib/http/methods";
import { notePastTheDoor } from "@/lib/http/request-notes";
import { apiSecurityHeaders } from "@/scripts/security-headers";
import { compressed } from "./compressed";
import { keepAlive } from "./keep-alive";
import { ROUTE_FILES } from "./route-files.generated";

type RouteHandler = (request: Request) => Response | Promise<Response>;
type RouteFile = Readonly<Record<string, unknown>>;

const isHandler = (value: unknown): value is RouteHandler => typeof value === "function";

const loaded = new Map<string, RouteFile>();

/** A route's file, or undefined for a path without one. */
async function routeFile(path: string): Promise<RouteFile | undefined> {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const file = await ROUTE_FILES[path]?.();
  if (file !== undefined) loaded.set(path, file);
  return file;
}

/** The answer to OPTIONS, as Next gives it, of a route file that has none of its own. */
const allowing = (file: RouteFile): RouteHandler => {
  const taken = withImplied(METHODS.filter((method) => isHandler(file[method])));
  return () => new Response(null, { status: 204, headers: { allow: taken.sort().join(", ") } });
};

/** Every route file, so that nobody's payment waits for one. What they load later elsewhere is in them here: scripts/bundle-host.ts. */
export async function loadRoutes(): Promise<void> {
  for (const path of Object.keys(ROUTE_FILES)) await routeFile(path);
}

/** Throws where the front door lets a request pass that no file answers. */
async function handlerOf({ method }: Request, path: string): Promise<RouteHandler> {
  const file = await routeFile(path);
  const handler = file?.[routeMethod(method)];
  if (isHandler(handler)) return handler;
  if (file !== undefined && method === "OPTIONS") return allowing(file);
  throw new Error(`${method} ${path} has no handler`);
}

/** Adds headers that the response does not have yet. */
function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

async function answer(request: Request, path: string): Promise<Response> {
  const { response, headers } = await frontDoor(request, keepAlive);
  const answered = withHeaders(
    response ?? (await (await handlerOf(request, path))(notePastTheDoor(request))),
    headers,
  );
  return compressed(request, request.method === "HEAD" ? new Response(null, answered) : answered);
}

/** Answers what comes under /api, in whatever letters it is written. Never throws. */
export async function api(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const answered = await answer(request, path).catch((error: unknown) => errorResponse(error, path));
  return withHeaders(answered, apiSecurityHeaders(request.headers));
}
