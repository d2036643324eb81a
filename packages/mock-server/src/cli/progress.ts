/** Where a person may be looking, such as `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The line for the current step. */
export interface Progress {
  /** Replaces the displayed step. */
  say(text: string): void
  /** Takes the line away. It must be called before anything else is written. */
  end(): void
}

interface Habits {
  /** Shorter steps are not displayed. */
  readonly afterMs?: number
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Back to the beginning of the line, which is emptied. */
const empty = '\r\x1b[2K'

/**
 * A progress line on a terminal for slow steps. It appears after a delay and is removed at the end. Nothing is written
 * to a file, a pipe or a build log.
 */
export function progressOn(screen: Screen, { afterMs = 400, environment = process.env }: Habits = {}): Progress {
  const isSeen = screen.isTTY === true && environment['TERM'] !== 'dumb' && !environment['CI']
  let timer: NodeJS.Timeout | undefined
  let said = ''
  let isShown = false
  const show = () => {
    isShown = true
    // A line that wraps cannot be taken away.
    screen.write(`${empty}${said.slice(0, Math.max(0, (screen.columns || 80) - 1))}`)
  }
  return {
    say(text) {
      if (!isSeen) return
      said = text
      if (isShown) return show()
      timer ??= setTimeout(show, afterMs).unref()
    },
    end() {
      clearTimeout(timer)
      timer = undefined
      if (isShown) screen.write(empty)
      isShown = false
    },
  }
}
