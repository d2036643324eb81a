import { describe, expect, it } from 'vitest'
import { createTurns } from '../src/service/turns.js'

/** Lets everything happen that waits for nothing else. */
const settled = () => new Promise((done) => setImmediate(done))

/** Writes that end on demand, and a list of the started ones. */
function writes() {
  const turns = createTurns()
  const begun: string[] = []
  const end = new Map<string, () => void>()
  const start = (name: string, merchant = 'ama') => {
    void turns(merchant, () => {
      begun.push(name)
      return new Promise<void>((done) => end.set(name, done))
    })
  }
  return { begun, start, end: (name: string) => end.get(name)?.() }
}

describe('writes of one merchant', () => {
  it('happen one after the other, also those that come while others end', async () => {
    const { begun, start, end } = writes()
    start('first')
    start('second')
    end('first')
    await settled()
    start('third')
    await settled()
    expect(begun).toEqual(['first', 'second'])
    end('second')
    await settled()
    expect(begun).toEqual(['first', 'second', 'third'])
  })

  it('begin at once when no other is at work', async () => {
    const { begun, start, end } = writes()
    for (const name of ['first', 'second', 'third']) {
      start(name)
      expect(begun.at(-1)).toBe(name)
      end(name)
      await settled()
    }
  })

  it('do not wait for those of another merchant', () => {
    const { begun, start } = writes()
    start('first', 'ama')
    start('second', 'kofi')
    expect(begun).toEqual(['first', 'second'])
  })
})
