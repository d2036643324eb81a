/** What those see who watch over a server on a port: it stands before the service, and none of it is of the service. */
export interface Watch {
  /** Answers a request that is not for the service; nothing when it is one. */
  answer(method: string, url: string, state: State): Promise<Watched> | undefined
  /** Notes an answer of the service. */
  count(method: string, status: number, ms: number): void
}

/** What they are told, as plain text. */
export interface Watched {
  readonly status: number
  readonly text: string
}

/** How a server on a port stands. */
export interface State {
  /** How many requests are carried out now. */
  readonly inFlight: number
  /** What keeps it from answering the next one, in a line; nothing when it could. */
  trouble(): Promise<string | undefined>
}
