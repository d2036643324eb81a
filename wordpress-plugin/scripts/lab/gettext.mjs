// Finds the plugin's texts in the sources, and reads and writes gettext files.

/** A quoted text of PHP or TypeScript, without its escapes. */
const unquote = (quoted) => quoted.slice(1, -1).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))

const quoted = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`
const calls = new RegExp(
  String.raw`\b(?:__|_e|esc_html__|esc_attr__|esc_html_e|esc_attr_e|(_x|esc_html_x|esc_attr_x))\(\s*${quoted}\s*,\s*(?:${quoted}\s*,\s*)?${quoted}\s*,?\s*\)`,
  'g',
)

/**
 * The texts of a source file.
 *
 * @param {string} file - Its name says what it is.
 * @param {string} source - What is in it.
 * @param {string} domain - The text domain; a call with another one is an error.
 */
export function stringsOf(file, source, domain) {
  const found = []
  const lineAt = (index) => source.slice(0, index).split('\n').length
  if (file.endsWith('block.json')) {
    const block = JSON.parse(source)
    const add = (text, context) => text && found.push({ text, context, line: 1 })
    add(block.title, 'block title')
    add(block.description, 'block description')
    for (const keyword of block.keywords ?? []) add(keyword, 'block keyword')
    for (const style of block.styles ?? []) add(style.label, 'block style label')
    return found
  }
  if (file === 'cedi-commerce.php')
    for (const [, name, text] of source.matchAll(/^ \* (Plugin Name|Description):\s+(.+)$/gm))
      found.push({ text, note: `${name} of the plugin`, line: 1 })
  for (const match of source.matchAll(calls)) {
    const [, withContext, first, second, last] = match
    if (unquote(last) !== domain) throw new Error(`${file}:${lineAt(match.index)} has the text domain ${last}.`)
    const before = source.slice(Math.max(0, match.index - 400), match.index)
    const note = /translators: ([^*\n]+?)\s*(?:\*\/)?\s*\n[^\n]*(?:\n\s*)?$/.exec(before)?.[1]
    found.push({
      text: unquote(first),
      context: withContext ? unquote(second) : undefined,
      note,
      line: lineAt(match.index),
    })
  }
  return found
}

const quote = (text) => JSON.stringify(text)

/** A .pot or .po file of texts. */
export function poOf(list, { language }) {
  const head = [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: Cedi Commerce\\n"',
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Language: ${language}\\n"`,
    '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"',
    '"X-Domain: cedi-commerce\\n"',
  ].join('\n')
  const rows = list.map(({ text, context, note, places, translation = '' }) =>
    [
      ...(note ? [`#. translators: ${note}`] : []),
      `#: ${[...new Set(places)]
        .map((place) => place.replace(/:\d+$/, ''))
        .filter((place, at, all) => all.indexOf(place) === at)
        .join(' ')}`,
      ...(context ? [`msgctxt ${quote(context)}`] : []),
      `msgid ${quote(text)}`,
      `msgstr ${quote(translation)}`,
    ].join('\n'),
  )
  return `${[head, ...rows].join('\n\n')}\n`
}

/** The translations of a .po file, by context and text. */
export function parsePo(source) {
  const found = new Map()
  for (const block of source.split(/\n\s*\n/)) {
    const read = (name) => {
      const match = new RegExp(String.raw`^${name} ((?:"(?:[^"\\]|\\.)*"\s*)+)`, 'm').exec(block)
      return match ? [...match[1].matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => JSON.parse(text)).join('') : undefined
    }
    const text = read('msgid')
    if (text) found.set(`${read('msgctxt') ?? ''}\u0004${text}`, read('msgstr') ?? '')
  }
  return found
}

/** A .mo file, as bytes: sorted texts, so that WordPress can use a binary search. */
export function moOf(list, { language }) {
  const head = `Content-Type: text/plain; charset=UTF-8\nLanguage: ${language}\nPlural-Forms: nplurals=2; plural=(n > 1);\n`
  const rows = list
    .map(({ context, text, translation }) => [Buffer.from(context ? `${context}\u0004${text}` : text), translation])
    .sort(([one], [other]) => Buffer.compare(one, other))
  const texts = [[Buffer.alloc(0), head], ...rows].map(([text, translation]) => [text, Buffer.from(translation)])
  const start = 28 + texts.length * 16
  const table = Buffer.alloc(start)
  for (const [at, value] of [0x950412de, 0, texts.length, 28, 28 + texts.length * 8, 0, start].entries())
    table.writeUInt32LE(value, at * 4)
  const parts = [table]
  let end = start
  // All texts come first, then all translations, each followed by a zero byte.
  for (const side of [0, 1])
    for (const [row, pair] of texts.entries()) {
      const at = 28 + (side * texts.length + row) * 8
      table.writeUInt32LE(pair[side].length, at)
      table.writeUInt32LE(end, at + 4)
      parts.push(pair[side], Buffer.alloc(1))
      end += pair[side].length + 1
    }
  return Buffer.concat(parts)
}
