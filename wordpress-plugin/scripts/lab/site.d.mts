/** Options of a site. */
export interface SiteOptions {
  readonly version?: string | undefined
  readonly serve?: boolean
  readonly woocommerce?: boolean
  readonly active?: boolean
  readonly network?: boolean
  readonly muPlugins?: readonly string[]
  readonly config?: string
  readonly folder?: string
  readonly workers?: number
  readonly isCompiledOnce?: boolean
  readonly env?: Record<string, string>
}

/** Running WordPress. */
export interface Site {
  readonly url: string
  readonly folder: string
  readonly core: string
  /** Runs a PHP file with the site's environment and returns its output. */
  php(file: string, ...args: string[]): Promise<string>
  debugLog(): string
  /** Last output of `php -S`. */
  serverLog(): string
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Creates a WordPress with the active plugin. */
export function createSite(options?: SiteOptions): Promise<Site>
