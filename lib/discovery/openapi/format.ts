/** The parts of OpenAPI 3.1.0 (spec.openapis.org/oas/v3.1.0) that the service's document is made of. */

/** JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Reference {
  $ref: string;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

interface MediaType {
  schema: Schema;
  example?: unknown;
}

export type Content = Readonly<Partial<Record<"application/json", MediaType>>>;

export interface Parameter {
  name: string;
  in: "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface ApiResponse {
  description: string;
  headers?: Readonly<Record<string, Header | Reference>>;
  content?: Content;
}

export type SecurityScheme =
  | { type: "apiKey"; in: "header"; name: string; description: string }
  | { type: "http"; scheme: string; description: string };

/** Names of schemes, each with its scopes; any one of the alternatives suffices, and the empty one asks for nothing. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** What a call costs and by which protocols it is paid, as AgentCash and x402scan (`price`, `protocols`) and MPP (`offers`) read it. */
export interface PaymentInfo {
  price: { mode: "fixed"; currency: "USD"; amount: string };
  protocols: readonly Readonly<Record<string, Readonly<Record<string, string>>>>[];
  /** Amounts in the currency's smallest unit. */
  offers?: readonly { method: string; intent: string; amount: string; currency: string }[];
}

export interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly (Parameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Content };
  responses: Readonly<Record<string, ApiResponse | Reference>>;
  security: Security;
  "x-payment-info"?: PaymentInfo;
  /** A limit beside the general one, shared by all routes that name it. */
  "x-rate-limit"?: { name: string; perMinute: number };
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    description: string;
    "x-guidance": string;
    /** `identifier` is an SPDX expression. */
    license: { name: string; identifier: string };
    contact?: { name: string; email: string; url: string };
  };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    headers: Readonly<Record<string, Header>>;
    responses: Readonly<Record<string, ApiResponse>>;
    securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

type Kind = keyof OpenApiDocument["components"];

export const refTo = (kind: Kind, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });
