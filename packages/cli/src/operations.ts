import { endpointTable, verifyLicense } from '@cedi/contract/generated/operations'

/** A call of the API as a row of the endpoint table. */
interface OperationRow {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly scope: string | null
  readonly query?: readonly string[]
}

/** A call as people write it: `cedi payments read REF`. */
export interface Call {
  readonly resource: string
  readonly verb: string
  readonly row: OperationRow
  /** The names of the values in its path, in their order. */
  readonly parameters: readonly string[]
}

/** `createCheckoutIntent` is `checkout-intents create`, `readBalance` is `balance read`. */
function wordsOf(id: string): Pick<Call, 'resource' | 'verb'> {
  const [, verb = '', noun = ''] = /^([a-z]+)(.+)$/.exec(id) ?? []
  const word = noun.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
  // There is one balance.
  return { verb, resource: word === 'balance' || word.endsWith('s') ? word : `${word}s` }
}

/** Every call there is, as the contract lists them. */
export const calls: readonly Call[] = [...endpointTable, verifyLicense].map((row: OperationRow) => ({
  ...wordsOf(row.id),
  row,
  parameters: [...row.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name),
}))

/** The calls of a resource; none when there is no such resource. */
export const callsOf = (resource: string): readonly Call[] => calls.filter((call) => call.resource === resource)
