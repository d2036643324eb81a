import type { inputValidators } from '@cedi/contract/generated/validators'
import type { Planned } from '@cedi/ledger'
import type { Call, Ids } from './context.js'
import type { Stop } from './stop.js'

/** The name of an input's schema. */
export type InputName = keyof typeof inputValidators

/** The value that an input's validator lets through. */
export type InputOf<Name extends InputName> = (typeof inputValidators)[Name] extends (
  value: unknown,
) => value is infer Value
  ? Value
  : never

/** The result of a write: the data of the answer. */
export interface Written {
  readonly data: unknown
}

/** A write at a door: it plans, and `writeOnce` commits, simulates or repeats the plan. */
export interface WriteAct<Name extends InputName = InputName> {
  readonly input: Name
  plan(call: Call, input: InputOf<Name>, ids: Ids): Promise<Planned<Written> | Stop>
}

/** Keeps the type of the input together with the act. */
export const write = <Name extends InputName>(act: WriteAct<Name>): WriteAct<Name> => act
