import type { Outcome } from '../http/answer.js'
import type { Call } from '../service/context.js'

/** An operation that only reads. */
export interface ReadAct {
  read(call: Call): Promise<Outcome>
}
