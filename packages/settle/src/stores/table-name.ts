/** Names go into SQL as written, so only plain ones are allowed. @throws TypeError otherwise. */
export function tableName(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,50}(?:\.[a-z_][a-z0-9_]{0,50})?$/.test(name)) return name
  throw new TypeError(`table must be lower-case letters, digits and _, with a schema before a dot if you like: ${name}`)
}
