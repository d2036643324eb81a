import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { progressOn } from '../src/cli/progress.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A terminal of so many columns: what stands in its line, and all that was written. */
function terminal(columns = 80, isTTY = true) {
  const seen = { line: '', written: '' }
  return {
    seen,
    screen: {
      isTTY,
      columns,
      write(text: string) {
        seen.written += text
        seen.line = `${seen.line}${text}`.split('\r\x1b[2K').at(-1) ?? ''
      },
    },
  }
}

describe('the line about what takes long', () => {
  test('comes when it takes long, tells the newest, and leaves nothing behind', () => {
    const { seen, screen } = terminal()
    const progress = progressOn(screen, { environment: {} })
    progress.say('one')
    progress.say('two')
    expect(seen.written).toBe('')
    vi.advanceTimersByTime(400)
    expect(seen.line).toBe('two')
    progress.say('three')
    expect(seen.line).toBe('three')
    progress.end()
    expect(seen.line).toBe('')
    expect(seen.written).not.toContain('\n')
  })

  test('does not come for what is done soon', () => {
    const { seen, screen } = terminal()
    const progress = progressOn(screen, { environment: {} })
    progress.say('one')
    vi.advanceTimersByTime(399)
    progress.end()
    vi.advanceTimersByTime(10_000)
    expect(seen.written).toBe('')
  })

  test('is never longer than the screen is wide', () => {
    const { seen, screen } = terminal(20)
    const progress = progressOn(screen, { environment: {} })
    progress.say('x'.repeat(100))
    vi.advanceTimersByTime(400)
    expect(seen.line).toBe('x'.repeat(19))
  })

  test.each([
    ['a pipe', false, {}],
    ['a terminal that moves no cursor', true, { TERM: 'dumb' }],
    ['the log of a build', true, { CI: 'true' }],
  ])('writes nothing into %s', (_, isTTY, environment) => {
    const { seen, screen } = terminal(80, isTTY)
    const progress = progressOn(screen, { environment })
    progress.say('one')
    vi.advanceTimersByTime(10_000)
    progress.end()
    expect(seen.written).toBe('')
  })
})
