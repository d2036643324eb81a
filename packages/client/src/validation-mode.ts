import { responseSchemas } from '@cedi/contract/generated/response-schemas'
import { integerCheck, type OptionChecks, oneOfCheck } from '@cedi/contract/options'
import { formatPath } from '@cedi/contract/response-schema'
import type { RequestDescription } from './types.js'

/** Options for `parse` and `decode`. */
export interface ParseOptions {
  /**
   * Compares the data of a success with the API description. `warn` prints the first difference with `console.warn`. With
   * `throw`, the response becomes an `invalid_response`: `send` throws it, `parse` returns it. Unknown fields and new values
   * of `status` and similar fields are not differences. Routes that this version does not know are not compared. `off` by
   * default.
   */
  readonly validate?: 'off' | 'warn' | 'throw' | undefined
  /**
   * Maximum size of the response in bytes after decompression. A larger response becomes an `invalid_response`. 4,194,304 by
   * default. `decode` receives a body that has been read, and ignores it.
   */
  readonly maxResponseBytes?: number | undefined
}

export const parseOptionChecks: OptionChecks = {
  validate: oneOfCheck('off', 'warn', 'throw'),
  maxResponseBytes: integerCheck(1, Number.MAX_SAFE_INTEGER),
}

// Structural type, because consumers may compile without DOM or Node types.
declare const console: { warn(message: string): void }

/**
 * Compares response data with the schema of its operation.
 *
 * @returns The first difference with its JSON path, if the response must be rejected. It contains no string of the response.
 */
export function findDifference(
  { operation }: RequestDescription<unknown>,
  data: unknown,
  { validate = 'off' }: ParseOptions,
): string | undefined {
  if (validate === 'off' || !Object.hasOwn(responseSchemas, operation)) return
  const [issue, ...more] = responseSchemas[operation]?.['~standard'].validate(data).issues ?? []
  if (!issue) return
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  const difference = `${formatPath(['data', ...issue.path])}: ${issue.message}${others}. Update @cedi/client, or set validate to 'off'`
  if (validate === 'throw') return difference
  console.warn(`${operation}: ${difference}.`)
  return
}
