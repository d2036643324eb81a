import type { Schema } from '../schema.js'
import type { Sandbox } from './sandbox.js'

/** A tool's arguments. Their form has been checked. */
// biome-ignore lint/suspicious/noExplicitAny: each tool's own schema says what is in it.
type Given = any

/** One tool of the MCP server. Its texts cost an assistant tokens, so they are short. @decision 0083 */
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

/** A part of an address. */
export const part = (text: string): string => encodeURIComponent(text)

/** Which merchant; by default the demo merchant. */
export const merchantOf = ({ merchant = 'demo' }: { merchant?: string }): string => merchant

/** A text, described where its name is not enough. */
export const text = (description?: string): Schema => ({ type: 'string', ...(description && { description }) })

/** One of a few values. */
export const oneOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words })
