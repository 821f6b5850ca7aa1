import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForLegacyWellKnown,
  getWarningsForMppHeader,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  probeLegacyWellKnown,
  validatePaymentRequiredDetailed,
} from "@agentcash/discovery";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { resourcesDocumentation } from "@/lib/resources/resources/documentation";
import { resourcesEntry } from "@/lib/resources/resources/entry";
import { newAddress, post, refusal } from "../support/service";
import { world } from "../support/world";

/**
 * What a public listing says of the service, by the checks that listings run themselves: every paid route is probed
 * live, and whatever is wrong by them is ours to mend unless it stands here with its reason.
 */
const NOT_OURS: Readonly<Record<string, string>> = {
  // /.well-known/x402 is served for readers that know nothing newer; /openapi.json says everything that it says.
  LEGACY_WELL_KNOWN_FOUND: "older readers",
  // The whole contract has as many routes as the specification; /openapi/<label>.json has one.
  L2_ROUTE_COUNT_HIGH: "what the specification has",
};

const HEADER_HAS_NO_ROOM = ["SCHEMA_INPUT_MISSING", "SCHEMA_OUTPUT_MISSING"];

const { origin } = world();
const headers = () => ({ "x-forwarded-for": newAddress() });
const paid = catalog.filter(isPaid);

interface Finding {
  code: string;
  severity: string;
  message: string;
}
/** What is ours to mend, for a readable failure. */
const ours = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ code }) => !(code in NOT_OURS))
    .map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

describe.each(paid.map((entry) => [entry.path, entry] as const))(
  "a listing that probes %s",
  (path, entry) => {
    it("accepts the live challenge, in its header and in its body", async () => {
      const response = await post({ origin, path });
      expect(response.status).toBe(402);
      const header = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "");
      expect(PaymentRequiredV2Schema.safeParse(header)).toMatchObject({ success: true });
      const body = await refusal(response);
      // The header has no room for the schemas.
      for (const [challenge, hasSchemas] of [
        [header, false],
        [body.x402, true],
      ] as const) {
        const verdict = validatePaymentRequiredDetailed(challenge, {
          requireInputSchema: hasSchemas,
          requireOutputSchema: hasSchemas,
        });
        expect(ours(verdict.issues)).toEqual([]);
        expect(verdict.valid).toBe(true);
        expect(verdict.normalized).toMatchObject({
          ...{ version: 2, hasInputSchema: hasSchemas, hasOutputSchema: hasSchemas },
        });
      }
      expect(ours(getWarningsFor402Body(body.x402))).toEqual([]);
      expect(ours(getWarningsForMppHeader(response.headers.get("www-authenticate")))).toEqual([]);
    });

    it("finds one paid operation, with its schemas and every offer", async () => {
      const found = await checkEndpointSchema({ url: origin + path, headers: headers(), probe: true });
      if (!found.found) throw new Error(`not found: ${found.cause}`);
      const monetized = found.advisories.filter(({ authMode }) => authMode === "paid");
      expect(monetized.map(({ method }) => method)).toEqual([entry.method]);
      const [advisory] = monetized;
      expect(advisory?.paymentOptions?.map(({ protocol }) => protocol)).toEqual(["x402", "x402", "mpp"]);
      for (const option of advisory?.paymentOptions ?? [])
        expect("amount" in option ? option.amount : undefined).toBe(String(priceOf(entry)));
      expect(advisory?.inputSchema).toBeTruthy();
      expect(advisory?.outputSchema).toBeTruthy();
      // The probe reads the header alone, which has no room for the schemas: the document brings them (above).
      const warnings = found.advisories.flatMap((one) => getWarningsForL3(one));
      const withoutSchemas = warnings.filter(({ code }) => !HEADER_HAS_NO_ROOM.includes(code));
      expect(ours(withoutSchemas)).toEqual([]);
    });
  },
);

/** The value at an RFC 6901 pointer; undefined where there is none. */
const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, step) =>
        typeof value === "object" && value !== null
          ? Object.getOwnPropertyDescriptor(value, step)?.value
          : undefined,
      document,
    );

describe("a listing that reads the service", () => {
  it("finds nothing wrong with its OpenAPI document, nor with what it says of routes and guidance", async () => {
    const document = await getOpenAPI(origin, headers());
    const openApi = document.isOk() ? document.value : null;
    expect(ours(getWarningsForOpenAPI(openApi))).toEqual([]);
    if (openApi === null || isOpenApiParseFailure(openApi)) throw new Error("no OpenAPI document");
    expect(ours(getWarningsForL2(checkL2ForOpenAPI(openApi)))).toEqual([]);
    expect(ours(getWarningsForL4(checkL4ForOpenAPI(openApi)))).toEqual([]);
  });

  it("lists every paid route at the catalog's price, and no other as paid", async () => {
    const found = await discoverOriginSchema({ target: origin, headers: headers() });
    if (!found.found) throw new Error(`not found: ${found.cause}`);
    // OpenAPI knows no kind of credential for a header but `apiKey`, so a listing that goes by the document alone may
    // add that word; the live 402, which decides, is `paid` above.
    const listed = found.endpoints.filter(({ authMode }) => /(^|\+)paid$/.test(authMode ?? ""));
    const byPath = (a: readonly unknown[], b: readonly unknown[]) => String(a[1]).localeCompare(String(b[1]));
    expect(
      listed
        .map(({ method, path, pricingMode, price, protocols }) => [
          ...[method, path, pricingMode, Number.parseFloat(price ?? ""), protocols?.toSorted().join()],
        ])
        .toSorted(byPath),
    ).toEqual(
      paid
        .map((entry) => [entry.method, entry.path, "fixed", toUsd(priceOf(entry)), "mpp,x402"])
        .toSorted(byPath),
    );
  });

  it("finds in the document the schema of each answer where /api/resources points", async () => {
    const read = async (url: string): Promise<unknown> => (await fetch(url, { headers: headers() })).json();
    const { resources } = resourcesDocumentation.output.parse(await read(origin + resourcesEntry.path));
    expect(resources.length).toBeGreaterThan(0);
    for (const { label, schema } of resources) {
      const [url = "", pointer = ""] = schema.output.split("#");
      expect(url).toBe(`${origin}/openapi/${label}.json`);
      expect(at(await read(url), pointer), label).toMatchObject({});
    }
  });

  it("finds its icon, and no description that it does not read any more but those that are known", async () => {
    const icon = await getWarningsForFavicon(origin);
    expect(ours(icon.isOk() ? icon.value : [])).toEqual([]);
    const legacy = await probeLegacyWellKnown(origin, headers());
    if (legacy.isErr()) throw new Error(legacy.error.message);
    expect(ours(getWarningsForLegacyWellKnown(legacy.value))).toEqual([]);
  });
});
