/** Where the directory of the keys lies that sign scans: registered by draft-ietf-webbotauth-httpsig-protocol. */
export const KEY_DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
