import { splitHtml } from './html.js'

/** Texts of the return page for a paid and for an unpaid order. */
export interface PageTexts {
  paid?: readonly string[]
  unpaid?: readonly string[]
}

/** Returns the sentences of a page without markup, numbers and refs, which differ between orders. */
export const readTexts = (html: string): readonly string[] =>
  [...splitHtml(html)]
    .flatMap(({ kind, text }) => (kind === 'text' ? text.split('\n') : []))
    .map((text) => text.replace(/[\w.-]+/g, (word) => (/\d/.test(word) ? '' : word)).trim())
    .filter((text) => text.length > 3)

/** Returns whether a page contains all texts that only the page of a paid order contains. */
export function showsPaid(html: string, { paid, unpaid }: PageTexts): boolean {
  if (!paid || !unpaid) return false
  const paidOnly = paid.filter((text) => !unpaid.includes(text))
  const texts = readTexts(html)
  return paidOnly.length > 0 && paidOnly.every((text) => texts.includes(text))
}

/** Returns whether a page contains all texts of the page of a paid order. */
export function equalsPaid(html: string, { paid = [] }: PageTexts): boolean {
  const texts = readTexts(html)
  return paid.length > 0 && paid.every((text) => texts.includes(text))
}
