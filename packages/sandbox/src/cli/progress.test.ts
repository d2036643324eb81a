import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { progressOn } from './progress.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A terminal with this number of columns: its current line, and all output. */
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

describe('the progress line', () => {
  test('appears when work takes long, shows the newest message, and is removed at the end', () => {
    const { seen, screen } = terminal()
    const progress = progressOn(screen, { environment: {} })
    progress.show('one')
    progress.show('two')
    expect(seen.written).toBe('')
    vi.advanceTimersByTime(400)
    expect(seen.line).toBe('two')
    progress.show('three')
    expect(seen.line).toBe('three')
    progress.end()
    expect(seen.line).toBe('')
    expect(seen.written).not.toContain('\n')
  })

  test('does not appear for quick work', () => {
    const { seen, screen } = terminal()
    const progress = progressOn(screen, { environment: {} })
    progress.show('one')
    vi.advanceTimersByTime(399)
    progress.end()
    vi.advanceTimersByTime(10_000)
    expect(seen.written).toBe('')
  })

  test('is never longer than the screen is wide', () => {
    const { seen, screen } = terminal(20)
    const progress = progressOn(screen, { environment: {} })
    progress.show('x'.repeat(100))
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
    progress.show('one')
    vi.advanceTimersByTime(10_000)
    progress.end()
    expect(seen.written).toBe('')
  })
})
