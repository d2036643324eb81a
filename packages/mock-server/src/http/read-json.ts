import { shortened, unfitText } from '../service/texts.js'

/** A parsed JSON text, or the reason why it is refused. */
export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: 'no_json' }
  | { readonly ok: false; readonly problem: 'unfit' | 'number'; readonly field: string; readonly words: string }

// The characters that `unfitText` looks for, plain or escaped: only a text with one of them is searched.
const suspicious = /[\p{Cs}\p{Bidi_Control}]|\\u(?:0000|d[89a-f]|061c|200[ef]|202[a-e]|206[6-9])/iu

/**
 * Reads JSON exactly as written. It refuses a member that appears twice, a number that would be rounded, and a text
 * that cannot be stored, instead of choosing one of several meanings.
 *
 * @decision 0008
 */
export function readJson(text: string): ReadJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'no_json' }
  }
  const unfit = suspicious.test(text) ? unfitText(value) : undefined
  if (unfit) return { ok: false, problem: 'unfit', ...unfit }
  return ambiguity(text) ?? { ok: true, value }
}

/** An open object or array: its names so far, and the current place. */
interface Level {
  readonly names: Set<string> | undefined
  at: string | number
}

/** Walks through a valid JSON text, and finds the first thing that its parsed value would hide. */
function ambiguity(text: string): Exclude<ReadJson, { ok: true }> | undefined {
  const open: Level[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const level = open[open.length - 1]
    if (code === quote) {
      const end = endOfString(text, at)
      // In an object, a string before a colon is a name; a value never is.
      if (level?.names && text.charCodeAt(afterSpace(text, end + 1)) === colon) {
        const name = nameOf(text.slice(at, end + 1))
        if (level.names.has(name)) return twice(open, name)
        level.names.add(name)
        level.at = name
      }
      at = end
    } else if (code === brace || code === bracket) {
      open.push({ names: code === brace ? new Set() : undefined, at: 0 })
    } else if (code === closingBrace || code === closingBracket) open.pop()
    else if (code === comma) {
      if (typeof level?.at === 'number' && !level.names) level.at++
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = endOfNumber(text, at)
      // A lone number is not a valid input, and is refused as that.
      if (open.length > 0 && isRounded(text.slice(at, end))) return rounded(open)
      at = end - 1
    }
  }
  return undefined
}

const [quote, colon, comma, minus, zero, nine] = [34, 58, 44, 45, 48, 57] as const
const [brace, closingBrace, bracket, closingBracket] = [123, 125, 91, 93] as const

/** The end of a string: the next quotation mark with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === 92) before--
    if ((end - before) % 2 === 1) return end
  }
}

function afterSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 32) at++
  return at
}

const inNumber = '0123456789.eE+-'

/** A number goes on with digits, a point, an exponent and its sign. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (inNumber.includes(text.charAt(end)) && end < text.length) end++
  return end
}

/** A name may be written with escapes: `"\u0061"` is `a`. */
const nameOf = (written: string): string => (written.includes('\\') ? JSON.parse(written) : written.slice(1, -1))

/** Whether a JSON number has more digits than the parsed number keeps; fifteen digits always fit. */
function isRounded(written: string): boolean {
  if (written.length <= 15 && !/e/i.test(written)) return false
  return digitsOf(written) !== digitsOf(String(Number(written)))
}

/** A number without meaningless zeros: its digits, and the place of its point. */
function digitsOf(written: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? []
  const digits = `${whole}${part}`
  // Not with a regular expression, which would scan a long run of zeros again and again.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const kept = digits.slice(0, end)
  const first = kept.search(/[1-9]/)
  if (first < 0) return whole ? '0' : written
  return `${sign}${kept.slice(first)}e${Number(power) - part.length + digits.length - kept.length}`
}

const pathOf = (open: readonly Level[]): string => {
  const path = open.map(({ names, at }, depth) => (names ? (depth === 0 ? at : `.${at}`) : `[${at}]`)).join('')
  return shortened(path)
}

const twice = (open: readonly Level[], name: string) => {
  const last = open.at(-1)
  if (last) last.at = name
  const field = pathOf(open)
  return { ok: false, problem: 'unfit', field, words: `${field} is there twice. Send it once.` } as const
}

const rounded = (open: readonly Level[]) => {
  const field = pathOf(open)
  const words = `${field} has more digits than a number can keep. Send fewer, or the number as text.`
  return { ok: false, problem: 'number', field, words } as const
}
