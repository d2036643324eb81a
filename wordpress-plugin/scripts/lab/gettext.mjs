// Texts of the plugin: found in sources, read from and written to the files of gettext.

/** A text of PHP or TypeScript between quotation marks, without its escapes. */
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

/** A .l10n.php file: what WordPress likes best, as PHP keeps it compiled and no page has to read it. */
export function phpOf(list, { domain, language }) {
  const text = (value) => `'${value.replace(/[\\']/g, '\\$&')}'`
  const keyOf = ({ context, text: own }) => (context ? `${text(context)} . "\\4" . ${text(own)}` : text(own))
  const rows = list.map((entry) => `\t\t${keyOf(entry)} => ${text(entry.translation)},\n`)
  const head = { domain, language, 'plural-forms': 'nplurals=2; plural=(n > 1);' }
  const fields = Object.entries(head).map(([name, value]) => `\t${text(name)} => ${text(value)},\n`)
  return `<?php\n// Made from the .po file beside it. Do not edit: change that and run "npm run languages".\nreturn array(\n${fields.join('')}\t'messages' => array(\n${rows.join('')}\t),\n);\n`
}
