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
  /** The allowed values. */
  readonly oneOf?: readonly string[]
  /** Type of a JSON or canonical column, for the compiler. The value is never read. */
  readonly as?: unknown
  /** For JSON: an object, a list of strings, or a list of objects with amounts (`*_pesewas`, stored as strings). */
  readonly shape?: 'object' | 'texts' | 'items'
}

/** An index of a database. */
interface Index {
  readonly name: string
  readonly on: readonly string[]
  /** Condition of a partial index. */
  readonly where?: string
}

/**
 * The definition of a table, from which the type of its rows, its SQL, its listings and the checks of a snapshot are
 * derived. Every table also has the columns for the merchant and the id.
 */
export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** A unique column: over all merchants (`isGlobal`), or per merchant. */
  readonly unique?: { readonly column: string; readonly isGlobal: boolean }
  /** Columns whose combination is unique per merchant. */
  readonly uniqueColumns?: readonly string[]
  /** Columns that never change, because rows are looked up by them. The memory store has an index for each. */
  readonly lookupColumns?: readonly string[]
  /** Columns by which a listing can be filtered. */
  readonly filters: readonly string[]
  /** Time columns by which a listing can be sorted. */
  readonly times?: readonly string[]
  /** Columns to which plans may add, so that two plans do not conflict. Each has a constraint. */
  readonly addableColumns?: readonly string[]
  /** Columns that a constraint depends on. */
  readonly constraintColumns?: readonly string[]
  readonly indexes?: readonly Index[]
}

type ColumnValue<C> = C extends { readonly oneOf: readonly (infer Choice)[] }
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

/** The columns of a row, derived from the definition of its table. */
export type ColumnsOf<T extends { readonly columns: object }> = {
  readonly [C in keyof T['columns']]:
    | ColumnValue<T['columns'][C]>
    | (T['columns'][C] extends { readonly nullable: true } ? null : never)
}

/** The common columns of all rows. */
export interface MerchantRecord {
  /** Id of the merchant that owns the row. */
  readonly merchant: string
  /** Sorts by creation inside one merchant and table; ASCII. The `ref` of payments, orders, refunds and payouts. */
  readonly id: string
}
