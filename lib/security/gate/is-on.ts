/**
 * Whether an address lies on an origin. `blob:https://host/…` has that host's origin too, and is no address of a server:
 * the scheme has to be the origin's own.
 */
export const isOn = (url: URL, origin: string): boolean =>
  url.origin === origin && url.protocol === new URL(origin).protocol;
