import { definitionOf, recordTables, type TableName } from '../../../tables.js'
import type { SqlDriver } from '../driver.js'

/** The column of a table whose values one merchant takes among all. */
export function everywhereColumn(table: TableName): string | undefined {
  const { unique } = definitionOf(table)
  return unique?.everywhere ? unique.column : undefined
}

/** The tables that have such a column. */
export const tablesWithPlaces: readonly TableName[] = recordTables.filter((table) => everywhereColumn(table))

/** What is taken once over all merchants, whatever table it is in. */
export const placeOfValue = (table: TableName, value: unknown): string => `${table} ${String(value)}`

/** Who has taken a place: one shard is asked. */
export async function takerOf(driver: SqlDriver, place: string): Promise<string | undefined> {
  const [row] = await driver.query('SELECT merchant_id FROM cedi.taken WHERE place = CAST($1 AS text)', [place])
  return row && String(row['merchant_id'])
}
