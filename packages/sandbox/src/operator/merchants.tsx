/** @jsxImportSource hono/jsx */
import { demoMerchant, execute, type MerchantRow, merchantCreated } from '@cedi/mock-server/internal'
import { isLongerThan, readLine } from '../kit/access/form.js'
import { createInvitation } from '../kit/access/invitation.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import { readListPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Copyable, Empty, Field, Form, FormToken, List, ListItem, Panel } from '../kit/parts.js'

/** Rejected input of the form. */
interface FormInput {
  readonly name: string
  readonly handle: string
  readonly problem: { readonly field: 'name' | 'handle'; readonly text: string }
}

/** `GET /operator/merchants`: the merchants, and invitations. @source What the service does @decision 0037 */
export async function merchantsPage(ctx: SessionContext, input?: FormInput): Promise<Response> {
  const { operatorWords } = ctx.language
  const { rows, links } = await readListPage(ctx, {
    table: 'merchants',
    merchant: null,
    query: { order: 'oldest' },
    path: 'merchants',
  })
  return page(ctx, {
    title: operatorWords.merchants,
    status: input ? 422 : 200,
    section: 'merchants',
    body: (
      <>
        <p>{operatorWords.merchantsText}</p>
        {rows.length > 0 ? (
          <List>
            {rows.map((row) => (
              <MerchantLine ctx={ctx} row={row} />
            ))}
          </List>
        ) : (
          <Empty title={operatorWords.noMerchants} text={operatorWords.noMerchantsText} />
        )}
        {links}
        <InviteForm ctx={ctx} input={input} />
      </>
    ),
  })
}

function InviteForm({ ctx, input }: { readonly ctx: SessionContext; readonly input: FormInput | undefined }) {
  const { operatorWords } = ctx.language
  const readProblem = (name: string) => (input?.problem.field === name ? input.problem.text : undefined)
  return (
    <Panel title={operatorWords.inviteNew}>
      <Form ctx={ctx} action={ctx.at('merchants/new')}>
        <Field
          name="name"
          label={operatorWords.merchantName}
          hint={operatorWords.merchantNameHint}
          required
          value={input?.name}
          problem={readProblem('name')}
        />
        <Field
          name="handle"
          label={operatorWords.handle}
          hint={operatorWords.handleHint}
          required
          dir="ltr"
          autocapitalize="none"
          value={input?.handle}
          problem={readProblem('handle')}
        />
        <button type="submit">{operatorWords.invite}</button>
      </Form>
    </Panel>
  )
}

function MerchantLine({ ctx, row: { id, name, handle } }: { readonly ctx: SessionContext; readonly row: MerchantRow }) {
  return (
    <ListItem
      title={<bdi>{name}</bdi>}
      details={[<bdi dir="ltr">{handle === null ? id : `@${handle}`}</bdi>]}
      chip={
        <form method="post" action={ctx.at('merchants')}>
          <FormToken ctx={ctx} />
          <input type="hidden" name="merchant" value={id} />
          <button type="submit" class="small">
            {ctx.language.operatorWords.inviteAgain}
            <span class="live">
              : <bdi>{name}</bdi>
            </span>
          </button>
        </form>
      }
    />
  )
}

/** Responds with an invitation link. It appears in this response only: the store contains its hash. */
async function showInvitation(ctx: SessionContext, merchant: string, name: string) {
  const { context, baseUrl, at, language } = ctx
  const { operatorWords } = language
  const { url, expires_at } = await createInvitation(context, { area: 'portal', merchant }, baseUrl)
  const text = fill(operatorWords.invitationText, { time: language.time(Date.parse(expires_at)) })
  return page(ctx, {
    title: fill(operatorWords.invitation, { name }),
    status: 201,
    section: 'merchants',
    back: { href: at('merchants'), text: operatorWords.merchants },
    body: <Copyable ctx={ctx} id="link" label={text} text={url} rows={6} isNew />,
  })
}

/** `POST /operator/merchants`: creates an invitation for an existing merchant. */
export async function inviteAgain(ctx: SessionContext): Promise<Response | undefined> {
  const id = ctx.form.get('merchant') ?? ''
  const row = /^[\w-]{1,80}$/.test(id) ? await ctx.context.store.get('merchants', id, id) : undefined
  return row && showInvitation(ctx, row.id, row.name)
}

const handlePattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

/** `POST /operator/merchants/new`: creates a merchant and an invitation. */
export async function inviteNew(ctx: SessionContext): Promise<Response> {
  const { context, nowMs, language } = ctx
  const { operatorWords } = language
  const name = readLine(ctx.form, 'name')
  const handle = readLine(ctx.form, 'handle').replace(/^@/, '')
  const showError = (field: 'name' | 'handle', text: string) =>
    merchantsPage(ctx, { name, handle, problem: { field, text } })
  if (name === '' || isLongerThan(name, 120)) return showError('name', operatorWords.badName)
  if (!handlePattern.test(handle)) return showError('handle', operatorWords.badHandle)
  // Merchants of test keys have no record. Every user of such a key would share the ledger of the new merchant.
  const isTestMerchant = handle === demoMerchant || handle.startsWith('test-')
  const before = await context.store.get('merchants', handle, handle)
  if (isTestMerchant || before) return showError('handle', operatorWords.takenHandle)
  const command = { merchant: handle, plan: () => merchantCreated({ id: handle, name, handle, nowMs }) }
  const outcome = await execute(context, command)
  return outcome.ok ? showInvitation(ctx, handle, name) : showError('handle', operatorWords.takenHandle)
}
