import { API_VERSION, type Site } from "./site";

/** `/asyncapi.json` (AsyncAPI 3.0): there are no channels, and it says so. */
export const asyncApi = ({ name, origin, contact }: Site) => ({
  asyncapi: "3.0.0",
  id: `${origin}/asyncapi.json`,
  info: {
    title: `${name}: events`,
    version: API_VERSION,
    description:
      "This service sends no events: every exchange is one HTTP request and its response, described by OpenAPI at " +
      `${origin}/openapi.json. Webhooks are reserved and not live, so there are no channels and no operations here.`,
    ...(contact === null ? {} : { contact: { email: contact } }),
  },
  defaultContentType: "application/json",
  channels: {},
  operations: {},
});
