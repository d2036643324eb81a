/** A terminal, such as `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The line for the current step. */
export interface Progress {
  /** Replaces the displayed step. */
  show(text: string): void
  /** Removes the line. It must be called before other output. */
  end(): void
}

interface ProgressOptions {
  /** Shorter steps are not displayed. */
  readonly afterMs?: number
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Clears the current line. */
const empty = '\r\x1b[2K'

/**
 * A progress line on a terminal for slow steps. It appears after a delay and is removed at the end. Nothing is written
 * to a file, a pipe or a build log.
 */
export function progressOn(
  screen: Screen,
  { afterMs = 400, environment = process.env }: ProgressOptions = {},
): Progress {
  const isSeen = screen.isTTY === true && environment['TERM'] !== 'dumb' && !environment['CI']
  let timer: NodeJS.Timeout | undefined
  let currentText = ''
  let isShown = false
  const render = () => {
    isShown = true
    // A wrapped line cannot be cleared.
    screen.write(`${empty}${currentText.slice(0, Math.max(0, (screen.columns || 80) - 1))}`)
  }
  return {
    show(text) {
      if (!isSeen) return
      currentText = text
      if (isShown) return render()
      timer ??= setTimeout(render, afterMs).unref()
    },
    end() {
      clearTimeout(timer)
      timer = undefined
      if (isShown) screen.write(empty)
      isShown = false
    },
  }
}
