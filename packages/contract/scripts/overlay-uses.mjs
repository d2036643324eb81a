// Finds code that uses fields or enum values of openapi.yaml. Types find only a part: strings in PHP, in browser scripts and
// in comparisons with an open enum follow no type.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isGenerated = /\/(?:generated|fixtures)\/|openapi\.yaml$|\.api\.md$|languages\/|^docs\/|\.test\.|\/tests?\//
const isInstalled = /\/(?:node_modules|dist|build|\.cache|\.turbo)\//
const isCode = /\.(?:ts|tsx|mts|mjs|js|php)$/

/** Returns the field that a target of an action belongs to, and the enum values of the field in the document. */
function readTarget(document, target) {
  const [, schemaName, field] = /schemas\.(\w+)(?:\.properties\.(\w+))?/.exec(target) ?? []
  const schema = document.components?.schemas?.[schemaName] ?? document['x-public-surfaces']?.schemas?.[schemaName]
  const [, required] = /\.required\[\?@ == '(\w+)'\]/.exec(target) ?? []
  return { name: required ?? field, words: field ? (schema?.properties?.[field]?.enum ?? []) : (schema?.enum ?? []) }
}

/** Returns a pattern for each changed field and for the values of each changed enum. */
function toPatterns(document, actions) {
  const patterns = new Map()
  for (const { target } of actions) {
    const { name, words } = readTarget(document, target)
    // Strings and object keys with a value of the enum, in TypeScript and PHP. The new value is a part of the enum already and has no uses.
    if (/\.(?:enum|const)$/.test(target) || (/schemas\.\w+$/.test(target) && words.length > 0))
      for (const word of words.filter((item) => typeof item === 'string'))
        patterns.set(`${name ?? target} '${word}'`, new RegExp(`(['"\`])${word}\\1|[{,(\\s]${word}:`))
    else if (name)
      patterns.set(name, new RegExp(`(?:\\.|\\?\\.|->)${name}\\b|(['"])${name}\\1|[{,]\\s*${name}\\s*[,}:]`))
  }
  return patterns
}

/**
 * Finds lines of TypeScript, JavaScript and PHP that use what the actions change.
 *
 * @param root - Root of the repository.
 * @param document - Parsed openapi.yaml after the overlay.
 * @param actions - Actions of the overlay.
 * @returns Lines as `path:line  name: text`.
 */
export function findUses(root, document, actions) {
  const patterns = [...toPatterns(document, actions)]
  if (patterns.length === 0) return []
  const files = ['packages', 'wordpress-plugin', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${file}`)
      .filter((file) => isCode.test(file) && !isGenerated.test(file) && !isInstalled.test(file)),
  )
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return []
        const names = patterns.filter(([, pattern]) => pattern.test(line)).map(([name]) => name)
        return names.length > 0 ? [`${file}:${index + 1}  ${names.join(', ')}: ${line.trim().slice(0, 120)}`] : []
      }),
  )
}
