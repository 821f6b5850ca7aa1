/**
 * Takes the settings that stand in `.env` files, as `next build` and `npm start` take them: what is set already comes first.
 * Imported before all else by the scripts that run with a build, so that it has one set of settings.
 */
import nextEnv from "@next/env";
import { ROOT } from "./program";

const isDev = process.env.npm_lifecycle_event === "predev";
nextEnv.loadEnvConfig(ROOT, isDev, { info: () => undefined, error: console.error });
