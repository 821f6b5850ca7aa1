/**
 * The API without Next: the same front door, the same route files, the same headers as next.config.ts gives them.
 */
import { Hono } from "hono";
import { compress } from "hono/compress";
import { frontDoor } from "@/lib/front-door";
import { errorResponse } from "@/lib/http/errors";
import { keepAlive } from "@/lib/http/keep-alive";
import { routeMethod } from "@/lib/http/methods";
import { apiSecurityHeaders } from "@/scripts/security-headers";
import { ROUTE_FILES } from "./route-files.generated";

type RouteHandler = (request: Request) => Response | Promise<Response>;
type RouteFile = Readonly<Record<string, unknown>>;

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

/** Every route file, so that nobody's payment waits for one. */
export async function loadRoutes(): Promise<void> {
  for (const path of Object.keys(ROUTE_FILES)) await routeFile(path);
}

async function answer(request: Request, path: string): Promise<Response> {
  const { response, headers } = await frontDoor(request, keepAlive);
  const handler = response === null ? (await routeFile(path))?.[routeMethod(request.method)] : undefined;
  const answered = response ?? (isHandler(handler) ? await handler(request) : null);
  if (answered === null) throw new Error(`${request.method} ${path} has no handler`);
  const whole = new Headers(answered.headers);
  for (const [name, value] of Object.entries({ ...headers, ...apiSecurityHeaders(request.headers) }))
    if (!whole.has(name)) whole.set(name, value);
  const body = request.method === "HEAD" ? null : answered.body;
  return new Response(body, { status: answered.status, headers: whole });
}

/** Answers what comes under /api, in whatever letters it is written. */
export const api = new Hono({ getPath: () => "/api" })
  .use(compress())
  .all("*", (context) => answer(context.req.raw, new URL(context.req.url).pathname))
  .onError((error, context) => errorResponse(error, new URL(context.req.url).pathname));
