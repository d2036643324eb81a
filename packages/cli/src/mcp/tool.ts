import type { Schema } from '../schema.js'
import type { Sandbox } from './sandbox.js'

/** Validated arguments of a tool. */
// biome-ignore lint/suspicious/noExplicitAny: each tool's schema defines its arguments.
type ToolArguments = any

/** Tool of the MCP server. Descriptions are short, because they cost tokens. @decision 0083 */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of each argument. */
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  /** Whether the tool only reads. */
  readonly isReading?: boolean
  /** Whether the result contains an unredacted key. */
  readonly showsKey?: boolean
  run(args: ToolArguments, sandbox: Sandbox): Promise<unknown>
}

/** Encodes a URL path segment. */
export const encodePathSegment = (stringSchema: string): string => encodeURIComponent(stringSchema)

/** Returns the merchant, by default the demo merchant. */
export const getMerchant = ({ merchant = 'demo' }: { merchant?: string }): string => merchant

/** Creates a string schema. */
export const text = (description: string): Schema => ({ type: 'string', description })

/** Creates an enum schema. */
export const enumSchema = (words: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: words,
  ...(description && { description }),
})

/** Arguments of several tools. */
export const merchantArgument: Readonly<Record<'merchant', Schema>> = { merchant: text('Handle. Default: demo') }
export const callArguments: Readonly<Record<'merchant' | 'key' | 'idempotency_key', Schema>> = {
  ...merchantArgument,
  key: text('Test key. Default: one with all scopes'),
  idempotency_key: text('The same for a retry'),
}
