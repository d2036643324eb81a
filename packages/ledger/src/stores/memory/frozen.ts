/** Shared by all rows that have one. */
const nothing = Object.freeze({})

/** The value if nobody can change it, down to the last member; otherwise a copy that is so. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map(frozen)
    const isKept = Object.isFrozen(value) && members.every((member, index) => member === value[index])
    return isKept ? value : (Object.freeze(members) as T)
  }
  // Without a prototype, a member called __proto__ is a member like others.
  let replaced: Record<string, unknown> | undefined
  let isEmpty = true
  for (const key in value) {
    isEmpty = false
    const member = value[key]
    if (typeof member !== 'object' || member === null) continue
    const kept = frozen(member)
    if (kept === member) continue
    replaced ??= Object.create(null) as Record<string, unknown>
    replaced[key] = kept
  }
  if (!replaced && Object.isFrozen(value)) return value
  if (isEmpty) return nothing as T
  // Onto nothing: a copy that begins with an open row and is then frozen has a hidden class of its own each time.
  return Object.freeze({ ...nothing, ...value, ...replaced })
}
