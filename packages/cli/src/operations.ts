import { endpointTable, verifyLicense } from '@cedi/contract/generated/operations'

/** API operation as a row of the endpoint table. */
interface OperationRow {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly scope: string | null
  readonly query?: readonly string[]
}

/** API operation as a command: `cedi payments read REF`. */
export interface Call {
  readonly resource: string
  readonly verb: string
  readonly row: OperationRow
  /** Names of the path parameters, in order. */
  readonly parameters: readonly string[]
}

/** Converts an operation ID to a command: `createCheckoutIntent` is `checkout-intents create`. */
function toCommandNames(id: string): Pick<Call, 'resource' | 'verb'> {
  const [, verb = '', noun = ''] = /^([a-z]+)([A-Z].*)$/.exec(id) ?? []
  const word = noun.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
  // `balance` has no plural.
  return { verb, resource: word === 'balance' || word.endsWith('s') ? word : `${word}s` }
}

/** All operations of the contract. */
export const calls: readonly Call[] = [...endpointTable, verifyLicense].map((row: OperationRow) => ({
  ...toCommandNames(row.id),
  row,
  parameters: [...row.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name),
}))

/** Returns the operations of a resource, or none if the resource does not exist. */
export const callsFor = (resource: string): readonly Call[] => calls.filter((call) => call.resource === resource)
