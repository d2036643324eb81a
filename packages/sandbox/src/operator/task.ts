import type { Row } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import type { OperatorWords } from '../kit/languages/portal/portal.js'
import type { ListSource } from '../kit/list.js'
import type { SessionContext } from '../kit/page-context.js'

export type TaskTable = 'refunds' | 'payouts' | 'payments'
type Key = keyof OperatorWords

/** Result of an action: the record changed, had the same state already, or another one. */
export type TaskResult = 'changed' | 'already' | 'otherwise' | { readonly problem: Key }

/** A way to resolve a record. Texts are keys of the messages. */
export interface TaskAction<T extends TaskTable> {
  readonly title: Key
  readonly text?: Key
  /** Text of the checkbox that confirms the action, with `{amount}` and `{to}`. */
  readonly tick: Key
  readonly button: Key
  /** Notice after the action. */
  readonly done: Key
  /** Whether the action is a rejection. */
  readonly isStop?: boolean
  readonly note?: { readonly label: Key; readonly hint?: Key; readonly isRequired?: boolean }
  /** Further fields of the form, after an error of an earlier submission. */
  fields?(ctx: SessionContext, problem: string | undefined): Child
  run(ctx: SessionContext, row: Row<T>, note: string): Promise<TaskResult>
}

/** A kind of record that an operator resolves: its list, its page and its forms. */
export interface Task<T extends TaskTable> {
  readonly section: 'refunds' | 'payouts' | 'suspense'
  readonly pending: ListSource<T>
  /** Resolved records; absent if they are not listed. */
  readonly resolved?: ListSource<T>
  readonly texts: { readonly text: Key; readonly empty: Key; readonly emptyText: Key; readonly resolvedTitle?: Key }
  readonly actions: Readonly<Record<string, TaskAction<T>>>
  /** Title of a record, before its amount. */
  title(ctx: SessionContext): string
  isPending(row: Row<T>): boolean
  /** State of a record; null if the record is no task. */
  state(ctx: SessionContext, row: Row<T>): Child | null
  /** Details in the list. */
  details(ctx: SessionContext, row: Row<T>): readonly Child[]
  /** Wallet or card that the money goes to. */
  destination(ctx: SessionContext, row: Row<T>): Promise<string>
  facts(ctx: SessionContext, row: Row<T>): Promise<readonly (readonly [term: string, value: Child])[]>
  /** Contents above the forms. */
  above?(ctx: SessionContext, row: Row<T>, to: string): Promise<Child>
}
