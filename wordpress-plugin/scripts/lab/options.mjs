// Command-line options of the scripts.
import { parseArgs } from 'node:util'

/**
 * Parses the options of a script. Prints the usage and exits for --help and for an unknown option.
 *
 * @param {string} usage
 * @param {import('node:util').ParseArgsConfig['options']} options
 */
export function readOptions(usage, options) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } })
    if (!values.help) return values
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(1)
  }
  console.log(usage)
  process.exit(0)
}
