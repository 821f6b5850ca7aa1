import next from "eslint-config-next";
import typescript from "eslint-config-next/typescript";

const rules = {
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
  // `import { type A }` alone would still load the module when it runs
  "@typescript-eslint/no-import-type-side-effects": "error",
  // types and values of a module stand in one import
  "no-duplicate-imports": "error",
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

/** One way to name a module: what lies further than the folder above is named from the top. */
const nearOrFromTheTop = {
  files: ["lib/**"],
  rules: {
    "no-restricted-imports": [
      "error",
      { patterns: [{ regex: "^\\.\\./\\.\\./", message: "Name it from the top: @/lib/…" }] },
    ],
  },
};

/**
 * Code that moves money or waits for a store has one clock, lib/time.ts, and no randomness of its own: a simulated world then
 * runs the very same code in its own time, and replays it.
 */
const oneClock = {
  files: ["lib/chains/**", "lib/payments/**", "lib/store/**"],
  rules: {
    "no-restricted-globals": [
      "error",
      ...["setTimeout", "setInterval", "setImmediate", "performance"].map((name) => ({
        name,
        message: "Ask lib/time.ts for the time, a wait or a time limit.",
      })),
    ],
    "no-restricted-syntax": [
      "error",
      {
        selector: "MemberExpression[object.name='Date'][property.name='now']",
        message: "Ask lib/time.ts for the time.",
      },
      {
        selector: "NewExpression[callee.name='Date'][arguments.length=0]",
        message: "Ask lib/time.ts for the time: new Date(now()).",
      },
      {
        selector: "CallExpression[callee.name='Date']",
        message: "Ask lib/time.ts for the time.",
      },
      {
        selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
        message: "Ask lib/time.ts for a time limit: timeoutSignal(ms).",
      },
      {
        selector:
          "MemberExpression[object.name=/^(globalThis|self|window|global)$/][property.name=/^(setTimeout|setInterval|setImmediate|performance|Date|AbortSignal)$/]",
        message: "Ask lib/time.ts for the time, a wait or a time limit.",
      },
      {
        selector: "ImportDeclaration[source.value=/^(node:)?(timers|perf_hooks|process)/]",
        message: "Ask lib/time.ts for the time, a wait or a time limit.",
      },
    ],
  },
};

/** A route does not know whether its caller's payment has moved: what it says of the money stands apart, where the till finds it. */
const moneyApart = {
  files: ["lib/**"],
  ignores: oneClock.files,
  rules: {
    "no-restricted-syntax": [
      "error",
      {
        selector:
          "NewExpression[callee.name='ApiError'] > :matches(Literal[value=/charged/], TemplateLiteral:has(TemplateElement[value.raw=/charged/]))",
        message: "Say it as the option `charge`: of a payment that has moved the till says something else.",
      },
    ],
  },
};

/** React is written in these alone: its rules take a third of the time of all, and find nothing in what has no markup. */
const ofPages = ["app/**", "components/**", "bench/floor/**", "**/*.tsx"];
const [react, ...others] = next;

/** Programs that talk to a terminal, and the one structured logger. */
const printers = {
  files: [
    "sandbox/**",
    "scripts/**",
    "bench/**",
    "tests/run.ts",
    "tests/peers/**",
    "tests/simulator/main.ts",
    "tests/soak/**",
    "tests/rehearsals/**",
    "lib/http/log-line.ts",
  ],
  rules: { "no-console": "off" },
};

const config = [
  { ignores: ["**/.next/**", "dist/**", ".sandbox/**", "next-env.d.ts", "**/*.generated.ts"] },
  { ...react, files: ofPages },
  ...others,
  ...typescript,
  { rules },
  oneEnvReader,
  nearOrFromTheTop,
  oneClock,
  moneyApart,
  printers,
];
export default config;
