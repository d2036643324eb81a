import { scenarios } from '@cedi/mock-server'
import { merchantOf, oneOf, part, type Tool, text } from '../tool.js'

/** How a payment may end. */
export const outcomes: readonly string[] = scenarios

const pushClock: Tool = {
  name: 'push_clock',
  description: 'Moves the time of the sandbox on and tells what happened: PT30S, PT5M, P1D.',
  properties: { by: text() },
  required: ['by'],
  run: ({ by }, sandbox) => sandbox.control('POST', 'clock/advance', { by }),
}

const setOutcomes: Tool = {
  name: 'set_outcomes',
  description:
    'Decides how the next payments go, the first one first: the outcomes of create_payment. Replaces what was set.',
  properties: { outcomes: { type: 'array', items: text() }, merchant: text() },
  required: ['outcomes'],
  async run({ outcomes: wanted, ...given }, sandbox) {
    const path = `outcomes?merchant=${part(merchantOf(given))}`
    await sandbox.control('DELETE', path)
    return wanted.length === 0 ? { outcomes: [] } : sandbox.control('POST', path, { outcomes: wanted })
  },
}

const setFaults: Tool = {
  name: 'set_faults',
  description:
    'What goes wrong between callers and the API: a status, a cut connection (drop), an answer that is lost after the effect (drop after_commit, or status with after_commit). Replaces all faults; [] removes them.',
  properties: {
    faults: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          method: text(),
          path: text('* at its end for any'),
          nth: { type: 'integer' },
          times: { type: 'integer' },
          status: { enum: [429, 500, 502, 503, 504] },
          drop: oneOf(['before', 'after_commit']),
          after_commit: { type: 'boolean' },
          latency_ms: { type: 'integer' },
        },
        additionalProperties: false,
      },
    },
  },
  required: ['faults'],
  async run({ faults }, sandbox) {
    await sandbox.control('DELETE', 'faults')
    const set: unknown[] = []
    try {
      for (const { method, path, nth, times, ...fault } of faults) {
        const match = { ...(method && { method }), ...(path && { path }), ...(nth && { nth }) }
        set.push(await sandbox.control('POST', 'faults', { match, fault, ...(times && { times }) }))
      }
    } catch (error) {
      // All of them or none.
      await sandbox.control('DELETE', 'faults')
      throw error
    }
    return set
  },
}

/** Moves time, and makes things fail. */
export const outcomeTools: readonly Tool[] = [pushClock, setOutcomes, setFaults]
