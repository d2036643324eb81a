/** Formats a value of `console.log`: strings unchanged, errors as name and message, objects as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error)
    return value.stack?.startsWith(value.name) ? `${value.name}: ${value.message}` : String(value)
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner), 2) ?? String(value)
  } catch {
    // The value has a cycle or a getter that throws.
    return String(value)
  }
}
