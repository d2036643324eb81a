/** A line of text with its font size. */
export interface Line {
  readonly text: string
  readonly size: number
}

interface Box {
  /** Maximum width of a line. */
  readonly width: number
  /** Font sizes to try, largest first. */
  readonly sizes: readonly number[]
  readonly maxLines: number
}

/** Maximum number of characters: longer names are unreadable in a chat. */
const maxCharacters = 160

/** Characters without a glyph in the font, and invisible characters that change the text direction. */
const unsupported =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\x20-\x7e\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u20ac\u20b5]/gu

/** Maximum widths of characters, in em. */
const widths: readonly (readonly [characters: RegExp, width: number])[] = [
  [/\p{M}/u, 0],
  [/[ .,:;'!|()[\]iljftrI]/, 0.46],
  [/[mwMWQ@%&\u2014\u2026\u2030]/, 1.1],
  [/[\p{Lu}\u20b5]/u, 0.82],
]
const measure = (text: string): number =>
  [...text].reduce((sum, one) => sum + (widths.find(([characters]) => characters.test(one))?.[1] ?? 0.66), 0)

/**
 * Breaks text into lines at the largest font size that fits. Truncates it with an ellipsis if no size fits. Widths are
 * estimated, because no font is loaded.
 */
export function fitText(input: string, { width, sizes, maxLines }: Box): readonly Line[] {
  const text = [...input.normalize('NFC').slice(0, 4 * maxCharacters)]
    .slice(0, maxCharacters)
    .join('')
    .replace(unsupported, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const wrapAt = (size: number): string[] => wrap(text, width / size)
  const size = sizes.find((item) => wrapAt(item).length <= maxLines) ?? sizes.at(-1) ?? 0
  const lines = wrapAt(size)
  const shownLines = lines.slice(0, maxLines)
  const last = shownLines.pop()
  if (last === undefined) return []
  const end = lines.length > maxLines ? `${truncate(last, width / size)}…` : last
  return [...shownLines, end].map((line) => ({ text: line, size }))
}

/** Breaks text into lines of a maximum width in em. Breaks words that are longer than a line. */
function wrap(text: string, ems: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((item) => breakWord(item, ems))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= ems) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

function breakWord(word: string, ems: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (measure(piece + character) > ems) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

/** Truncates a line, so that an ellipsis fits after it. */
function truncate(line: string, ems: number): string {
  const characters = [...line]
  while (measure(`${characters.join('')}…`) > ems) characters.pop()
  return characters.join('').trimEnd()
}
