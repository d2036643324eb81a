/** A validation error of ajv. */
export interface ValidationError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** A compiled validator. `errors` contains the errors of the last call. */
export interface Validate<T> {
  (value: unknown): value is T
  errors?: readonly ValidationError[] | null
}
