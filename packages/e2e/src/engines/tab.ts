/** The engines that journeys run in. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/**
 * A tab of a real browser: the few actions that every engine supports. Selectors are CSS and search open shadow roots.
 * Every action waits until it is possible, and fails after a while.
 */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** The Back of the browser. */
  back(): Promise<void>
  /** Enters a frame, with one selector for each frame on the way; without any, returns to the page. */
  frame(...path: string[]): void
  /** A click like a person's; with `times`, several in a row. */
  click(css: string, times?: 1 | 2): Promise<void>
  /** Replaces a field's text. */
  fill(css: string, text: string): Promise<void>
  /** Presses a key, or types a text, where the focus is. */
  press(...keys: (Key | (string & {}))[]): Promise<void>
  /** Waits until an element is visible, with the given text if there is one. Returns its whole text. */
  see(css: string, text?: string): Promise<string>
  /** Waits until no matching element is visible. */
  miss(css: string): Promise<void>
  /** How many exist now, visible or not. */
  count(css: string): Promise<number>
  /** Evaluates an expression in the page or the frame. */
  evaluate<Value>(expression: string): Promise<Value>
  /** The address of the page. */
  url(): Promise<string>
  /** The tab that opens during `act`. */
  opened(act: () => Promise<void>): Promise<Tab>
  /** A PNG. */
  screenshot(): Promise<Buffer>
  /** @param isSpoilt - Whether the journey failed: then nothing of it is used again. */
  close(isSpoilt?: boolean): Promise<void>
}

/** A key by its platform name; longer text that is not a key name is typed. */
type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape' | 'Space'

/** A running browser. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  /**
   * A fresh tab, with addresses that were never used. A new one costs a second, so where an engine allows it, the tab
   * of a successful journey is used again.
   */
  tab(): Promise<Tab>
  /** Forgets everything, like another browser. */
  close?(): Promise<void>
}

/** What a worker needs to use a browser that was started for the whole run. */
export interface EngineAddress {
  readonly name: EngineName
  readonly version: string
  /** One for each worker, if an engine serves only one at a time. */
  readonly addresses: readonly string[]
}

/**
 * How long an action waits. Test machines are slow at times, but a page that hangs is still found. A journey that is
 * known to fail need not wait so long.
 */
export const patienceMs: number = Number(process.env['E2E_PATIENCE_MS'] ?? 30_000)

/** The size of a page: a phone. */
export const phone = { width: 390, height: 800 }
