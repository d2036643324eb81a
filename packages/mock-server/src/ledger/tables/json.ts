/** A JSON value. */
type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object, stored unchanged. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Reason of a failure, reported by the provider or by the service. */
export interface Failure {
  /** Code to branch on, such as `payer_limit_reached`. */
  readonly code: string
  /** Description for people. */
  readonly message: string
}
