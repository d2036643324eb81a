import type { Hono } from 'hono'
import { createAreaApp } from '../kit/access/area-app.js'
import { type AreaEnv, recordId, toHandler } from '../kit/page-context.js'
import { inviteAgain, inviteNew, merchantsPage } from './merchants.js'
import { overviewPage } from './overview.js'
import { refundNumberPage } from './refund-number.js'
import { settle, settlementsPage } from './settlements.js'
import type { Task, TaskTable } from './task.js'
import { resolveTask, taskPage, tasksPage } from './task-pages.js'
import { latePayments, payouts, refunds } from './tasks.js'

/**
 * Routes below `/operator`: the manual work of operators.
 *
 * @source What the service does (refunds are operator-marked)
 * @decision 0038
 */
export const operator: Hono<AreaEnv> = createAreaApp('operator')

operator.on('GET', ['/', ''], toHandler(overviewPage))
function addTask<T extends TaskTable>(task: Task<T>): void {
  operator.get(
    `/${task.section}`,
    toHandler((ctx) => tasksPage(ctx, task)),
  )
  operator.get(
    `/${task.section}/${recordId}`,
    toHandler((ctx) => taskPage(ctx, task)),
  )
  operator.post(
    `/${task.section}/${recordId}`,
    toHandler((ctx) => resolveTask(ctx, task)),
  )
}
addTask(refunds)
operator.post(`/refunds/${recordId}/number`, toHandler(refundNumberPage))
addTask(payouts)
addTask(latePayments)
operator.get(
  '/settlements',
  toHandler((ctx) => settlementsPage(ctx)),
)
operator.post('/settlements', toHandler(settle))
operator.get(
  '/merchants',
  toHandler((ctx) => merchantsPage(ctx)),
)
operator.post('/merchants', toHandler(inviteAgain))
operator.post('/merchants/new', toHandler(inviteNew))
