import type { Schema } from '../schema.js'
import type { Sandbox } from './sandbox.js'

/** What was given to a tool. Its form has been checked. */
// biome-ignore lint/suspicious/noExplicitAny: each tool's own schema says what is in it.
type Given = any

/** One tool of the MCP server. Its words are what an assistant pays for: they are few. @decision 0083 */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of each argument. */
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  /** Whether it changes nothing. */
  readonly isReading?: boolean
  /** Whether its answer is the one that shows a key. */
  readonly showsKey?: boolean
  run(given: Given, sandbox: Sandbox): Promise<unknown>
}

/** A word of an address. */
export const part = (text: string): string => encodeURIComponent(text)

/** Whose things are meant: the demo merchant when nobody is named. */
export const merchantOf = ({ merchant = 'demo' }: { merchant?: string }): string => merchant

/** A text, with what it means where its name does not say it. */
export const text = (description?: string): Schema => ({ type: 'string', ...(description && { description }) })

/** One of a few words. */
export const oneOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words })
