/** @jsxImportSource hono/jsx */
import { findRecord, type Row } from '@cedi/mock-server/internal'
import { isLongerThan, readLine } from '../kit/access/form.js'
import { page, redirect } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'
import {
  Amount,
  Checkbox,
  Empty,
  Fact,
  FactsPanel,
  Field,
  Filled,
  Form,
  List,
  ListItem,
  Panel,
  Time,
} from '../kit/parts.js'
import { createNameLookup } from './queues.js'
import type { Task, TaskAction, TaskTable } from './task.js'

/** Number of resolved records below the pending ones. */
const maxRecent = 10

/** Returns the path of a record. It contains the merchant, because ids are unique per merchant only. */
const taskUrl = (
  { at }: SessionContext,
  { section }: { readonly section: string },
  { id, merchant }: { readonly id: string; readonly merchant: string },
  query: Readonly<Record<string, string>> = {},
): string => at(`${section}/${id}`, { of: merchant, ...query })

/** Reads the record of a path. Returns undefined if the path names no merchant and several have such a record. */
async function readTask<T extends TaskTable>(ctx: SessionContext, task: Task<T>): Promise<Row<T> | undefined> {
  const row = await findRecord(ctx.context, task.pending.table, ctx.request.query?.get('of') ?? null, ctx.id)
  return row === 'ambiguous' || row === undefined || task.state(ctx, row) === null ? undefined : row
}

/** Responds with pending records, and recently resolved ones below. `?list=decided` lists all resolved ones. */
export async function tasksPage<T extends TaskTable>(ctx: SessionContext, task: Task<T>): Promise<Response> {
  const { context, request, at, language } = ctx
  const { operatorWords } = language
  const { section, pending, resolved, texts } = task
  const nameOf = createNameLookup(context)
  const line = async (row: Row<T>) => (
    <ListItem
      href={taskUrl(ctx, task, row)}
      title={<bdi>{await nameOf(row.merchant)}</bdi>}
      amount={<Amount ctx={ctx} pesewas={row.amount_pesewas} />}
      details={task.details(ctx, row)}
      chip={resolved && task.state(ctx, row)}
    />
  )
  if (resolved && request.query?.get('list') === 'decided')
    return listPage(ctx, {
      title: operatorWords[texts.resolvedTitle ?? section],
      section,
      back: { href: at(section), text: operatorWords[section] },
      listing: resolved,
      line,
      empty: <p>{operatorWords.nothingDecided}</p>,
    })
  const rows = resolved
    ? await context.store.list<T>(resolved.table, null, { ...resolved.query, limit: maxRecent } as never)
    : []
  return listPage(ctx, {
    title: operatorWords[section],
    section,
    listing: pending,
    line,
    empty: <Empty title={operatorWords[texts.empty]} text={operatorWords[texts.emptyText]} />,
    above: <p>{operatorWords[texts.text]}</p>,
    below: rows.length > 0 && (
      <Panel title={operatorWords.resolved}>
        <List>{rows.map(line)}</List>
        <p class="pages">
          <a href={at(section, { list: 'decided' })}>{operatorWords.allDecided}</a>
        </p>
      </Panel>
    ),
  })
}

/** A rejected form, or another destination. */
interface PageState {
  readonly status?: number
  readonly problem?: string
  /** Action, field and note of the rejected form. */
  readonly act?: string
  readonly field?: 'note' | 'tick'
  readonly note?: string
  /** Destination instead of the masked one. */
  readonly to?: string
}

