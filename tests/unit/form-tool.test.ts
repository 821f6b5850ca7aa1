import { describe, expect, it } from "vitest";
import { formFields } from "@/components/desks/form-fields";
import { filledBy, formSchema } from "@/components/desks/form-tool";
import { published } from "@/lib/catalog/published";

const fieldsOf = (path: string) => {
  const route = published.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no ${path}`);
  return formFields(route.input, route.sample.input);
};

const scan = fieldsOf("/api/svc-security-scan");
const yields = fieldsOf("/api/svc-intel-yields");

describe("a desk's form as a tool of the page", () => {
  it("has each field of the form, but for the person's own word", () => {
    const { properties, required } = formSchema(scan) as { properties: object; required: string[] };
    expect(scan.map(({ name }) => name)).toContain("authorized");
    expect(Object.keys(properties)).toEqual(
      scan.map(({ name }) => name).filter((name) => name !== "authorized"),
    );
    expect(required).not.toContain("authorized");
  });

  it("takes no consent from an agent, and no field that the form has not", () => {
    const { entered, wrong } = filledBy(scan, {
      ...{ target: "https://a.example", allowlist: ["a.example"] },
      ...{ authorized: true, __proto__x: "y", constructor: "z" },
    });
    expect(entered).toEqual({ target: "https://a.example", allowlist: "a.example" });
    expect(Object.keys(wrong).sort()).toEqual(["__proto__x", "authorized", "constructor"]);
  });

  it("says what is wrong with a value, and enters no value of another kind", () => {
    const chain = yields.find(({ name }) => name === "chain") ?? yields[0];
    if (chain === undefined) throw new Error("no field");
    for (const value of [{ a: 1 }, [1], null])
      expect(filledBy(yields, { [chain.name]: value })).toEqual({
        entered: {},
        wrong: { [chain.name]: expect.stringMatching(/^Give text/) },
      });
    expect(filledBy(yields, { [chain.name]: "base" })).toEqual({
      entered: { [chain.name]: "base" },
      wrong: {},
    });
  });
});
