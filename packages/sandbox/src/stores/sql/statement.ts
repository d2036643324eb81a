import type { SqlValue } from './driver.js'

/** Collects the values of a statement while its text is written. */
export interface Values {
  readonly list: SqlValue[]
  /** A numbered parameter, cast to its type, so that every engine reads it the same. */
  param(value: SqlValue, type: string): string
}

/** Starts the values of a statement. */
export function createValues(): Values {
  const list: SqlValue[] = []
  return {
    list,
    param(value, type) {
      list.push(value)
      return `CAST($${list.length} AS ${type})`
    },
  }
}
