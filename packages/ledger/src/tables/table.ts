/**
 * Kind of a column. In SQL, `pesewas` and `number` are `bigint`, `flag` is `boolean`, and the others are `text`.
 *
 * `json` is not `jsonb`, which reorders members: responses would differ between stores. `canonical` uses the format of
 * the canonical text of an entry.
 */
export type Kind = 'text' | 'pesewas' | 'number' | 'flag' | 'json' | 'canonical'

/** One column of a table. */
export interface Column {
  readonly kind: Kind
  /** Whether null is a value. */
  readonly nullable?: true
  /** The only texts that it holds. */
  readonly oneOf?: readonly string[]
  /** Type of a JSON or canonical column, for the compiler. The value is never read. */
  readonly as?: unknown
  /** Of JSON: an object, a list of texts, or a list of objects that may hold amounts (`*_pesewas`, written as text). */
  readonly shape?: 'object' | 'texts' | 'items'
}

/** An index of a database. */
interface Index {
  readonly name: string
  readonly on: readonly string[]
  /** Only rows of which this is true are in it. */
  readonly where?: string
}

/**
 * A table, defined once: the type of its rows, its columns in SQL, the tables of a new database, what it can be
 * listed by and what a snapshot is checked for are derived from this value. Every table begins with the merchant and
 * the id, which are not named here.
 */
export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** A column whose value is taken once: by one merchant among all (`everywhere`), or once by each. */
  readonly unique?: { readonly column: string; readonly everywhere: boolean }
  /** Columns whose values together are taken once by each merchant. */
  readonly uniqueTogether?: readonly string[]
  /** Columns that never change, because rows are found by them. Memory keeps an index for each. */
  readonly lookedUp?: readonly string[]
  /** Columns by which a listing can be filtered. */
  readonly filters: readonly string[]
  /** Times by which it can be listed, besides the id. */
  readonly times?: readonly string[]
  /** Columns to which plans may add, so that two plans need not wait for each other. Each has a bound. */
  readonly added?: readonly string[]
  /** Columns that a constraint depends on. */
  readonly constrained?: readonly string[]
  readonly indexes?: readonly Index[]
}

type Held<C> = C extends { readonly oneOf: readonly (infer Choice)[] }
  ? Choice
  : C extends { readonly as: infer Shape }
    ? Shape
    : C extends { readonly kind: 'pesewas' }
      ? bigint
      : C extends { readonly kind: 'number' }
        ? number
        : C extends { readonly kind: 'flag' }
          ? boolean
          : string

/** The columns of a row, by the definition of its table. */
export type ColumnsOf<T extends { readonly columns: object }> = {
  readonly [C in keyof T['columns']]:
    | Held<T['columns'][C]>
    | (T['columns'][C] extends { readonly nullable: true } ? null : never)
}

/** The common columns of all rows. */
export interface MerchantRecord {
  /** The id of the merchant whose row it is. */
  readonly merchant: string
  /** Sorts by creation inside one merchant and table; ASCII. The `ref` of payments, orders, refunds and payouts. */
  readonly id: string
}
