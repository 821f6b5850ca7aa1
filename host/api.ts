/**
 * The API without Next: the same front door, the same route files, the same headers as next.config.ts gives them.
 */
import { Hono } from "hono";
import { compress } from "hono/compress";
import { frontDoor } from "@/lib/front-door";
import { errorResponse } from "@/lib/http/errors";
import { routeMethod, withImplied } from "@/lib/http/methods";
import { apiSecurityHeaders } from "@/scripts/security-headers";
import { keepAlive } from "./keep-alive";
import { ROUTE_FILES } from "./route-files.generated";

type RouteHandler = (request: Request) => Response | Promise<Response>;
type RouteFile = Readonly<Record<string, unknown>>;

const METHODS = ["GET", "POST", "PATCH"] as const;

const isHandler = (value: unknown): value is RouteHandler => typeof value === "function";

const loaded = new Map<string, RouteFile>();

/** A route's file, loaded when it is first called, as an edge function is. */
async function routeFile(path: string): Promise<RouteFile | undefined> {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const file = await ROUTE_FILES[path]?.();
  if (file !== undefined) loaded.set(path, file);
  return file;
}

/** What a route file that says nothing of it answers to OPTIONS, as Next has it. */
const allowing = (file: RouteFile): RouteHandler => {
  const taken = withImplied(METHODS.filter((method) => isHandler(file[method])));
  return () => new Response(null, { status: 204, headers: { allow: taken.sort().join(", ") } });
};

/** Every route file, so that nobody's payment waits for one. */
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

async function answer(request: Request, path: string): Promise<Response> {
  const { response, headers } = await frontDoor(request, keepAlive);
  const answered = response ?? (await (await handlerOf(request, path))(request));
  const whole = new Headers(answered.headers);
  for (const [name, value] of Object.entries({ ...headers, ...apiSecurityHeaders(request.headers) }))
    if (!whole.has(name)) whole.set(name, value);
  const body = request.method === "HEAD" ? null : answered.body;
  return new Response(body, { status: answered.status, headers: whole });
}

const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

/** Answers what comes under /api, in whatever letters it is written. */
export const api = new Hono()
  .use(compress())
  .all("*", ({ req }) => answer(req.raw, pathOf(req)))
  .onError((error, { req }) => errorResponse(error, pathOf(req)));
