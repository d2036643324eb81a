// How the steps look in a terminal.
const isTerminal = process.stdout.isTTY === true
/** @param {string} code @param {string} text */
const styled = (code, text) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text)

let steps = 0

/**
 * One step that is done.
 *
 * @param {string} what
 * @param {string} result
 */
export function step(what, result) {
  steps++
  console.log(`${styled('32', String(steps).padStart(2))}  ${styled('1', what)}\n    ${result}`)
}

/**
 * Something to read beside a step.
 *
 * @param {string} text
 */
export const told = (text) => console.log(`    ${styled('2', text)}`)

/**
 * Asks until the answer is yes, for ten seconds at most.
 *
 * @param {string} what
 * @param {() => Promise<boolean>} isOver
 */
export async function waiting(what, isOver) {
  process.stdout.write(`    ${styled('2', what)} `)
  for (let at = 0; at < 40; at++) {
    if (await isOver()) {
      process.stdout.write('\n')
      return
    }
    process.stdout.write(styled('2', '.'))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('Nobody approved the payment within ten seconds.')
}

/** @param {number} amount in GH₵ */
export const cedis = (amount) => `GH₵${amount.toFixed(2)}`

/**
 * A table with aligned columns; the last one holds numbers.
 *
 * @param {string[]} heads
 * @param {string[][]} rows
 */
export function table(heads, rows) {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)))
  /** @param {string[]} row */
  const line = (row) =>
    row
      .map((text, column) =>
        column === row.length - 1 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
  console.log(`\n    ${styled('2', line(heads))}`)
  console.log(`    ${styled('2', widths.map((width) => '─'.repeat(width)).join('──'))}`)
  for (const row of rows) console.log(`    ${line(row)}`)
  console.log()
}
