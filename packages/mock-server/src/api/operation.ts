import type { Outcome } from '../http/answer.js'
import type { ApiCall } from '../http/server-context.js'

/** An operation that only reads. */
export interface ReadAct {
  read(call: ApiCall): Promise<Outcome>
}
