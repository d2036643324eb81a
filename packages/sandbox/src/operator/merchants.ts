import { type MerchantRow, merchantCreated } from '@cedi/ledger'
import { carryOut } from '@cedi/mock-server/service'
import { firstMerchant } from '../kit/access/door.js'
import { isLonger, lineOf } from '../kit/access/form.js'
import { invite } from '../kit/access/invitation.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listed } from '../kit/list.js'
import { bdi, copyable, empty, field, form, formToken, type Line, lines, panel } from '../kit/parts.js'
import { h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'

/** Who may come in: access is by invitation only. @source What the service does @decision 0037 */
export const merchantsPages: Pages = {
  'GET merchants': (visit) => merchantsPage(visit),
  'POST merchants': inviteAgain,
  'POST merchants/new': inviteNew,
}

interface Typed {
  readonly name: string
  readonly handle: string
  readonly problem: { readonly field: 'name' | 'handle'; readonly text: string }
}

async function merchantsPage(visit: Visit, typed?: Typed) {
  const { at, language } = visit
  const { desk } = language
  const { rows, links } = await listed(visit, {
    table: 'merchants',
    merchant: null,
    query: { order: 'oldest' },
    path: 'merchants',
  })
  const problemOf = (name: string) => (typed?.problem.field === name ? typed.problem.text : undefined)
  return page(visit, {
    title: desk.merchants,
    status: typed ? 422 : 200,
    section: 'merchants',
    body: [
      h('p', {}, desk.merchantsText),
      rows.length > 0
        ? lines(rows.map((row) => merchantLine(visit, row)))
        : empty(desk.noMerchants, desk.noMerchantsText),
      links,
      panel(
        desk.inviteNew,
        form(
          visit,
          at('merchants/new'),
          field({
            name: 'name',
            label: desk.merchantName,
            hint: desk.merchantNameHint,
            required: true,
            value: typed?.name,
            problem: problemOf('name'),
          }),
          field({
            name: 'handle',
            label: desk.handle,
            hint: desk.handleHint,
            required: true,
            dir: 'ltr',
            autocapitalize: 'none',
            value: typed?.handle,
            problem: problemOf('handle'),
          }),
          h('button', {}, desk.invite),
        ),
      ),
    ],
  })
}

const merchantLine = (visit: Visit, { id, name, handle }: MerchantRow): Line => ({
  title: bdi(name),
  below: [h('bdi', { dir: 'ltr' }, handle === null ? id : `@${handle}`)],
  chip: h(
    'form',
    { method: 'post', action: visit.at('merchants') },
    formToken(visit),
    h('input', { type: 'hidden', name: 'merchant', value: id }),
    h('button', { class: 'small' }, visit.language.desk.inviteAgain, h('span', { class: 'live' }, ': ', bdi(name))),
  ),
})

/** The link is in this one answer; the store has a hash of it. */
async function invited(visit: Visit, merchant: string, name: string) {
  const { context, baseUrl, at, language } = visit
  const { desk } = language
  const { url, expires_at } = await invite(context, { door: 'portal', merchant }, baseUrl)
  const text = fill(desk.invitationText, { time: language.time(Date.parse(expires_at)) })
  return page(visit, {
    title: fill(desk.invitation, { name }),
    status: 201,
    section: 'merchants',
    back: { href: at('merchants'), text: desk.merchants },
    body: [copyable('link', text, url, 6, { autofocus: true })],
  })
}

async function inviteAgain(visit: Visit) {
  const id = visit.form.get('merchant') ?? ''
  const row = /^[\w-]{1,80}$/.test(id) ? await visit.context.store.get('merchants', id, id) : undefined
  return row && invited(visit, row.id, row.name)
}

const handlePattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

async function inviteNew(visit: Visit) {
  const { context, nowMs, language } = visit
  const { desk } = language
  const name = lineOf(visit.form, 'name')
  const handle = lineOf(visit.form, 'handle').replace(/^@/, '')
  const again = (field: 'name' | 'handle', text: string) =>
    merchantsPage(visit, { name, handle, problem: { field, text } })
  if (name === '' || isLonger(name, 120)) return again('name', desk.badName)
  if (!handlePattern.test(handle)) return again('handle', desk.badHandle)
  // The merchants of test keys have no record: whoever knows such a key would share the ledger of the new one.
  const isOfTestKey = handle === firstMerchant || handle.startsWith('test-')
  const before = await context.store.get('merchants', handle, handle)
  if (isOfTestKey || before) return again('handle', desk.takenHandle)
  const task = { merchant: handle, plan: () => merchantCreated({ id: handle, name, handle, nowMs }) }
  const outcome = await carryOut(context, task)
  return outcome.ok ? invited(visit, handle, name) : again('handle', desk.takenHandle)
}
