// Generates the hook reference from the comments above the hooks: docs/guides/wordpress-hooks.md, and a list in readme.txt.
// With --check it writes nothing, and fails if one is out of date or a hook has no comment.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { plugin } from './lab/core.mjs'

const isCheck = process.argv.includes('--check')
const problems = []
const files = readdirSync(join(plugin, 'includes'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.php'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const call = /\b(do_action|apply_filters)\(\s*'(cedi_commerce_\w+)'/g

/** Returns the comment above the statement at an offset. */
function commentAbove(source, index) {
  const [, comment = ''] = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)[^;{}]*$/.exec(source.slice(0, index)) ?? []
  return comment
}

/** Parses a comment into its text and parameters. */
function parseComment(comment) {
  const lines = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\/?\*+\/?\s?/, '').trimEnd())
    .join('\n')
    .trim()
  const [text = '', ...rest] = lines.split(/\n(?=@)/)
  const params = rest
    .filter((part) => part.startsWith('@param'))
    .map((part) => /^@param\s+(\S+)\s+(\$\w+)\s+([\s\S]+)$/.exec(part.replace(/\n\s*/g, ' ')))
    .map((match) => ({ type: match?.[1], name: match?.[2], text: match?.[3] }))
  return { text: text.replace(/\s+/g, ' ').trim(), params }
}

const hooks = files
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(call)].map(({ index, 1: kind, 2: name }) => {
      const { text, params } = parseComment(commentAbove(source, index))
      if (!text || params.length === 0)
        problems.push(`${relative(plugin, file)}: ${name} has no comment that says what it is for.`)
      return { name, kind: kind === 'do_action' ? 'action' : 'filter', text, params }
    })
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** Writes a file, or reports that it is out of date. */
function writeOrCompare(path, text) {
  if (readFileSync(path, { encoding: 'utf8', flag: 'a+' }) === text) return
  if (isCheck)
    problems.push(
      `${relative(join(plugin, '..'), path)} is out of date. Run "node scripts/hooks.mjs" in wordpress-plugin.`,
    )
  else writeFileSync(path, text)
}

const section = (kind, title, intro) =>
  [
    `## ${title}`,
    intro,
    ...hooks
      .filter((hook) => hook.kind === kind)
      .map(({ name, text, params }) =>
        [
          `### \`${name}\``,
          text,
          `| Argument | Type | Meaning |\n| --- | --- | --- |\n${params
            .map(
              ({ type, name: each, text: meaning }) =>
                `| \`${each}\` | \`${String(type).replaceAll('|', '\\|')}\` | ${meaning} |`,
            )
            .join('\n')}`,
        ].join('\n\n'),
      ),
  ].join('\n\n')
writeOrCompare(
  join(plugin, '../docs/guides/wordpress-hooks.md'),
  `---
title: Hooks of the plugin for WordPress
---

# Hooks of the plugin for WordPress

Run your own code when something happens to an order, or change what the plugin does. An action runs while the order is locked, so schedule slow work
for later. \`wordpress-plugin/scripts/hooks.mjs\` makes this page from the comments in the code.

${section('action', 'Actions', 'The plugin calls these when something has happened.')}

${section('filter', 'Filters', 'Return the first argument, changed or not.')}
`,
)
const readme = join(plugin, 'readme.txt')
const list = hooks.map(({ name, kind, text }) => `* \`${name}\` (${kind}). ${text.split(/(?<=\.) /)[0]}`).join('\n')
writeOrCompare(readme, readFileSync(readme, 'utf8').replace(/(= Hooks =\n\n)[\s\S]*?(?=\n\n=)/, `$1${list}`))

for (const problem of problems) console.error(problem)
console.log(`${hooks.length} hooks, ${problems.length} problems`)
process.exitCode = problems.length > 0 || hooks.length === 0 ? 1 : 0
