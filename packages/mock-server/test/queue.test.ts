import { describe, expect, it } from 'vitest'
import { createQueue } from '../src/service/queue.js'

/** Lets everything happen that waits for nothing else. */
const nextTick = () => new Promise((done) => setImmediate(done))

/** Writes that end on demand, and a list of the started ones. */
function createWrites() {
  const queue = createQueue()
  const startedWrites: string[] = []
  const end = new Map<string, () => void>()
  const start = (name: string, merchant = 'ama') => {
    void queue(merchant, () => {
      startedWrites.push(name)
      return new Promise<void>((done) => end.set(name, done))
    })
  }
  return { startedWrites, start, end: (name: string) => end.get(name)?.() }
}

describe('writes of one merchant', () => {
  it('run one after the other, also writes that are added while others end', async () => {
    const { startedWrites, start, end } = createWrites()
    start('first')
    start('second')
    end('first')
    await nextTick()
    start('third')
    await nextTick()
    expect(startedWrites).toEqual(['first', 'second'])
    end('second')
    await nextTick()
    expect(startedWrites).toEqual(['first', 'second', 'third'])
  })

  it('begin immediately when no other write is running', async () => {
    const { startedWrites, start, end } = createWrites()
    for (const name of ['first', 'second', 'third']) {
      start(name)
      expect(startedWrites.at(-1)).toBe(name)
      end(name)
      await nextTick()
    }
  })

  it('do not wait for writes of another merchant', () => {
    const { startedWrites, start } = createWrites()
    start('first', 'ama')
    start('second', 'kofi')
    expect(startedWrites).toEqual(['first', 'second'])
  })
})
