import { isRecord } from "@/lib/is-record";
import type { OpenApiDocument } from "./format";

type Components = OpenApiDocument["components"];

/** Every `$ref` within a value, at any depth. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : refsIn(member),
  );
}

/** All that the paths refer to, components by components: one may be all that refers to another. */
function reached({ paths, components }: OpenApiDocument): Set<string> {
  const found = new Set<string>();
  let next = refsIn(paths);
  while (next.length > 0) {
    const fresh = [...new Set(next)].filter((ref) => !found.has(ref));
    for (const ref of fresh) found.add(ref);
    next = fresh.flatMap((ref) => {
      const [, , kind = "", name = ""] = ref.split("/");
      return refsIn(Object.entries(components).find(([key]) => key === kind)?.[1][name]);
    });
  }
  return found;
}

const keep = <T>(members: Readonly<Record<string, T>>, used: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => used(name)));

/** The components that the document's operations use: that of one route has no need of all. */
export function componentsInUse(document: OpenApiDocument): Components {
  const found = reached(document);
  const { schemas, parameters, headers, responses, securitySchemes } = document.components;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))));
  const used = (kind: keyof Components) => (name: string) => found.has(`#/components/${kind}/${name}`);
  return {
    schemas: keep(schemas, used("schemas")),
    parameters: keep(parameters, used("parameters")),
    headers: keep(headers, used("headers")),
    responses: keep(responses, used("responses")),
    securitySchemes: keep(securitySchemes, (name) => schemes.has(name)),
  };
}
