import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeSamples } from "@/components/desks/code-samples";
import { type FormField, formFields } from "@/components/desks/form-fields";
import { deskCards, deskQuestions, splitSummary } from "@/components/desks/questions";
import { fieldError, requestBody } from "@/components/desks/request-body";

const named = (fields: readonly FormField[], name: string): FormField => {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
};
const fieldsOf = (slug: string): FormField[] => {
  const desk = deskCards.find((one) => one.slug === slug);
  if (desk === undefined) throw new Error(`no desk ${slug}`);
  return formFields(desk.route.input, desk.route.sample.input);
};

/** The sample request as somebody would type it. */
const typed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

describe("a desk's form", () => {
  it.each(deskCards.map(({ slug, route }) => [slug, route] as const))(
    "of %s makes the sample request of what somebody types, and finds nothing wrong with it",
    (_, { input, sample }) => {
      const fields = formFields(input, sample.input);
      const request = sample.input as Readonly<Record<string, unknown>>; // a JSON body
      const entered = Object.fromEntries(
        Object.entries(request).map(([name, value]) => [name, typed(value)]),
      );
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(request)));
      expect(requestBody(fields, entered)).toEqual(request);
      expect(fields.map((field) => fieldError(field, entered))).toEqual(fields.map(() => null));
      expect(input.safeParse(requestBody(fields, entered)).success).toBe(true);
    },
  );

  it("leaves out what was not entered, so that the service's own defaults hold", () => {
    for (const { route } of deskCards)
      expect(requestBody(formFields(route.input, route.sample.input), {})).toEqual({});
  });

  it("knows kinds, bounds, choices and what must be there from the route's schema", () => {
    const trenches = fieldsOf("trenches-screen");
    expect(named(trenches, "limit")).toMatchObject({ kind: "whole", min: 1 });
    expect(named(fieldsOf("verdict"), "includeInsider").kind).toBe("yesNo");
    expect(named(fieldsOf("security-scan"), "authorized").kind).toBe("tick");
    expect(named(fieldsOf("whales"), "symbols")).toMatchObject({
      kind: "list",
      options: expect.arrayContaining(["BTC"]) as string[],
    });
    expect(named(fieldsOf("verdict"), "message").kind).toBe("longText");
    expect(named(fieldsOf("security-scan"), "target").required).toBe(true);
  });

  it("says what is wrong with a field and what to enter", () => {
    const limit = named(fieldsOf("trenches-screen"), "limit");
    for (const wrong of ["a", "1.5", "0", "999999"])
      expect(fieldError(limit, { limit: wrong }), wrong).toMatch(/^Enter /);
    const symbols = named(fieldsOf("whales"), "symbols");
    expect(fieldError(symbols, { symbols: "BTC, DOGE" })).toMatch(/^DOGE is none of /);
    const address = named(fieldsOf("wallet"), "evmAddress");
    expect(fieldError(address, { evmAddress: "0x12" })).toMatch(/not of the form/);
    expect(fieldError(named(fieldsOf("security-scan"), "target"), {})).toMatch(/^Enter a value/);
  });

  it("has a field for each member of an object, which is whole or left out", () => {
    const chat = fieldsOf("svc");
    const entered = {
      message: "Rewrite it",
      mode: "enhance",
      "signal.title": "A view",
      "signal.summary": "Why",
    };
    const signal = { title: "A view", summary: "Why" };
    expect(requestBody(chat, entered)).toEqual({ message: "Rewrite it", mode: "enhance", signal });
    const [title, summary] = [named(chat, "signal.title"), named(chat, "signal.summary")];
    expect([title.kind, summary.kind, title.hint]).toEqual(["text", "longText", "What enhance rewrites."]);
    expect(fieldError(summary, { message: "Where is BTC?" })).toBeNull();
    expect(fieldError(summary, { "signal.title": "A view" })).toMatch(/^Enter a value/);
    expect(fieldError(summary, entered)).toBeNull();
  });

  it("takes a list of objects as JSON, by the example that it shows", () => {
    const history = named(fieldsOf("svc"), "history");
    const typedIn = { message: "And ETH?", history: history.placeholder };
    expect(fieldError(history, typedIn)).toBeNull();
    const body = requestBody(fieldsOf("svc"), typedIn);
    expect(body).toEqual({ message: "And ETH?", history: [{ role: "user", text: "…" }] });
    expect(deskCards.find(({ slug }) => slug === "svc")?.route.input.safeParse(body).success).toBe(true);
    for (const wrong of ["BTC?", "{}", "[", "BTC, ETH"])
      expect(fieldError(history, { history: wrong }), wrong).toContain(history.placeholder);
  });

  it("sends true for a tick, and nothing for none", () => {
    const authorized = named(fieldsOf("security-scan"), "authorized");
    expect(requestBody([authorized], { authorized: "true" })).toEqual({ authorized: true });
    expect(requestBody([authorized], { authorized: "" })).toEqual({});
    expect(fieldError(authorized, { authorized: "" })).toBeNull();
  });

  it("never throws for what is typed, and its body is JSON", () => {
    const every = deskCards.flatMap(({ route }) => formFields(route.input, route.sample.input));
    fc.assert(
      fc.property(fc.constantFrom(...every), fc.string(), (field, text) => {
        fieldError(field, { [field.name]: text });
        expect(() => JSON.stringify(requestBody([field], { [field.name]: text }))).not.toThrow();
      }),
    );
  });
});

describe("the call to copy", () => {
  it("survives a shell: a quote in the body ends no string", () => {
    const call = {
      origin: "https://example.org",
      path: "/api/x",
      tool: "x",
      body: { message: "it's `$HOME`" },
    };
    const [curl] = codeSamples(call);
    expect(curl?.code).toContain(`-d '{"message":"it'\\''s \`$HOME\`"}'`);
  });

  it("is offered as a tool only where there is one", () => {
    const call = { origin: "https://example.org", path: "/api/x", body: {} };
    expect(codeSamples({ ...call, tool: "x" }).map(({ value }) => value)).toEqual(["curl", "fetch", "tool"]);
    expect(codeSamples({ ...call, tool: null }).map(({ value }) => value)).toEqual(["curl", "fetch"]);
  });
});

describe("the desks", () => {
  it("stand under a question each, once", () => {
    const shown = deskQuestions().flatMap(({ desks }) => desks);
    expect(shown).toHaveLength(deskCards.length);
    expect(new Set(shown)).toEqual(new Set(deskCards));
  });

  it("are called by their summary up to its colon", () => {
    expect(splitSummary("Desk brief: macro, pools")).toEqual({ title: "Desk brief", detail: "Macro, pools" });
    expect(splitSummary("A site's headers")).toEqual({ title: "A site's headers", detail: "" });
  });
});
