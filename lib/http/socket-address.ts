/**
 * The address of the connection that a request came by: not known at the edge, where this is empty. The host of plain Node has
 * its own in this file's place (host/socket-address.ts).
 */
export const socketAddress = (_headers: Headers): string => "";
