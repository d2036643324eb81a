import type { Planned, StoredResponse } from '@cedi/ledger'
import type { InputName, WriteAct, Written } from '../service/act.js'
import type { Call } from '../service/context.js'
import { type AskedWrite, writeOnce } from '../service/write-once.js'
import { type Answer, done, wrap } from './answer.js'

/** Carries out a write and answers it, for the API and for the checkout, which pays by the same rules. */
export async function answerWrite<Name extends InputName>(
  call: Call,
  act: WriteAct<Name>,
  asked: AskedWrite<Name>,
  requestId: string,
): Promise<Answer> {
  const answerOf = (planned: Planned<Written>): StoredResponse => {
    const { status, headers, body } = wrap(
      planned.ok ? done(planned.records.data, 201) : { ok: false, refusal: planned },
      requestId,
    )
    return { status, headers, body }
  }
  const { answer, isRepeated } = await writeOnce(call, act, asked, answerOf)
  const { status, headers = {}, body } = answer
  return { status, headers: isRepeated ? { ...headers, 'Idempotency-Hit': 'true' } : headers, body }
}
