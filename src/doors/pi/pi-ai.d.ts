/** Pi gives this module to the extensions that it loads; it is not installed with this package. */
declare module "@earendil-works/pi-ai" {
  export const completeSimple: import("./host.ts").AskPi;
}
