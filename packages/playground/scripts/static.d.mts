/** A static server. */
export interface Served {
  readonly origin: string
  readonly url: string
  /** The paths that were asked for. */
  readonly asked: string[]
  close(): Promise<void>
}
/** A network that is slow: how long each way there and back takes, and how much it carries. */
export interface Slow {
  readonly roundTripMs: number
  readonly bytesPerSecond: number
}
/** Serves a folder on this machine, below a path. */
export function serve(options?: {
  readonly folder?: string
  readonly path?: string
  readonly port?: number
  readonly slow?: Slow
}): Promise<Served>
