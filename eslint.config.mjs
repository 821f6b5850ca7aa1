import next from "eslint-config-next";
import typescript from "eslint-config-next/typescript";

const rules = {
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
  // `import { type A }` alone would still load the module when it runs
  "@typescript-eslint/no-import-type-side-effects": "error",
  "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "no-empty": ["error", { allowEmptyCatch: false }],
  "no-console": "error",
  eqeqeq: "error",
};

/** The environment has one reader, so that every setting has a schema, a default and a documented meaning. */
const oneEnvReader = {
  files: ["app/**", "lib/**", "components/**", "middleware.ts"],
  ignores: ["lib/env.ts"],
  rules: {
    "no-restricted-properties": [
      "error",
      { object: "process", property: "env", message: "Read settings through lib/env.ts." },
    ],
  },
};

/** Programs that talk to a terminal, and the one structured logger. */
const printers = {
  files: ["sandbox/**", "scripts/**", "bench/**", "tests/run.ts", "tests/peers/**", "lib/http/log.ts"],
  rules: { "no-console": "off" },
};

const config = [
  { ignores: ["**/.next/**", ".sandbox/**", "next-env.d.ts", "**/*.generated.ts"] },
  ...next,
  ...typescript,
  { rules },
  oneEnvReader,
  printers,
];
export default config;
