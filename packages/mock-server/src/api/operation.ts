import type { Planned } from '@cedi/ledger'
import type { Outcome } from '../http/answer.js'
import type { InputName, InputOf } from '../http/body.js'
import type { Call, Ids } from '../service/context.js'
import type { Stop } from '../service/stop.js'

/** An operation that only reads. */
export interface ReadAct {
  read(call: Call): Promise<Outcome>
}

/** What a write leads to: the data of the answer. */
export interface Written {
  readonly data: unknown
}

/** What a write plans: the ledger's plan or refusal, or a refusal of the act itself. */
type Plans = Planned<Written> | Stop

/** An operation that writes: it plans, and `respond` commits, simulates or repeats the plan. */
export interface WriteAct<Name extends InputName = InputName> {
  readonly input: Name
  plan(call: Call, input: InputOf<Name>, ids: Ids): Promise<Plans>
}

/** Keeps the type of the input together with the act. */
export const write = <Name extends InputName>(act: WriteAct<Name>): WriteAct<Name> => act
