/** Headers as they go on the wire. */
export type Headers = Readonly<Record<string, string>>

/** The value of a header. The case of the names does not matter; the one that is looked for is in small letters. */
export const headerOf = (headers: Headers, lowerName: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === lowerName)?.[1]
