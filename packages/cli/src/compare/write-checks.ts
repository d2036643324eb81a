import { describeResponse, type Exchange, readRecord } from '../check-client.js'
import type { Evidence } from './evidence.js'
import { type Finding, judge, toFinding, unknown } from './finding.js'
import { describeNoWrite } from './records.js'
import { checkErrors } from './responses.js'

export function checkWritePaths({ writes }: Pick<Evidence, 'writes'>): Finding {
  if (!writes) return unknown(describeNoWrite({ writes }))
  const exchanges = [writes.payment, writes.refund, writes.intent].filter((one) => one !== undefined)
  return judge(
    exchanges,
    (usable) =>
      toFinding(
        usable.map((one) => one.status !== 201 && `POST ${one.path}: got ${describeResponse(one)}, not 201.`),
        [`Tried: ${usable.map(({ path }) => `POST ${path}`).join(', ')}.`, writes.refundProblem ?? ''].join(' ').trim(),
      ),
    describeNoWrite({ writes }),
  )
}

export function checkSimulation({ writes }: Pick<Evidence, 'writes'>): Finding {
  if (!writes) return unknown(describeNoWrite({ writes }))
  return judge([writes.simulated], ([simulated]) =>
    simulated?.status === 403
      ? unknown('The key lacks products:write.')
      : toFinding([
          writes.writtenProduct && `${writes.writtenProduct} Delete it in the portal.`,
          simulated?.status !== 201 && `Got ${describeResponse(simulated as Exchange)}, not 201.`,
        ]),
  )
}

export function checkReplay({ writes }: Pick<Evidence, 'writes'>): Finding {
  if (!writes?.payment || !writes.replay) return unknown(describeNoWrite({ writes }))
  const { payment, replay } = writes
  return judge([replay], () =>
    toFinding([
      readRecord(replay)['ref'] !== readRecord(payment)['ref'] &&
        `The repeated payment is another one: got ${describeResponse(replay)}.`,
      replay.status !== payment.status && `The status is ${replay.status}, not ${payment.status}.`,
      replay.headers.get('idempotency-hit') !== 'true' && 'The response has no Idempotency-Hit: true.',
    ]),
  )
}

export function checkReusedKey({ writes }: Pick<Evidence, 'writes'>): Finding {
  if (!writes?.reusedKey) return unknown(describeNoWrite({ writes }))
  return checkErrors([writes.reusedKey], 422, 'idempotency_key_reused')
}
