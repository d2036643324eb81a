/** @jsxImportSource hono/jsx */
import { scopes } from '@cedi/contract'
import { demoMerchant, issueKey as issue, type KeyRow, revokeKey as revoke } from '@cedi/mock-server/internal'
import { isLongerThan, readLine } from '../kit/access/form.js'
import { badFormPage } from '../kit/access/invitation-pages.js'
import { formIdempotency } from '../kit/form-idempotency.js'
import { fill } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import { readListPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import { Checkbox, Chip, Copyable, Empty, Fact, Facts, Field, Form, FormId, Panel, Time } from '../kit/parts.js'

/**
 * `/portal/developers`: API keys. A key is issued with selected scopes, shown once, and revoked immediately.
 *
 * @source Authentication, rules 2 and 3
 * @decision 0012
 */
export async function keysPage(ctx: SessionContext): Promise<Response> {
  const { merchant, request, at, language } = ctx
  const { words } = language
  const { rows, links, isFirst } = await readListPage(ctx, { table: 'keys', merchant, path: 'developers' })
  const [liveKeys, revokedKeys] = [
    rows.filter((row) => row.revoked_ms === null),
    rows.filter((row) => row.revoked_ms !== null),
  ]
  const toIssue = (
    <a class="button" href={at('developers/issue')}>
      {words.issue}
    </a>
  )
  return page(ctx, {
    title: words.developers,
    section: 'developers',
    notice: request.query?.get('done') === 'revoked' ? { text: words.revokedNow } : undefined,
    body: (
      <>
        <p>{words.keysText}</p>
        {liveKeys.length > 0 || !isFirst ? (
          <p>{toIssue}</p>
        ) : (
          <Empty title={words.noKeys} text={words.noKeysText}>
            {toIssue}
          </Empty>
        )}
        {liveKeys.length > 0 && (
          <Panel title={words.keys}>
            <KeyList ctx={ctx} rows={liveKeys} className="keys" />
          </Panel>
        )}
        <Panel title={words.firstCall}>
          <Copyable ctx={ctx} id="call" label={words.firstCallLabel} text={curl(ctx.baseUrl)} rows={4} />
          <p class="hint">{fill(words.firstCallText, { url: `${ctx.baseUrl}/api/v1/openapi.json` })}</p>
          {(merchant === demoMerchant || merchant.startsWith('test-')) && <p class="hint">{words.testKeys}</p>}
        </Panel>
        {revokedKeys.length > 0 && (
          <Panel title={words.revokedKeys}>
            <KeyList ctx={ctx} rows={revokedKeys} className="keys gone" />
          </Panel>
        )}
        {links}
      </>
    ),
  })
}

const curl = (baseUrl: string): string =>
  `curl -H "Authorization: Bearer $CEDI_API_KEY" '${baseUrl}/api/v1/products?limit=5'`

interface Props {
  readonly ctx: SessionContext
  readonly row: KeyRow
}

interface KeyListProps {
  readonly ctx: SessionContext
  readonly rows: readonly KeyRow[]
  readonly className: string
}

const Label = ({ ctx, label }: { readonly ctx: SessionContext; readonly label: string | null }) => (
  <>{label ? <bdi>{label}</bdi> : ctx.language.words.unnamed}</>
)

const KeyList = ({ ctx, rows, className }: KeyListProps) => (
  <ul class={className}>
    {rows.map((row) => (
      <KeyItem ctx={ctx} row={row} />
    ))}
  </ul>
)

function KeyItem({ ctx, row }: Props) {
  const { words } = ctx.language
  const isLive = row.revoked_ms === null
  return (
    <li>
      <h3>
        <Label ctx={ctx} label={row.label} />
      </h3>
      <p class="works">
        <Chip state={isLive ? 'active' : 'off'} text={isLive ? words.active : words.revoked} />
      </p>
      <ScopeList scopes={row.scopes} />
      <Facts>
        <Fact term={words.created}>
          <Time ctx={ctx} ms={row.created_ms} />
        </Fact>
        <Fact term={words.lastUsed}>
          {row.last_used_ms === null ? (
            words.never
          ) : (
            <span>
              <Time ctx={ctx} ms={row.last_used_ms} /> <small>{words.toTheHour}</small>
            </span>
          )}
        </Fact>
        <Fact term={words.revoked}>{row.revoked_ms !== null && <Time ctx={ctx} ms={row.revoked_ms} />}</Fact>
      </Facts>
      {isLive && (
        <p>
          <a class="danger" href={ctx.at(`developers/keys/${row.id}`)}>
            {words.revoke}
            <span class="live">
              : <Label ctx={ctx} label={row.label} />
            </span>
          </a>
        </p>
      )}
    </li>
  )
}

/** Rejected input of the form. */
interface FormInput {
  readonly label: string
  readonly problem: string
}

/** `GET /portal/developers/issue`: the form for a key. */
export const issuePage = (ctx: SessionContext): Response | Promise<Response> => issueForm(ctx)

function issueForm(ctx: SessionContext, input?: FormInput) {
  const { language, at } = ctx
  const { words } = language
  const selectedScopes = new Set(ctx.form.getAll('scope'))
  return page(ctx, {
    title: words.issue,
    status: input ? 422 : 200,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    notice: input ? { text: input.problem, isError: true } : undefined,
    body: (
      <>
        <p>{words.issueText}</p>
        <Form ctx={ctx} action={at('developers/issue')}>
          <FormId />
          <Field name="label" label={words.label} hint={words.labelHint} value={input?.label} />
          <fieldset>
            <legend>{words.scopes}</legend>
            {scopes.map((scope) => (
              <Checkbox name="scope" value={scope} checked={selectedScopes.has(scope)}>
                <code>{scope}</code> <small>{words[scope]}</small>
              </Checkbox>
            ))}
          </fieldset>
          <button type="submit">{words.issue}</button>
        </Form>
      </>
    ),
  })
}

/**
 * `POST /portal/developers/issue`: issues a key, which appears in this response only. Responds 409 to a repeated form, and
 * issues no second key.
 */
export async function issueKey(ctx: SessionContext): Promise<Response> {
  const { context, merchant, nowMs, language } = ctx
  const { words } = language
  const label = readLine(ctx.form, 'label')
  if (isLongerThan(label, 100)) return issueForm(ctx, { label, problem: words.badLabel })
  const requestedScopes = ctx.form.getAll('scope')
  const knownScopes = scopes.filter((scope) => requestedScopes.includes(scope))
  if (knownScopes.length === 0 || knownScopes.length !== new Set(requestedScopes).size)
    return issueForm(ctx, { label, problem: words.badScopes })
  const idempotency = formIdempotency(ctx, '/portal/developers/issue', { label, scopes: knownScopes })
  if (!idempotency.ok) return badFormPage(ctx)
  const { key, result } = await issue(
    context,
    { merchant, scopes: knownScopes, label: label || null, nowMs },
    idempotency.value,
  )
  if (!result.ok && result.error.code === 'idempotency_key_reused') return alreadyIssuedPage(ctx)
  if (!result.ok) return badFormPage(ctx)
  return result.value.isReplay ? alreadyIssuedPage(ctx) : issuedPage(ctx, key, label, knownScopes)
}

const alreadyIssuedPage = (ctx: SessionContext) => {
  const { words } = ctx.language
  return page(ctx, {
    title: words.issuedBefore,
    status: 409,
    section: 'developers',
    back: { href: ctx.at('developers'), text: words.developers },
    body: (
      <>
        <p>{words.issuedBeforeText}</p>
        <a class="button" href={ctx.at('developers')}>
          {words.goOn}
        </a>
      </>
    ),
  })
}

const issuedPage = (ctx: SessionContext, key: string, label: string, scopes: readonly string[]) => {
  const { words } = ctx.language
  return page(ctx, {
    title: words.issuedNow,
    status: 201,
    section: 'developers',
    back: { href: ctx.at('developers'), text: words.developers },
    notice: { text: words.issuedText },
    body: (
      <>
        <Copyable ctx={ctx} id="key" label={words.issuedCopy} text={key} rows={2} isNew autocomplete="off" />
        <Panel title={<Label ctx={ctx} label={label} />}>
          <ScopeList scopes={scopes} />
        </Panel>
        <a class="button" href={ctx.at('developers')}>
          {words.issuedDone}
        </a>
      </>
    ),
  })
}

/** `GET /portal/developers/keys/{id}`: the confirmation before a key is revoked. */
export async function revokePage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = ctx
  const { words } = language
  const row = await context.store.get('keys', merchant, id)
  if (!row) return undefined
  if (row.revoked_ms !== null) return redirect(ctx, at('developers', { done: 'revoked' }))
  return page(ctx, {
    title: words.revokeAsk,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    body: (
      <>
        <Panel title={<Label ctx={ctx} label={row.label} />}>
          <ScopeList scopes={row.scopes} />
        </Panel>
        <p>{words.revokeText}</p>
        <Form ctx={ctx} action={at(`developers/keys/${row.id}`)}>
          <button type="submit" class="stop">
            {words.revokeYes}
          </button>
          <a class="button quiet" href={at('developers')}>
            {words.keepIt}
          </a>
        </Form>
      </>
    ),
  })
}

const ScopeList = ({ scopes }: { readonly scopes: readonly string[] }) => (
  <ul class="scopes">
    {scopes.map((scope) => (
      <li>
        <code>{scope}</code>
      </li>
    ))}
  </ul>
)

/** `POST /portal/developers/keys/{id}`: revokes a key. */
export async function revokeKey(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, nowMs, at } = ctx
  // Keys of other merchants are not found.
  if (!(await context.store.get('keys', merchant, id))) return undefined
  const revocation = await revoke(context, { merchant, id, nowMs })
  if (!revocation.ok) throw new Error(`The key ${id} could not be revoked: ${revocation.error.message}`)
  return redirect(ctx, at('developers', { done: 'revoked' }))
}
