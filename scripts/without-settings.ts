/**
 * Takes every setting of the service out of this process. A script imports it first when its output follows from the code
 * alone: a build knows the addresses of a deployment's stores, and rendering must not read or write there.
 */
import { SETTINGS } from "../lib/env";

for (const name of Object.keys(SETTINGS)) delete process.env[name];
