import { getDefinition, recordTables, type TableName } from '@cedi/mock-server/internal'
import type { SqlDriver } from '../driver.js'

/** Returns the column of a table whose values are unique over all merchants. */
export function globallyUniqueColumn(table: TableName): string | undefined {
  const { unique } = getDefinition(table)
  return unique?.isGlobal ? unique.column : undefined
}

/** Tables with such a column. */
export const globallyUniqueTables: readonly TableName[] = recordTables.filter((table) => globallyUniqueColumn(table))

/** Returns the key of a value in `cedi.unique_values`. */
export const toUniqueValue = (table: TableName, value: unknown): string => `${table} ${String(value)}`

/** Returns the merchant that owns a unique value. Reads one shard. */
export async function findOwner(driver: SqlDriver, value: string): Promise<string | undefined> {
  const [row] = await driver.query('SELECT merchant_id FROM cedi.unique_values WHERE value = CAST($1 AS text)', [value])
  return row && String(row['merchant_id'])
}
