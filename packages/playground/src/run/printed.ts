/** A value as `console.log` shows it: text as it is, errors by their message, records as JSON. */
export function printed(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error)
    return value.stack?.startsWith(value.name) ? `${value.name}: ${value.message}` : String(value)
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner), 2) ?? String(value)
  } catch {
    // A cycle, or something that throws when it is read.
    return String(value)
  }
}
