/** Converts a string literal of PHP or TypeScript to its value. */
const unquote = (quoted) => quoted.slice(1, -1).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))

const quoted = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`
const calls = new RegExp(
  String.raw`\b(?:__|_e|esc_html__|esc_attr__|esc_html_e|esc_attr_e|(_x|esc_html_x|esc_attr_x))\(\s*${quoted}\s*,\s*(?:${quoted}\s*,\s*)?${quoted}\s*,?\s*\)`,
  'g',
)

const pluralCalls = new RegExp(String.raw`\b_n\(\s*${quoted}\s*,\s*${quoted}\s*,[^;]*?,\s*${quoted}\s*,?\s*\)`, 'g')

/**
 * Extracts the translatable strings of a source file.
 *
 * @param {string} file - Path of the file, relative to the plugin.
 * @param {string} source - Content of the file.
 * @param {string} domain - Expected text domain.
 * @throws {Error} If a call has another text domain.
 */
export function extractStrings(file, source, domain) {
  const found = []
  const lineAt = (index) => source.slice(0, index).split('\n').length
  if (file.endsWith('block.json')) {
    const block = JSON.parse(source)
    const add = (text, context) => text && found.push({ text, context })
    add(block.title, 'block title')
    add(block.description, 'block description')
    for (const keyword of block.keywords ?? []) add(keyword, 'block keyword')
    for (const style of block.styles ?? []) add(style.label, 'block style label')
    return found
  }
  if (file === 'cedi-commerce.php')
    for (const [, name, text] of source.matchAll(/^ \* (Plugin Name|Description):\s+(.+)$/gm))
      found.push({ text, note: `${name} of the plugin` })
  const allCalls = [
    ...[...source.matchAll(calls)].map((match) => {
      const [, withContext, first, second, last] = match
      return { match, first, last, context: withContext ? second : undefined }
    }),
    ...[...source.matchAll(pluralCalls)].map((match) => ({
      match,
      first: match[1],
      plural: match[2],
      last: match[3],
      context: undefined,
    })),
  ]
  for (const { match, first, plural, last, context } of allCalls) {
    if (unquote(last) !== domain) throw new Error(`${file}:${lineAt(match.index)} has the text domain ${last}.`)
    const before = source.slice(Math.max(0, match.index - 400), match.index)
    const note = /translators: ([^*\n]+?)\s*(?:\*\/)?\s*\n[^\n]*(?:\n\s*)?$/.exec(before)?.[1]
    found.push({
      text: unquote(first),
      plural: plural && unquote(plural),
      context: context && unquote(context),
      note,
    })
  }
  return found
}
