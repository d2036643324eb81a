/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object, kept as it was given. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Why something did not work, in the words of the provider or ours. */
export interface Failure {
  /** What to branch on, such as `payer_limit_reached`. */
  readonly code: string
  /** What happened, in words for people. */
  readonly message: string
}
