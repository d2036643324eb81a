/** Running static server. */
export interface StaticServer {
  readonly origin: string
  readonly url: string
  /** Paths of all requests. */
  readonly requestedPaths: string[]
  close(): Promise<void>
}
/** Limits of a slow network. */
export interface NetworkLimits {
  readonly roundTripMs: number
  readonly bytesPerSecond: number
}
/** Serves a folder on localhost below a path. */
export function serve(options?: {
  readonly folder?: string
  readonly path?: string
  readonly port?: number
  readonly networkLimits?: NetworkLimits
}): Promise<StaticServer>
