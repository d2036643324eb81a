/** What is wrong with a value, as ajv says it. */
export interface ValidationError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** A compiled check: says whether a value has a form, and keeps the last errors. */
export interface Validate<T> {
  (value: unknown): value is T
  errors?: readonly ValidationError[] | null
}
