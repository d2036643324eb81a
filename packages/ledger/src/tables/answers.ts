import type { ColumnsOf, MerchantRecord } from './table.js'

export const answers = {
  columns: {
    /** Says what the command was, so that its key is not used for another one. */
    fingerprint: { kind: 'text' },
    state: { kind: 'text', oneOf: ['running', 'done'] },
    /** In the caller's numbers; null while the command is running. */
    status: { kind: 'number', nullable: true },
    /** Names and values that the caller keeps beside the text. */
    labels: { kind: 'json', shape: 'object', as: {} as Readonly<Record<string, string>> },
    /** The answer itself, as the caller wrote it; null while the command is running. */
    text: { kind: 'text', nullable: true },
    created_ms: { kind: 'number' },
  },
  filters: [],
  indexes: [{ name: 'answers_age', on: ['merchant_id', 'created_ms'] }],
} as const

/** What a command was answered, kept to be given again when it comes again; `id` comes from `answerId`. @decision 0006 */
export interface AnswerRow extends MerchantRecord, ColumnsOf<typeof answers> {}
