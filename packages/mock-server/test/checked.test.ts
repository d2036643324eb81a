import { expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'

const said = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
  return 'fine'
}
const option = (options: object) => said(() => createMockServer(options))
const seed = (value: unknown) => option({ seed: value })
const fault = (order: unknown) => said(() => createMockServer().faults.add(order as never))
const snapshot = (changes: object) => {
  const mock = createMockServer()
  return said(() => mock.restore({ ...mock.snapshot(), ...changes }))
}

it.each([
  [option({ clok: 'manual' }), 'The option clok is not known. Did you mean clock?'],
  [option({ clok: undefined }), 'The option clok is not known. Did you mean clock?'],
  [option({ clock: 'slow' }), 'The option clock must be real or manual.'],
  [option({ clock: undefined }), 'fine'],
  [option({ rateLimit: { requests: 5 } }), 'The option rateLimit.seconds is missing. Add it.'],
  [option({ rateLimit: { requests: 5, second: 1 } }), 'The option rateLimit.seconds is missing. Add it.'],
  [option({ control: { tokn: 'x' } }), 'The option control.tokn is not known. Did you mean token?'],
  [option({ approvalDelayMs: 0.5 }), 'The option approvalDelayMs must be milliseconds from 0 to 3600000.'],
  [seed([]), 'The option seed must be demo, empty or a seed.'],
  [seed({}), 'merchants is missing. Add it.'],
  [seed({ merchants: [{ id: 'a', name: 'A' }, { id: 'b' }] }), 'merchants[1].name is missing. Add it.'],
  [seed({ merchants: [{ id: 'a b', name: 'A' }] }), 'merchants[0].id must be letters, digits and dashes.'],
  [
    seed({ merchants: [{ id: 'a', name: 'A', handle: '@a' }] }),
    'merchants[0].handle must be small letters, digits and dashes, without the @.',
  ],
  [fault(5), 'A fault must be an object: { "match": { … }, "fault": { … }, "times": 1 }.'],
  [fault({ match: {} }), 'fault is missing. Add it.'],
  [fault({ fault: {} }), 'fault must be what goes wrong, such as { "status": 503 }.'],
  [fault({ fault: { stauts: 503 } }), 'fault.stauts is not known. Did you mean status?'],
  [fault({ fault: { status: 404 } }), 'fault.status must be one of 429, 500, 502, 503, 504.'],
  [fault({ fault: { status: 503 }, match: { nth: 0 } }), 'match.nth must be a whole number from 1.'],
  [fault({ fault: { status: 503 }, match: { nth: Number.MAX_VALUE } }), 'match.nth must be a whole number from 1.'],
  [
    fault({ fault: { latency_ms: [5, 1] } }),
    'fault.latency_ms must be milliseconds from 0 to 3600000, or a range [from, to], the smaller first.',
  ],
  [fault({ fault: { latency_ms: [1, -5] } }), 'fault.latency_ms[1] must be milliseconds from 0 to 3600000.'],
  [fault({ fault: { after_commit: true } }), 'fault.after_commit needs a fault.status. Add one.'],
  [snapshot({ version: 2 }), 'version must be 1.'],
  [snapshot({ now: '1969-12-31T23:59:59.999Z' }), 'now must be a time.'],
  [snapshot({ now: '2026-99-01T00:00:00.000Z' }), 'now must be a time.'],
  [snapshot({ planted: 'yes' }), 'planted must be true or false.'],
  [snapshot({ requests: -1 }), 'requests must be a whole number from 0.'],
  [snapshot({ outcomes: { demo: ['never'] } }), 'outcomes must be lists of outcomes.'],
  [snapshot({ outcomes: { demo: 'fail' } }), 'outcomes.demo must be lists of outcomes.'],
  [snapshot({ ledger: undefined }), 'ledger is missing. Add it.'],
])('%s', (message, expected) => {
  expect(message).toBe(expected)
})
