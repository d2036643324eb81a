import { scenarios } from '@cedi/mock-server'
import { encodePathSegment, enumSchema, getMerchant, merchantArgument, type Tool, text } from '../tool.js'

/** Possible outcomes of a payment. */
export const outcomes: readonly string[] = scenarios

const advanceClock: Tool = {
  name: 'push_clock',
  description: 'Advances the sandbox clock and returns what happened: PT30S, PT5M, P1D.',
  properties: { by: text('ISO 8601 duration') },
  required: ['by'],
  run: ({ by }, sandbox) => sandbox.control('POST', 'clock/advance', { by }),
}

const setOutcomes: Tool = {
  name: 'set_outcomes',
  description: 'Sets the outcomes of the next payments, in order (see create_payment). Replaces earlier ones.',
  properties: {
    outcomes: { type: 'array', items: { type: 'string' }, description: '[] removes all' },
    ...merchantArgument,
  },
  required: ['outcomes'],
  async run({ outcomes: nextOutcomes, ...args }, sandbox) {
    const path = `outcomes?merchant=${encodePathSegment(getMerchant(args))}`
    await sandbox.control('DELETE', path)
    return nextOutcomes.length === 0 ? { outcomes: [] } : sandbox.control('POST', path, { outcomes: nextOutcomes })
  },
}

const setFaults: Tool = {
  name: 'set_faults',
  description: 'Injects faults into the API. Replaces all faults; [] removes them.',
  properties: {
    faults: {
      type: 'array',
      description: 'Each with status, drop or latency_ms',
      items: {
        type: 'object',
        properties: {
          method: text('GET or POST'),
          path: text('* at its end for any'),
          nth: { type: 'integer', description: 'Only the nth match' },
          times: { type: 'integer', description: 'Default: unlimited' },
          status: { enum: [429, 500, 502, 503, 504], description: 'Response' },
          drop: enumSchema(['before', 'after_commit'], 'Drops the connection'),
          after_commit: { type: 'boolean', description: 'With status: after the commit' },
          latency_ms: { type: 'integer', description: 'Delay' },
        },
        additionalProperties: false,
      },
    },
  },
  required: ['faults'],
  async run({ faults }, sandbox) {
    await sandbox.control('DELETE', 'faults')
    const addedFaults: unknown[] = []
    try {
      for (const { method, path, nth, times, ...fault } of faults) {
        const match = { ...(method && { method }), ...(path && { path }), ...(nth && { nth }) }
        addedFaults.push(await sandbox.control('POST', 'faults', { match, fault, ...(times && { times }) }))
      }
    } catch (error) {
      // Faults are set all or none.
      await sandbox.control('DELETE', 'faults')
      throw error
    }
    return addedFaults
  },
}

/** Tools for the clock, outcomes and faults. */
export const outcomeTools: readonly Tool[] = [advanceClock, setOutcomes, setFaults]
