export {
  type FinishReason,
  type Model,
  ModelError,
  type ModelErrorCode,
  type ModelReply,
  type ModelRequest,
} from "./core/model.ts";
export { type ExtractorContractOptions, extractorContract } from "./testing/extractor-contract.ts";
export { everyFault, type FaultStorm, faultStorm } from "./testing/fault-storm.ts";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./testing/model-server.ts";
export {
  type Script,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  scriptedModel,
} from "./testing/scripted-model.ts";
export type { ServedAnswer } from "./testing/served-reply.ts";
export type { ServedFormat, ServedRequest } from "./testing/served-request.ts";
export type { ServerFault } from "./testing/server-fault.ts";
export { type VerifierContractOptions, verifierContract } from "./testing/verifier-contract.ts";
