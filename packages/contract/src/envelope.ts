import type { Failure } from './generated/schema.js'

/** The envelope of an answered request: these members and nothing else. @source Envelope (all responses) */
export interface Success<Data> {
  readonly success: true
  readonly data: Data
}

/** Every JSON answer of the service. `success` tells the two forms apart. @source Envelope (all responses) */
export type Envelope<Data> = Success<Data> | Failure