/** Responds with a record, its destination, and the forms that resolve it. */
export async function taskPage<T extends TaskTable>(
  ctx: SessionContext,
  task: Task<T>,
  state: PageState = {},
): Promise<Response | undefined> {
  const { at, language } = ctx
  const { operatorWords, words } = language
  const { section, actions } = task
  const row = await readTask(ctx, task)
  if (!row) return undefined
  const isPending = task.isPending(row)
  const done = ctx.request.query?.get('done') ?? ''
  const doneKey =
    done === 'already' || done === 'otherwise' ? done : Object.hasOwn(actions, done) ? actions[done]?.done : undefined
  const notice =
    isPending || doneKey === undefined
      ? undefined
      : { text: operatorWords[doneKey], ...(done === 'otherwise' && { isError: true }) }
  const to = state.to ?? (await task.destination(ctx, row))
  const facts = await task.facts(ctx, row)
  const resolvedMs = 'resolved_ms' in row ? (row.resolved_ms as number | null) : null
  const above = state.to === undefined && isPending ? await task.above?.(ctx, row, to) : undefined
  return page(ctx, {
    title: `${task.title(ctx)} ${language.amount(row.amount_pesewas)}`,
    status: state.status ?? 200,
    section,
    back: { href: at(section), text: operatorWords[section] },
    notice: state.problem === undefined ? notice : { text: state.problem, isError: true },
    body: (
      <>
        <p>
          {task.state(ctx, row)}
          {isPending && task.resolved && <> · {task.details(ctx, row)[task.section === 'refunds' ? 0 : 1]}</>}
        </p>
        <FactsPanel>
          <Fact term={operatorWords.forMerchant}>
            <bdi>{await createNameLookup(ctx.context)(row.merchant)}</bdi>
          </Fact>
          <Fact term={words.amount}>
            <Amount ctx={ctx} pesewas={row.amount_pesewas} />
          </Fact>
          <Fact term={operatorWords.sendTo}>
            <bdi dir="ltr">{to}</bdi>
          </Fact>
          {facts.map(([term, value]) => (
            <Fact term={term}>{value}</Fact>
          ))}
          <Fact term={words.created}>
            <Time ctx={ctx} ms={row.created_ms} />
          </Fact>
          <Fact term={words.resolvedAt}>{resolvedMs !== null && <Time ctx={ctx} ms={resolvedMs} />}</Fact>
        </FactsPanel>
        {isPending && (
          <>
            {above}
            {Object.entries(actions).map(([act, action]) => (
              <ActionForm ctx={ctx} task={task} row={row} act={act} action={action} to={to} state={state} />
            ))}
          </>
        )}
      </>
    ),
  })
}

interface ActionFormProps<T extends TaskTable> {
  readonly ctx: SessionContext
  readonly task: Task<T>
  readonly row: Row<T>
  readonly act: string
  readonly action: TaskAction<T>
  readonly to: string
  readonly state: PageState
}

function ActionForm<T extends TaskTable>({ ctx, task, row, act, action, to, state }: ActionFormProps<T>) {
  const { operatorWords, amount } = ctx.language
  const { note, text } = action
  const isRejected = state.act === act
  return (
    <Panel title={operatorWords[action.title]}>
      {text && <p>{operatorWords[text]}</p>}
      <Form ctx={ctx} action={taskUrl(ctx, task, row)}>
        {action.fields?.(ctx, state.problem)}
        {note && (
          <Field
            name={`${act}-note`}
            label={operatorWords[note.label]}
            {...(note.hint && { hint: operatorWords[note.hint] })}
            {...(note.isRequired && { required: true })}
            value={isRejected ? state.note : undefined}
            problem={isRejected && state.field === 'note' ? state.problem : undefined}
          />
        )}
        <Checkbox name="tick" value={act} required invalid={isRejected && state.field === 'tick'}>
          <Filled text={operatorWords[action.tick]} values={{ amount: amount(row.amount_pesewas), to }} />
        </Checkbox>
        <button type="submit" class={action.isStop ? 'stop' : undefined} name="act" value={act}>
          {operatorWords[action.button]}
        </button>
      </Form>
    </Panel>
  )
}

/** Maximum length of a note, in characters. */
const maxNoteLength = 500

/** Carries out the submitted action of a record. */
export async function resolveTask<T extends TaskTable>(
  ctx: SessionContext,
  task: Task<T>,
): Promise<Response | undefined> {
  const { form, language } = ctx
  const { operatorWords } = language
  const act = form.get('act') ?? ''
  const action = Object.hasOwn(task.actions, act) ? task.actions[act] : undefined
  if (!action) return taskPage(ctx, task)
  const note = action.note ? readLine(form, `${act}-note`) : ''
  const showError = (problem: string, field?: 'note' | 'tick') =>
    taskPage(ctx, task, { status: 422, act, note, problem, ...(field && { field }) })
  if (form.get('tick') !== act) return showError(operatorWords.needTick, 'tick')
  if (action.note?.isRequired && note === '') return showError(operatorWords.needNote, 'note')
  if (isLongerThan(note, maxNoteLength)) return showError(operatorWords.longNote, 'note')
  const row = await readTask(ctx, task)
  if (!row) return undefined
  const result = await action.run(ctx, row, note)
  if (typeof result === 'object') return showError(operatorWords[result.problem])
  return redirect(ctx, taskUrl(ctx, task, row, { done: result === 'changed' ? act : result }))
}
