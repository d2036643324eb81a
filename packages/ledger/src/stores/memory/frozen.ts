/** Returns the value if it is deeply frozen, otherwise a deeply frozen copy. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map(frozen)
    const isKept = Object.isFrozen(value) && members.every((member, index) => member === value[index])
    return isKept ? value : (Object.freeze(members) as T)
  }
  // Without a prototype, a member called __proto__ is a member like others.
  let replaced: Record<string, unknown> | undefined
  for (const key in value) {
    const member = value[key]
    if (typeof member !== 'object') continue
    const kept = frozen(member)
    if (kept === member) continue
    replaced ??= Object.create(null) as Record<string, unknown>
    replaced[key] = kept
  }
  return !replaced && Object.isFrozen(value) ? value : Object.freeze({ ...value, ...replaced })
}
