/** @jsxImportSource hono/jsx */
import { type MerchantRow, merchantCreated } from '@cedi/ledger'
import { execute } from '@cedi/mock-server/service'
import { firstMerchant } from '../kit/access/door.js'
import { isLonger, lineOf } from '../kit/access/form.js'
import { invite } from '../kit/access/invitation.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { listed } from '../kit/list.js'
import { Copyable, Empty, Field, Form, FormToken, Line, Lines, Panel } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'

interface Typed {
  readonly name: string
  readonly handle: string
  readonly problem: { readonly field: 'name' | 'handle'; readonly text: string }
}

/** `GET /operator/merchants`: who may sign in; by invitation only. @source What the service does @decision 0037 */
export async function merchantsPage(visit: Visit, typed?: Typed): Promise<Response> {
  const { desk } = visit.language
  const { rows, links } = await listed(visit, {
    table: 'merchants',
    merchant: null,
    query: { order: 'oldest' },
    path: 'merchants',
  })
  return page(visit, {
    title: desk.merchants,
    status: typed ? 422 : 200,
    section: 'merchants',
    body: (
      <>
        <p>{desk.merchantsText}</p>
        {rows.length > 0 ? (
          <Lines>
            {rows.map((row) => (
              <MerchantLine visit={visit} row={row} />
            ))}
          </Lines>
        ) : (
          <Empty title={desk.noMerchants} text={desk.noMerchantsText} />
        )}
        {links}
        <InviteForm visit={visit} typed={typed} />
      </>
    ),
  })
}

function InviteForm({ visit, typed }: { readonly visit: Visit; readonly typed: Typed | undefined }) {
  const { desk } = visit.language
  const problemOf = (name: string) => (typed?.problem.field === name ? typed.problem.text : undefined)
  return (
    <Panel title={desk.inviteNew}>
      <Form visit={visit} action={visit.at('merchants/new')}>
        <Field
          name="name"
          label={desk.merchantName}
          hint={desk.merchantNameHint}
          required
          value={typed?.name}
          problem={problemOf('name')}
        />
        <Field
          name="handle"
          label={desk.handle}
          hint={desk.handleHint}
          required
          dir="ltr"
          autocapitalize="none"
          value={typed?.handle}
          problem={problemOf('handle')}
        />
        <button type="submit">{desk.invite}</button>
      </Form>
    </Panel>
  )
}

function MerchantLine({ visit, row: { id, name, handle } }: { readonly visit: Visit; readonly row: MerchantRow }) {
  return (
    <Line
      title={<bdi>{name}</bdi>}
      under={[<bdi dir="ltr">{handle === null ? id : `@${handle}`}</bdi>]}
      chip={
        <form method="post" action={visit.at('merchants')}>
          <FormToken visit={visit} />
          <input type="hidden" name="merchant" value={id} />
          <button type="submit" class="small">
            {visit.language.desk.inviteAgain}
            <span class="live">
              : <bdi>{name}</bdi>
            </span>
          </button>
        </form>
      }
    />
  )
}

/** The link appears only in this answer. The store has its hash. */
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
    body: <Copyable id="link" label={text} text={url} rows={6} isNew />,
  })
}

/** `POST /operator/merchants`: a new link for an existing merchant. */
export async function inviteAgain(visit: Visit): Promise<Response | undefined> {
  const id = visit.form.get('merchant') ?? ''
  const row = /^[\w-]{1,80}$/.test(id) ? await visit.context.store.get('merchants', id, id) : undefined
  return row && invited(visit, row.id, row.name)
}

const handlePattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

/** `POST /operator/merchants/new` */
export async function inviteNew(visit: Visit): Promise<Response> {
  const { context, nowMs, language } = visit
  const { desk } = language
  const name = lineOf(visit.form, 'name')
  const handle = lineOf(visit.form, 'handle').replace(/^@/, '')
  const again = (field: 'name' | 'handle', text: string) =>
    merchantsPage(visit, { name, handle, problem: { field, text } })
  if (name === '' || isLonger(name, 120)) return again('name', desk.badName)
  if (!handlePattern.test(handle)) return again('handle', desk.badHandle)
  // Merchants of test keys have no record. Anybody who knows such a key would share the new merchant's ledger.
  const isOfTestKey = handle === firstMerchant || handle.startsWith('test-')
  const before = await context.store.get('merchants', handle, handle)
  if (isOfTestKey || before) return again('handle', desk.takenHandle)
  const command = { merchant: handle, plan: () => merchantCreated({ id: handle, name, handle, nowMs }) }
  const outcome = await execute(context, command)
  return outcome.ok ? invited(visit, handle, name) : again('handle', desk.takenHandle)
}
