import { createHash } from 'node:crypto'
import { escapeControls } from '../show.js'
import { invariants } from './invariants.js'
import type { ScenarioResult } from './run-scenario.js'
import { shorten } from './timeline.js'

/** Path of the guides in the repository. */
const guides = 'docs/guides'

const marks = { passed: '✓', failed: '✗', skipped: '-', blocked: '○', unclear: '?' } as const

/** Formats a result for the terminal: one line, and the reasons if the scenario did not pass. */
export function formatResult({ name, verdict, invariant, message, tries, timeline, summary }: ScenarioResult): string {
  const line = `${marks[verdict]} ${name}: ${summary}\n`
  if (verdict === 'passed') return line
  const reason = message ? `    ${escapeControls(message)}\n` : ''
  if (!invariant) return line + reason
  const { text, fix, guide } = invariants[invariant]
  const frequency = tries && tries.failed < tries.of ? ` It failed ${tries.failed} of ${tries.of} times.` : ''
  const steps = shorten(timeline).map((step) => `      ${escapeControls(step)}\n`)
  return `${line}${reason}    Invariant: ${text}${frequency}\n${steps.join('')}    Fix: ${fix}\n    Guide: ${guides}/${guide}.md\n`
}

/** Formats the summary, which is the last line. */
export function formatSummary(results: readonly ScenarioResult[]): string {
  const count = (verdict: ScenarioResult['verdict']): number =>
    results.filter((result) => result.verdict === verdict).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count('blocked')} not examined, ${count('unclear')} unclear\n`
}

/** Formats the results as JUnit XML. */
export function formatJunit(shop: string, results: readonly ScenarioResult[]): string {
  const cases = results.map(({ name, summary, verdict, invariant, message = '', ms, timeline }) => {
    const open = `  <testcase classname="${escapeXml(shop)}" name="${escapeXml(`${name}: ${summary}`)}" time="${(ms / 1_000).toFixed(3)}"`
    if (verdict === 'passed') return `${open}/>`
    if (verdict === 'skipped' || verdict === 'blocked')
      return `${open}><skipped message="${escapeXml(message)}"/></testcase>`
    const tag = verdict === 'failed' ? 'failure' : 'error'
    return `${open}><${tag} type="${invariant ?? 'unclear'}" message="${escapeXml(message)}">${escapeXml(shorten(timeline).join('\n'))}</${tag}></testcase>`
  })
  const failures = results.filter(({ verdict }) => verdict === 'failed').length
  const errors = results.filter(({ verdict }) => verdict === 'unclear').length
  const skipped = results.filter(({ verdict }) => verdict === 'skipped' || verdict === 'blocked').length
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="cedi examine" tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">
${cases.join('\n')}
</testsuite>
`
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.5rem 0}.failed>summary{color:#b3261e;font-weight:600}.skipped>summary,.blocked>summary{opacity:.6}
table{border-collapse:collapse;width:100%}td{padding:.125rem .75rem .125rem 0;vertical-align:top;white-space:nowrap}td:last-child{white-space:normal;overflow-wrap:anywhere}
td:first-child{text-align:end;font-variant-numeric:tabular-nums;opacity:.7}@media(prefers-color-scheme:dark){.failed>summary{color:#f2b8b5}}`

/** Formats the results as one HTML page without references to other files. */
export function formatHtml(shop: string, results: readonly ScenarioResult[], seed: number): string {
  const parts = results.map((result) => {
    const { name, summary, verdict, invariant, message = '', timeline, ledger } = result
    const rows = timeline.map(
      ({ ms, actor, text }) => `<tr><td>${(ms / 1_000).toFixed(1)} s<td>${actor}<td>${escapeXml(text)}</tr>`,
    )
    const reasons = invariant
      ? `<p>${escapeXml(message)}<p><b>Invariant:</b> ${invariants[invariant].text}<p><b>Fix:</b> ${invariants[invariant].fix} <i>${guides}/${invariants[invariant].guide}.md</i>`
      : `<p>${escapeXml(message)}`
    const entries = ledger.length > 0 ? `<h3>Ledger</h3><pre>${escapeXml(ledger.join('\n'))}</pre>` : ''
    return `<details class="${verdict}"${verdict === 'failed' ? ' open' : ''}><summary>${marks[verdict]} ${name}: ${escapeXml(summary)}</summary>${reasons}<table>${rows.join('')}</table>${entries}</details>`
  })
  const hash = createHash('sha256').update(style).digest('base64')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<title>${escapeXml(shop)}: ${formatSummary(results).trim()}</title><style>${style}</style>
<h1>${escapeXml(shop)}</h1><p>${formatSummary(results)}<p>Seed ${seed}
${parts.join('\n')}
</html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and HTML. Control characters are not allowed in XML. */
const escapeXml = (text: string): string =>
  escapeControls(text).replace(/[&<>"]/g, (character) => entities[character] as string)
