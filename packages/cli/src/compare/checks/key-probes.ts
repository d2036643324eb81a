import { endpointTable } from '@cedi/contract/generated/operations'
import type { CheckContext } from '../check-context.js'
import type { RejectedRequest } from '../expected-error.js'
import type { Exchange } from '../service-client.js'
import { product } from './simulation.js'
import { repeatsError } from './write-lines.js'
import { intent, minPayment } from './write-statements.js'

/** Writes that a key without the scope may try. */
export interface WriteProbes {
  /** Whether a simulation writes nothing. */
  readonly isSimulationSafe: boolean
  /** Whether real writes are allowed and had the expected results so far. */
  readonly areWritesSafe: boolean
  /** Errors of valid writes. */
  readonly failed: readonly Exchange[]
  /** Payment for a valid refund. */
  readonly paymentRef: unknown
}

/** POST operation that a key may try. */
export interface WriteProbe {
  readonly label: string
  readonly isSimulated: boolean
  readonly scope: string
  /** Plural of the created record. */
  readonly records: string
  send(key: string | undefined, text: string): Promise<Exchange>
  readonly validBody: object
}

/** Lists the POST operations that are safe with an empty body: a service that checks no scope creates nothing. */
function listProbes(
  { service }: CheckContext,
  { isSimulationSafe, areWritesSafe, paymentRef }: WriteProbes,
): WriteProbe[] {
  const validBodies: Readonly<Record<string, object>> = {
    createProduct: product,
    createPayment: minPayment,
    createCheckoutIntent: intent,
    createRefund: { payment_ref: paymentRef, amount: 1 },
  }
  return (
    endpointTable
      .filter(({ id, method }) => method === 'POST' && (id === 'createProduct' ? isSimulationSafe : areWritesSafe))
      // The simulation is first, because it creates nothing.
      .sort((one, other) => Number(other.id === 'createProduct') - Number(one.id === 'createProduct'))
      .map(({ id, path, scope }): WriteProbe => {
        const isSimulated = id === 'createProduct'
        return {
          label: `POST ${path}${isSimulated ? ' (simulated)' : ''}`,
          ...{ isSimulated, scope },
          records: `${id
            .slice('create'.length)
            .replace(/(?!^)[A-Z]/g, ' $&')
            .toLowerCase()}s`,
          send: (key, text) => (isSimulated ? service.simulate({ key, text }) : service.write(path, { key, text })),
          validBody: validBodies[id] ?? {},
        }
      })
  )
}

/** Sends an empty body to each POST operation that is safe. */
export async function tryWrites(
  context: CheckContext,
  key: string | undefined,
  probes: WriteProbes,
): Promise<(RejectedRequest & { readonly label: string; readonly probe: WriteProbe })[]> {
  const requests = []
  for (const probe of listProbes(context, probes))
    requests.push({ exchange: await probe.send(key, '{}'), label: probe.label, probe })
  return requests.filter(({ exchange }) => !repeatsError(probes.failed, exchange))
}

/** Selects the usable responses. Without one, the problem of the first makes the line unknown. */
export function selectUsable(requests: readonly RejectedRequest[]): readonly RejectedRequest[] {
  const usable = requests.filter(({ exchange }) => exchange.problem === undefined)
  return usable.length > 0 ? usable : requests
}
