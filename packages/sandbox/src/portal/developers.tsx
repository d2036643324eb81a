/** @jsxImportSource hono/jsx */
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
import { Chip, Copyable, Empty, Fact, Facts, Field, Form, FormId, Panel, Tick, Time } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'

/**
 * `/portal/developers`: where keys come from, issued with chosen scopes, shown once, revoked at once.
 *
 * @source Authentication, rules 2 and 3
 * @decision 0012
 */
export async function keysPage(visit: Visit): Promise<Response> {
  const { merchant, request, at, language } = visit
  const { words } = language
  const { rows, links, isFirst } = await listed(visit, { table: 'keys', merchant, path: 'developers' })
  const [live, revoked] = [rows.filter((row) => row.revoked_ms === null), rows.filter((row) => row.revoked_ms !== null)]
  const toIssue = (
    <a class="button" href={at('developers/issue')}>
      {words.issue}
    </a>
  )
  return page(visit, {
    title: words.developers,
    section: 'developers',
    notice: request.query?.get('done') === 'revoked' ? { text: words.revokedNow } : undefined,
    body: (
      <>
        <p>{words.keysText}</p>
        {live.length > 0 || !isFirst ? (
          <p>{toIssue}</p>
        ) : (
          <Empty title={words.noKeys} text={words.noKeysText}>
            {toIssue}
          </Empty>
        )}
        {live.length > 0 && (
          <Panel title={words.keys}>
            <KeyList visit={visit} rows={live} look="keys" />
          </Panel>
        )}
        <Panel title={words.firstCall}>
          <Copyable id="call" label={words.firstCallLabel} text={curl(visit.baseUrl)} rows={4} />
          <p class="hint">{fill(words.firstCallText, { url: `${visit.baseUrl}/api/v1/openapi.json` })}</p>
          {(merchant === firstMerchant || merchant.startsWith('test-')) && <p class="hint">{words.testKeys}</p>}
        </Panel>
        {revoked.length > 0 && (
          <Panel title={words.revokedKeys}>
            <KeyList visit={visit} rows={revoked} look="keys gone" />
          </Panel>
        )}
        {links}
      </>
    ),
  })
}

const curl = (baseUrl: string): string =>
  `curl -H "Authorization: Bearer $CEDI_API_KEY" '${baseUrl}/api/v1/products?limit=5'`

interface Of {
  readonly visit: Visit
  readonly row: KeyRow
}

interface KeyListOf {
  readonly visit: Visit
  readonly rows: readonly KeyRow[]
  readonly look: string
}

const Label = ({ visit, label }: { readonly visit: Visit; readonly label: string | null }) => (
  <>{label ? <bdi>{label}</bdi> : visit.language.words.unnamed}</>
)

const KeyList = ({ visit, rows, look }: KeyListOf) => (
  <ul class={look}>
    {rows.map((row) => (
      <KeyItem visit={visit} row={row} />
    ))}
  </ul>
)

function KeyItem({ visit, row }: Of) {
  const { words } = visit.language
  const isLive = row.revoked_ms === null
  return (
    <li>
      <h3>
        <Label visit={visit} label={row.label} />
      </h3>
      <p class="works">
        <Chip state={isLive ? 'active' : 'off'} text={isLive ? words.active : words.revoked} />
      </p>
      <ScopeList held={row.scopes} />
      <Facts>
        <Fact term={words.created}>
          <Time visit={visit} ms={row.created_ms} />
        </Fact>
        <Fact term={words.lastUsed}>
          {row.last_used_ms === null ? (
            words.never
          ) : (
            <span>
              <Time visit={visit} ms={row.last_used_ms} /> <small>{words.toTheHour}</small>
            </span>
          )}
        </Fact>
        <Fact term={words.revoked}>{row.revoked_ms !== null && <Time visit={visit} ms={row.revoked_ms} />}</Fact>
      </Facts>
      {isLive && (
        <p>
          <a class="danger" href={visit.at(`developers/keys/${row.id}`)}>
            {words.revoke}
            <span class="live">
              : <Label visit={visit} label={row.label} />
            </span>
          </a>
        </p>
      )}
    </li>
  )
}

/** What was typed, and what is wrong with it. */
interface Typed {
  readonly label: string
  readonly problem: string
}

/** `GET /portal/developers/issue` */
export const issuePage = (visit: Visit): Response | Promise<Response> => issueForm(visit)

