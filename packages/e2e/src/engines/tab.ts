/** The engines that journeys run in. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/**
 * A tab of a real browser: the few verbs that every engine can do. Selectors are CSS and find their way through open
 * shadow roots. Every verb waits until it can be done, and fails after a while.
 */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** The Back of the browser. */
  back(): Promise<void>
  /** Goes into a frame, by one selector for each frame on the way; without any, to the page itself. */
  frame(...path: string[]): void
  /** A click that the browser takes for one of a person; twice in a row with `times`. */
  click(css: string, times?: 1 | 2): Promise<void>
  /** Puts a text into an emptied field. */
  fill(css: string, text: string): Promise<void>
  /** Presses a key, or types a text, where the focus is. */
  press(...keys: (Key | (string & {}))[]): Promise<void>
  /** Waits until an element is seen, and has the text in it if one is given. Gives its whole text. */
  see(css: string, text?: string): Promise<string>
  /** Waits until no element is there that is seen. */
  miss(css: string): Promise<void>
  /** How many there are, seen or not, at this moment. */
  count(css: string): Promise<number>
  /** What an expression gives in the page or the frame. */
  evaluate<Value>(expression: string): Promise<Value>
  /** The address of the page. */
  url(): Promise<string>
  /** The tab that opens when `act` is done. */
  opened(act: () => Promise<void>): Promise<Tab>
  /** A PNG. */
  screenshot(): Promise<Buffer>
  /** @param isSpoilt - Whatever is left of a journey that failed is not for the next. */
  close(isSpoilt?: boolean): Promise<void>
}

/** A key by its name in the platform; anything longer than one letter that is none of these is typed as a text. */
type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape' | 'Space'

/** A browser that runs. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  /**
   * A tab, with nothing left of the ones before at addresses that were never used. A new one costs a second, so where an
   * engine can take it, one that was closed after a journey that went well is used again.
   */
  tab(): Promise<Tab>
  /** Forgets everything: what comes next is another browser. */
  close?(): Promise<void>
}

/** What a worker needs to use a browser that was started for the whole run. */
export interface EngineAddress {
  readonly name: EngineName
  readonly version: string
  /** One for each worker, where an engine serves only one at a time. */
  readonly addresses: readonly string[]
}

/**
 * How long a verb waits. Machines that run tests are slow at times; a page that hangs is found all the same. A journey
 * that is known to fail need not be waited for so long.
 */
export const patienceMs: number = Number(process.env['E2E_PATIENCE_MS'] ?? 30_000)

/** So wide and high is a page: a phone. */
export const phone = { width: 390, height: 800 }
