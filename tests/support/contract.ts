import { Ajv2020 } from "ajv/dist/2020";
import * as z from "zod";
import { catalog } from "@/lib/catalog";
import { DOCUMENTS } from "@/lib/discovery/documents";
import type {
  ApiResponse,
  Content,
  Header,
  OpenApiDocument,
  Operation,
  Reference,
} from "@/lib/discovery/openapi/format";
import { isRecord } from "@/lib/is-record";

/** One answer of the service, as it came over the wire. */
export interface Answer {
  method: string;
  /** Without query. */
  path: string;
  status: number;
  headers: Headers;
  /** Empty where there is none. */
  body: string;
}

/** Says what is wrong with an answer by the service's own document; null where nothing is. */
export type Judge = (answer: Answer) => string | null;

/**
 * The document allows answers to gain members, so that clients live through it; a test holds the service to those
 * that it describes.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isRecord(schema)) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = schema["type"] === "object" && isRecord(schema["properties"]);
  return isOpen && !("additionalProperties" in schema)
    ? { ...members, additionalProperties: false }
    : members;
}

const pointer = (...parts: string[]): string =>
  `#/${parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;

const ID = "https://document.invalid/openapi.json";

/** A validator of the document's schemas, each named by its JSON pointer in the document. */
export function schemasOf(document: OpenApiDocument, strict: { closed: boolean }) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }); // unions of types are usual in 3.1
  ajv.addVocabulary(Object.keys(document));
  ajv.addFormat("date-time", (text) => z.iso.datetime({ offset: true }).safeParse(text).success);
  ajv.addFormat("date", (text) => z.iso.date().safeParse(text).success);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  ajv.addSchema({ ...(strict.closed ? Object(closed(document)) : document), $id: ID });
  return (at: string, value: unknown): string | null => {
    const validate = ajv.getSchema(ID + at);
    if (validate === undefined) throw new Error(`there is no schema at ${at}`);
    return validate(value) === true ? null : ajv.errorsText(validate.errors, { dataVar: "" });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no answer of the service is JSON's null
  }
}

const isReference = (part: object): part is Reference => "$ref" in part;
const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf("/") + 1);

/** What a path that no document shows may say: that it is not there, or that there were too many requests. */
const UNKNOWN_PATH = [404, 429];
/** Likewise for a method that a path does not take. */
const UNKNOWN_METHOD = [405, 429];

/** What answers and is no route of a customer's: the document must not tell of it. */
const isApart = (path: string): boolean =>
  catalog.some((entry) => entry.path === path && entry.audience !== "public") ||
  DOCUMENTS.some((other) => other.path === path);

export function judgeBy(document: OpenApiDocument): Judge {
  const fits = schemasOf(document, { closed: true });
  const { components } = document;

  function judgeHeaders(response: ApiResponse, headers: Headers): string | null {
    const all = Object.entries(response.headers ?? {}).map(([name, header]): [string, Header | undefined] => [
      name,
      isReference(header) ? components.headers[nameIn(header)] : header,
    ]);
    const missing = all.filter(([name, header]) => header?.required === true && !headers.has(name));
    return missing.length === 0 ? null : `lacks the header ${missing.map(([name]) => name).join(", ")}`;
  }

  function judgeBody(at: string, content: Content, { headers, body }: Answer): string | null {
    const type = headers.get("content-type")?.split(";")[0] ?? "none";
    if (!(type in content)) return `is of type ${type}`;
    if (type !== "application/json") return null; // a stream of messages, which its own tests read
    const value = parsed(body);
    return value === null ? "is not JSON" : fits(`${at}/content/application~1json/schema`, value);
  }

  function judgeResponse(found: ApiResponse | Reference, at: string, answer: Answer): string | null {
    const response = isReference(found) ? components.responses[nameIn(found)] : found;
    if (response === undefined) return "is documented by a reference to nothing";
    const wrong = judgeHeaders(response, answer.headers);
    if (wrong !== null) return wrong;
    if (response.content === undefined)
      return answer.body === "" ? null : "has a body, which is not documented";
    // A HEAD has no body whatever the answer is.
    return answer.method === "HEAD"
      ? null
      : judgeBody(isReference(found) ? found.$ref : at, response.content, answer);
  }

  function judgeUnknown(expected: readonly number[], answer: Answer): string | null {
    const name = `Error${answer.status}`;
    if (!expected.includes(answer.status)) return "is not in the document";
    return judgeResponse({ $ref: pointer("components", "responses", name) }, "", answer);
  }

  function judgeKnown(method: string, { responses }: Operation, answer: Answer): string | null {
    const status = String(answer.status);
    const found = responses[status];
    if (found === undefined)
      return `is not documented: the operation has ${Object.keys(responses).join(", ")}`;
    return judgeResponse(found, pointer("paths", answer.path, method, "responses", status), answer);
  }

  function judge(answer: Answer): string | null {
    const methods = document.paths[answer.path];
    if (methods === undefined) return isApart(answer.path) ? null : judgeUnknown(UNKNOWN_PATH, answer);
    const isPreflight = answer.method === "OPTIONS";
    if (isPreflight && answer.status === 204) return null;
    // A preflight is refused as the path's calls are.
    const isHead = answer.method === "HEAD" && methods["get"] !== undefined; // says what GET would (RFC 9110 §9.3.2)
    const [method = ""] = isPreflight ? Object.keys(methods) : [isHead ? "get" : answer.method.toLowerCase()];
    const operation = methods[method];
    return operation === undefined
      ? judgeUnknown(UNKNOWN_METHOD, answer)
      : judgeKnown(method, operation, answer);
  }

  return (answer) => {
    const wrong = judge(answer);
    return (
      wrong && `${answer.method} ${answer.path} → ${answer.status} ${wrong}\n${answer.body.slice(0, 400)}`
    );
  };
}
