/** What a site is made with. */
export interface SiteOptions {
  readonly version?: string | undefined
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

/** A WordPress that answers on a port of this machine. */
export interface Site {
  readonly url: string
  readonly folder: string
  readonly core: string
  /** Runs a PHP file with the site's environment and gives back what it prints. */
  php(file: string, ...args: string[]): Promise<string>
  debugLog(): string
  /** What `php -S` said last. */
  serverLog(): string
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Makes a WordPress with the plugin active. */
export function makeSite(options?: SiteOptions): Promise<Site>
