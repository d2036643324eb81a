import { scopes } from '@cedi/contract'
import type { KeyRow } from '@cedi/ledger'
import { issueKey as issue, revokeKey as revoke } from '@cedi/mock-server/service'
import { firstMerchant } from '../kit/access/door.js'
import { badForm } from '../kit/access/enter.js'
import { isLonger, lineOf } from '../kit/access/form.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, page } from '../kit/layout.js'
import { listed } from '../kit/list.js'
import { onceFor } from '../kit/once.js'
import { bdi, chip, copyable, empty, facts, field, form, formId, panel, tick, time } from '../kit/parts.js'
import { type Child, h } from '../kit/tree.js'
import type { Pages, Visit } from '../kit/visit.js'

/**
 * Where keys come from: issued with chosen scopes, shown once, revoked at once.
 *
 * @source Authentication, rules 2 and 3
 * @decision 0012
 */
export const developersPages: Pages = {
  'GET developers': keysPage,
  'GET developers/issue': (visit) => issuePage(visit),
  'POST developers/issue': issueKey,
  'GET developers/keys/*': revokePage,
  'POST developers/keys/*': revokeKey,
}

async function keysPage(visit: Visit) {
  const { merchant, request, at, language } = visit
  const { words } = language
  const { rows, links, isFirst } = await listed(visit, { table: 'keys', merchant, path: 'developers' })
  const [live, revoked] = [rows.filter((row) => row.revoked_ms === null), rows.filter((row) => row.revoked_ms !== null)]
  const done = request.query?.get('done')
  return page(visit, {
    title: words.developers,
    section: 'developers',
    notice: done === 'revoked' ? { text: words.revokedNow } : undefined,
    body: [
      h('p', {}, words.keysText),
      live.length > 0 || !isFirst
        ? h('p', {}, h('a', { class: 'button', href: at('developers/issue') }, words.issue))
        : empty(words.noKeys, words.noKeysText, h('a', { class: 'button', href: at('developers/issue') }, words.issue)),
      live.length > 0 && panel(words.keys, h('ul', { class: 'keys' }, ...live.map((row) => keyItem(visit, row)))),
      panel(
        words.firstCall,
        copyable('call', words.firstCallLabel, curl(visit.baseUrl), 4),
        h('p', { class: 'hint' }, fill(words.firstCallText, { url: `${visit.baseUrl}/api/v1/openapi.json` })),
        (merchant === firstMerchant || merchant.startsWith('test-')) && h('p', { class: 'hint' }, words.testKeys),
      ),
      revoked.length > 0 &&
        panel(words.revokedKeys, h('ul', { class: 'keys gone' }, ...revoked.map((row) => keyItem(visit, row)))),
      links,
    ],
  })
}

const curl = (baseUrl: string): string =>
  `curl -H "Authorization: Bearer $CEDI_API_KEY" '${baseUrl}/api/v1/products?limit=5'`

const labelOf = ({ label }: KeyRow, visit: Visit): Child => (label ? bdi(label) : visit.language.words.unnamed)

function keyItem(visit: Visit, row: KeyRow) {
  const { words } = visit.language
  const isLive = row.revoked_ms === null
  return h(
    'li',
    {},
    h('h3', {}, labelOf(row, visit)),
    h('p', { class: 'works' }, chip(isLive ? 'active' : 'off', isLive ? words.active : words.revoked)),
    scopeList(row.scopes),
    facts(
      [words.created, time(visit, row.created_ms)],
      [
        words.lastUsed,
        row.last_used_ms === null
          ? words.never
          : h('span', {}, time(visit, row.last_used_ms), ' ', h('small', {}, words.toTheHour)),
      ],
      row.revoked_ms !== null && [words.revoked, time(visit, row.revoked_ms)],
    ),
    isLive &&
      h(
        'p',
        {},
        h(
          'a',
          { class: 'danger', href: visit.at(`developers/keys/${row.id}`) },
          words.revoke,
          h('span', { class: 'live' }, ': ', labelOf(row, visit)),
        ),
      ),
  )
}

