/** Engines of the journeys. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/**
 * Tab of a browser, with actions that every engine supports. CSS selectors pierce open shadow roots. Actions wait until
 * they are possible, and fail after `actionTimeoutMs`.
 */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Navigates back in the history. */
  back(): Promise<void>
  /** Enters a nested frame, with one selector per level; without selectors, returns to the page. */
  frame(...path: string[]): void
  /** Clicks an element, twice if `times` is 2. */
  click(css: string, times?: 1 | 2): Promise<void>
  /** Replaces the value of a field. */
  fill(css: string, text: string): Promise<void>
  /** Presses keys or types text into the focused element. */
  press(...keys: (Key | (string & {}))[]): Promise<void>
  /** Waits until an element is visible and contains the text, if given. Returns its text content. */
  waitForVisible(css: string, text?: string): Promise<string>
  /** Waits until no matching element is visible. */
  waitForHidden(css: string): Promise<void>
  /** Returns the number of matching elements, visible or not. */
  count(css: string): Promise<number>
  /** Evaluates an expression in the page or the frame. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Returns the URL of the page. */
  url(): Promise<string>
  /** The tab that opens during `act`. */
  waitForNewTab(action: () => Promise<void>): Promise<Tab>
  /** Returns a PNG. */
  screenshot(): Promise<Buffer>
  /** @param hasFailed - Whether the journey failed: then the tab is not reused. */
  close(hasFailed?: boolean): Promise<void>
}

/** Names of keys. Other strings are typed. */
type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape' | 'Space'

/** Connection to a running browser. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  /**
   * Opens a tab. A new tab takes a second, so the tab of a successful journey is reused if the engine supports it.
   */
  tab(): Promise<Tab>
  /** Disconnects, and deletes stored data if the engine supports it. */
  close?(): Promise<void>
}

/** Connection data of a started browser. */
export interface EngineAddress {
  readonly name: EngineName
  readonly version: string
  /** One address per worker if the engine supports only one client. */
  readonly addresses: readonly string[]
}

/**
 * Timeout of actions. It allows for slow machines and still detects a page that hangs.
 */
export const actionTimeoutMs: number = Number(process.env['E2E_TIMEOUT_MS'] ?? 30_000)

/** Viewport of a phone. */
export const phone = { width: 390, height: 800 }