function issueForm(visit: Visit, typed?: Typed) {
  const { language, at } = visit
  const { words } = language
  const chosen = new Set(visit.form.getAll('scope'))
  return page(visit, {
    title: words.issue,
    status: typed ? 422 : 200,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    notice: typed ? { text: typed.problem, bad: true } : undefined,
    body: (
      <>
        <p>{words.issueText}</p>
        <Form visit={visit} action={at('developers/issue')}>
          <FormId />
          <Field name="label" label={words.label} hint={words.labelHint} value={typed?.label} />
          <fieldset>
            <legend>{words.scopes}</legend>
            {scopes.map((scope) => (
              <Tick name="scope" value={scope} checked={chosen.has(scope)}>
                <code>{scope}</code> <small>{words[scope]}</small>
              </Tick>
            ))}
          </fieldset>
          <button type="submit">{words.issue}</button>
        </Form>
      </>
    ),
  })
}

/**
 * `POST /portal/developers/issue`: the key appears only in this answer. A form that is sent again is told so, and makes
 * no second key.
 */
export async function issueKey(visit: Visit): Promise<Response> {
  const { context, merchant, nowMs, language } = visit
  const { words } = language
  const label = lineOf(visit.form, 'label')
  if (isLonger(label, 100)) return issueForm(visit, { label, problem: words.badLabel })
  const asked = visit.form.getAll('scope')
  const known = scopes.filter((scope) => asked.includes(scope))
  if (known.length === 0 || known.length !== new Set(asked).size)
    return issueForm(visit, { label, problem: words.badScopes })
  const once = onceFor(visit, '/portal/developers/issue')
  if (!once.ok) return badForm(visit)
  const { key, result: sent } = await issue(
    context,
    { merchant, scopes: known, label: label || null, nowMs },
    once.value,
  )
  if (!sent.ok) return badForm(visit)
  return sent.value.isReplay ? issuedBefore(visit) : issued(visit, key, label, known)
}

const issuedBefore = (visit: Visit) => {
  const { words } = visit.language
  return page(visit, {
    title: words.issuedBefore,
    status: 409,
    section: 'developers',
    back: { href: visit.at('developers'), text: words.developers },
    body: (
      <>
        <p>{words.issuedBeforeText}</p>
        <a class="button" href={visit.at('developers')}>
          {words.goOn}
        </a>
      </>
    ),
  })
}

const issued = (visit: Visit, key: string, label: string, held: readonly string[]) => {
  const { words } = visit.language
  return page(visit, {
    title: words.issuedNow,
    status: 201,
    section: 'developers',
    back: { href: visit.at('developers'), text: words.developers },
    notice: { text: words.issuedText },
    body: (
      <>
        <Copyable id="key" label={words.issuedCopy} text={key} rows={2} isNew autocomplete="off" />
        <Panel title={<Label visit={visit} label={label} />}>
          <ScopeList held={held} />
        </Panel>
        <a class="button" href={visit.at('developers')}>
          {words.issuedDone}
        </a>
      </>
    ),
  })
}

/** `GET /portal/developers/keys/{id}`: asks before a key is revoked. */
export async function revokePage(visit: Visit): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = visit
  const { words } = language
  const row = await context.store.get('keys', merchant, id)
  if (!row) return undefined
  if (row.revoked_ms !== null) return goOn(visit, at('developers', { done: 'revoked' }))
  return page(visit, {
    title: words.revokeAsk,
    section: 'developers',
    back: { href: at('developers'), text: words.developers },
    body: (
      <>
        <Panel title={<Label visit={visit} label={row.label} />}>
          <ScopeList held={row.scopes} />
        </Panel>
        <p>{words.revokeText}</p>
        <Form visit={visit} action={at(`developers/keys/${row.id}`)}>
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

const ScopeList = ({ held }: { readonly held: readonly string[] }) => (
  <ul class="scopes">
    {held.map((scope) => (
      <li>
        <code>{scope}</code>
      </li>
    ))}
  </ul>
)

/** `POST /portal/developers/keys/{id}` */
export async function revokeKey(visit: Visit): Promise<Response | undefined> {
  const { context, merchant, id, nowMs, at } = visit
  // Only among this merchant's keys: another merchant's id is not found.
  if (!(await context.store.get('keys', merchant, id))) return undefined
  const revoked = await revoke(context, { merchant, id, nowMs })
  if (!revoked.ok) throw new Error(`The key ${id} could not be revoked: ${revoked.error.message}`)
  return goOn(visit, at('developers', { done: 'revoked' }))
}
