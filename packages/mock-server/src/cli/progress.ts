/** Where a person may be looking, such as `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The line that says what is under way. */
export interface Progress {
  /** Says what is being done now, in place of what was said before. */
  say(text: string): void
  /** Takes the line away. It must be called before anything else is written. */
  end(): void
}

interface Habits {
  /** What is done sooner is not worth a line. */
  readonly afterMs?: number
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Back to the beginning of the line, which is emptied. */
const empty = '\r\x1b[2K'

/**
 * A line on a screen about what takes long. It comes when it does take long, and it leaves nothing behind. Into a file,
 * a pipe or the log of a build nothing is written.
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
