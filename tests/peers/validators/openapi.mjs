/**
 * Holds an OpenAPI document against two validators that are libraries. Usage: node openapi.mjs <file>. Prints one JSON
 * line: what each found wrong, by its name; empty lists where nothing is.
 */
import { readFileSync } from "node:fs";
import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";

const read = () => JSON.parse(readFileSync(process.argv[2], "utf8")); // each gets its own: they change what they are given

const seriousme = await new Validator().validate(read());
const readme = await validate(read());
const listed = (errors) => (errors === undefined ? [] : [errors].flat());

console.log(
  JSON.stringify({
    "@seriousme/openapi-schema-validator": seriousme.valid ? [] : [seriousme.errors ?? "invalid"].flat(),
    "@readme/openapi-parser": readme.valid
      ? listed(readme.warnings)
      : [...listed(readme.errors), ...listed(readme.warnings)],
  }),
);
