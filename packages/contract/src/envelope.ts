import type { Failure } from './generated/schema.js'

/** The envelope of a successful request, with no other members. @source Envelope (all responses) */
export interface Success<Data> {
  readonly success: true
  readonly data: Data
}

/** Every JSON response of the service. `success` tells the two forms apart. @source Envelope (all responses) */
export type Envelope<Data> = Success<Data> | Failure
