/** The health pages of a server on a port. They come before the service and are not part of it. */
export interface Watch {
  /** Answers a request that is not for the service; otherwise undefined. */
  answer(method: string, url: string, state: State): Promise<Watched> | undefined
  /** Notes an answer of the service. */
  count(method: string, status: number, ms: number): void
}

/** Their answer, as plain text. */
export interface Watched {
  readonly status: number
  readonly text: string
}

/** How a server on a port stands. */
export interface State {
  /** How many requests are running. */
  readonly inFlight: number
  /** What prevents the next answer, in one line; undefined when nothing does. */
  trouble(): Promise<string | undefined>
}
