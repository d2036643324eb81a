/** Validates a table name, because SQL cannot bind it as a value. @throws TypeError if the name needs quoting. */
export function parseTableName(name: string): string {
  if (typeof name === 'string' && /^[a-z_][a-z0-9_]{0,50}(?:\.[a-z_][a-z0-9_]{0,50})?$/.test(name)) return name
  throw new TypeError(
    `table must contain only lowercase letters, digits and _, and may start with a schema. Got ${name}.`,
  )
}
