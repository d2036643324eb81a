import type {
  IntentRow,
  LicenseRow,
  OrderRow,
  PaymentRow,
  PayoutRow,
  Plan,
  ProductRow,
  RefundRow,
} from '@cedi/mock-server/internal'

/** Copy of the records, computed from the committed plans to check the store. */
export interface Shadow {
  readonly payments: Map<string, PaymentRow>
  readonly orders: Map<string, OrderRow>
  readonly intents: Map<string, IntentRow>
  readonly refunds: Map<string, RefundRow>
  readonly payouts: Map<string, PayoutRow>
  readonly products: Map<string, ProductRow>
  readonly licenses: Map<string, LicenseRow>
}

type ShadowTable = keyof Shadow
type AnyRow = { readonly id: string }

const tables: readonly ShadowTable[] = ['payments', 'orders', 'intents', 'refunds', 'payouts', 'products', 'licenses']

export const createShadow = (): Shadow => ({
  payments: new Map(),
  orders: new Map(),
  intents: new Map(),
  refunds: new Map(),
  payouts: new Map(),
  products: new Map(),
  licenses: new Map(),
})

/** Row before and after a plan. */
export interface Change {
  readonly table: ShadowTable
  readonly before: Readonly<Record<string, unknown>> | undefined
  readonly after: Readonly<Record<string, unknown>>
}

/** Applies a plan. @returns Its changes. */
export function applyPlan(shadow: Shadow, plan: Plan): Change[] {
  const changes: Change[] = []
  const write = (table: ShadowTable, before: AnyRow | undefined, after: AnyRow): void => {
    ;(shadow[table] as Map<string, AnyRow>).set(after.id, after)
    changes.push({ table, before: before as never, after: after as never })
  }
  for (const { table, row } of plan.inserts)
    if (tables.includes(table as ShadowTable)) write(table as ShadowTable, undefined, row)
  for (const { table, id, set, add } of plan.updates) {
    if (!tables.includes(table as ShadowTable)) continue
    const before = (shadow[table as ShadowTable] as Map<string, AnyRow>).get(id) as AnyRow & Record<string, unknown>
    const after: AnyRow & Record<string, unknown> = { ...before, ...set }
    for (const [column, amount] of Object.entries(add ?? {}))
      if (after[column] !== null) after[column] = (after[column] as number) + (amount as number)
    write(table as ShadowTable, before, after)
  }
  return changes
}
