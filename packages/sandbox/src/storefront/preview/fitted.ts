/** One line of words, and how large it is written. */
export interface Line {
  readonly text: string
  readonly size: number
}

interface Place {
  /** How wide a line may be. */
  readonly room: number
  /** How large words may be written; the largest comes first. */
  readonly sizes: readonly number[]
  readonly mostLines: number
}

/** No name that is longer can be read in a chat. */
const mostLetters = 160

/** What the font has no letter for, and what turns or hides the text around it. */
const unknown =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\x20-\x7e\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u20ac\u20b5]/gu

/** How wide a letter of the font is at most, of its size. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/\p{M}/u, 0],
  [/[ .,:;'!|()[\]iljftrI]/, 0.46],
  [/[mwMWQ@%&\u2014\u2026\u2030]/, 1.1],
  [/[\p{Lu}\u20b5]/u, 0.82],
]
const widthOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (widths.find(([letters]) => letters.test(one))?.[1] ?? 0.66), 0)

/** Words on lines: as large as they fit, and cut off with a sign where they never do. No font is asked, so it fits by guess. */
export function fitted(given: string, { room, sizes, mostLines }: Place): readonly Line[] {
  const text = [...given.normalize('NFC').slice(0, 4 * mostLetters)]
    .slice(0, mostLetters)
    .join('')
    .replace(unknown, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const linesAt = (size: number): string[] => wrapped(text, room / size)
  const size = sizes.find((one) => linesAt(one).length <= mostLines) ?? sizes.at(-1) ?? 0
  const lines = linesAt(size)
  const shown = lines.slice(0, mostLines)
  const last = shown.pop()
  if (last === undefined) return []
  const end = lines.length > mostLines ? `${shortened(last, room / size)}…` : last
  return [...shown, end].map((line) => ({ text: line, size }))
}

/** Words on lines of so many ems. A word that is longer than a line is broken. */
function wrapped(text: string, ems: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => broken(one, ems))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= ems) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

function broken(word: string, ems: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (widthOf(piece + letter) > ems) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

/** So much of a line that a sign fits behind it. */
function shortened(line: string, ems: number): string {
  const letters = [...line]
  while (widthOf(`${letters.join('')}…`) > ems) letters.pop()
  return letters.join('').trimEnd()
}