function issuePage(visit: Visit, typed: { label?: string; problem?: string } = {}) {
  const { language, at } = visit
  const { words } = language
  const chosen = new Set(visit.form.getAll('scope'))
  return page(visit, {
    title: words.issue,
    status: typed.problem ? 422 : 200,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    notice: typed.problem ? { text: typed.problem, bad: true } : undefined,
    body: [
      h('p', {}, words.issueText),
      form(
        visit,
        at('developers/issue'),
        formId(),
        field({ name: 'label', label: words.label, hint: words.labelHint, value: typed.label }),
        h(
          'fieldset',
          {},
          h('legend', {}, words.scopes),
          ...scopes.map((scope) =>
            tick(
              { name: 'scope', value: scope, checked: chosen.has(scope) },
              h('code', {}, scope),
              ' ',
              h('small', {}, words[scope]),
            ),
          ),
        ),
        h('button', {}, words.issue),
      ),
    ],
  })
}

/** The key is in this one answer. A form that is sent again is told so, and makes no second key. */
async function issueKey(visit: Visit) {
  const { context, merchant, nowMs, language, at } = visit
  const { words } = language
  const label = lineOf(visit.form, 'label')
  if (isLonger(label, 100)) return issuePage(visit, { label, problem: words.badLabel })
  const asked = visit.form.getAll('scope')
  const known = scopes.filter((scope) => asked.includes(scope))
  if (known.length === 0 || known.length !== new Set(asked).size)
    return issuePage(visit, { label, problem: words.badScopes })
  const once = onceFor(visit, '/portal/developers/issue')
  if (!once.ok) return badForm(visit)
  const { key, result: sent } = await issue(context, { merchant, scopes: known, label: label || null, nowMs }, once)
  const back = { href: at('developers'), text: words.developers }
  if (!sent.ok) return badForm(visit)
  if (sent.replayed)
    return page(visit, {
      title: words.issuedBefore,
      status: 409,
      section: 'developers',
      back,
      body: [h('p', {}, words.issuedBeforeText), h('a', { class: 'button', href: at('developers') }, words.goOn)],
    })
  return page(visit, {
    title: words.issuedNow,
    status: 201,
    section: 'developers',
    back,
    notice: { text: words.issuedText },
    body: [
      copyable('key', words.issuedCopy, key, 2, { autofocus: true, autocomplete: 'off' }),
      panel(label ? bdi(label) : words.unnamed, scopeList(known)),
      h('a', { class: 'button', href: at('developers') }, words.issuedDone),
    ],
  })
}

async function revokePage(visit: Visit) {
  const { context, merchant, parts, at, language } = visit
  const { words } = language
  const row = await context.store.get('keys', merchant, parts[0] ?? '')
  if (!row) return undefined
  if (row.revoked_ms !== null) return goOn(at('developers', { done: 'revoked' }))
  return page(visit, {
    title: words.revokeAsk,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    body: [
      panel(labelOf(row, visit), scopeList(row.scopes)),
      h('p', {}, words.revokeText),
      form(
        visit,
        at(`developers/keys/${row.id}`),
        h('button', { class: 'stop' }, words.revokeYes),
        h('a', { class: 'button quiet', href: at('developers') }, words.keepIt),
      ),
    ],
  })
}

const scopeList = (held: readonly string[]) =>
  h('ul', { class: 'scopes' }, ...held.map((scope) => h('li', {}, h('code', {}, scope))))

async function revokeKey(visit: Visit) {
  const { context, merchant, parts, nowMs, at } = visit
  const [id = ''] = parts
  // Only among the keys of the merchant: an id of somebody else's is not found.
  if (!(await context.store.get('keys', merchant, id))) return undefined
  const revoked = await revoke(context, { merchant, id, nowMs })
  if (!revoked.ok) throw new Error(`The key ${id} could not be revoked: ${revoked.message}`)
  return goOn(at('developers', { done: 'revoked' }))
}
