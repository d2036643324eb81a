/** The one frozen empty object, shared by all rows. */
const emptyObject = Object.freeze({})

/** Returns the value if it is deeply frozen; otherwise a frozen copy. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map(frozen)
    const isReusable = Object.isFrozen(value) && members.every((member, index) => member === value[index])
    return isReusable ? value : (Object.freeze(members) as T)
  }
  // Without a prototype, a member called __proto__ is a member like others.
  let frozenMembers: Record<string, unknown> | undefined
  let isEmpty = true
  for (const key in value) {
    isEmpty = false
    const member = value[key]
    if (typeof member !== 'object' || member === null) continue
    const copy = frozen(member)
    if (copy === member) continue
    frozenMembers ??= Object.create(null) as Record<string, unknown>
    frozenMembers[key] = copy
  }
  if (!frozenMembers && Object.isFrozen(value)) return value
  if (isEmpty) return emptyObject as T
  // Copies into an empty object: spreading a mutable row and freezing the copy creates a new hidden class each time.
  return Object.freeze({ ...emptyObject, ...value, ...frozenMembers })
}
