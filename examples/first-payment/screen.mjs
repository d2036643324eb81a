// Terminal output.
const isTerminal = process.stdout.isTTY === true
/** @param {string} code @param {string} text */
const styled = (code, text) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text)

let steps = 0

/**
 * Prints a completed step.
 *
 * @param {string} name
 * @param {string} result
 */
export function step(name, result) {
  steps++
  console.log(`${styled('32', String(steps).padStart(2))}  ${styled('1', name)}\n    ${result}`)
}

/**
 * Prints a note below a step.
 *
 * @param {string} text
 */
export const note = (text) => console.log(`    ${styled('2', text)}`)

/**
 * Polls a condition for at most ten seconds.
 *
 * @param {string} name
 * @param {() => Promise<boolean>} isDone
 */
export async function waitUntil(name, isDone) {
  process.stdout.write(`    ${styled('2', name)} `)
  for (let index = 0; index < 40; index++) {
    if (await isDone()) {
      process.stdout.write('\n')
      return
    }
    process.stdout.write(styled('2', '.'))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The payment was not approved within ten seconds.')
}

/** @param {number} amount in GH₵ */
export const cedis = (amount) => `GH₵${amount.toFixed(2)}`

/**
 * Prints a table with aligned columns; the last one contains numbers.
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
