// Shows a call in three languages. curl and PHP are generated from the request description of the client, so that all
// three are equivalent.
import { createClient } from '@cedi/client'
import { toCurl } from '@cedi/client/debug'

const address = 'https://cedi.invalid'
const cedi = createClient({ baseUrl: address, apiKey: 'sk_test_all' })

/** Converts an operation ID to a call: `createCheckoutIntent` to `checkoutIntents.create`. */
export function toCallName(operationId) {
  const [, verb, noun] = /^([a-z]+)(.+)$/.exec(operationId)
  const word = noun[0].toLowerCase() + noun.slice(1)
  return `${word === 'balance' || word.endsWith('s') ? word : `${word}s`}.${verb}`
}

/** Formats a value as code, short values on one line. */
function formatLiteral(value, style, indent = '') {
  if (value === null || typeof value !== 'object') return style.scalar(value)
  const inner = `${indent}${style.step}`
  const members = Array.isArray(value)
    ? value.map((entry) => formatLiteral(entry, style, inner))
    : Object.entries(value).map(([name, entry]) => style.member(name, formatLiteral(entry, style, inner)))
  const [open, close] = style.brackets(Array.isArray(value))
  const pad = style.padding && !Array.isArray(value) ? ' ' : ''
  const short = `${open}${pad}${members.join(', ')}${pad}${close}`
  if (short.length + indent.length < 72 && !short.includes('\n')) return short
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
}
const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const scalar = (value) => (typeof value === 'string' ? quote(value) : JSON.stringify(value))
const typescriptStyle = {
  step: '  ',
  padding: true,
  scalar,
  member: (name, text) => `${/^[a-z_]\w*$/i.test(name) ? name : quote(name)}: ${text}`,
  brackets: (isList) => (isList ? ['[', ']'] : ['{', '}']),
}
const phpStyle = {
  step: '    ',
  scalar,
  member: (name, text) => `${quote(name)} => ${text}`,
  brackets: () => ['[', ']'],
}

/** Converts a request description to PHP that needs only the curl extension. */
export function toPhp({ method, url, headers, body }) {
  const headerLines = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? "'Authorization: Bearer ' . getenv('CEDI_API_KEY')"
      : quote(`${name}: ${value}`),
  )
  return [
    `$curl = curl_init(getenv('CEDI_URL') . ${quote(url.slice(address.length))});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...headerLines.map((line) => `        ${line},`),
    '    ],',
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${formatLiteral(JSON.parse(body), phpStyle, '    ')}),`]),
    ']);',
    '$answer = json_decode(curl_exec($curl), true);',
    "if (!$answer['success']) {",
    "    throw new RuntimeException($answer['error']['code'] . ': ' . $answer['error']['message']);",
    '}',
    "print_r($answer['data']);",
  ].join('\n')
}

/** Converts a request description to a shell command with line breaks. */
export const toShell = (description) =>
  toCurl(description)
    .replace(`'${address}`, `"$CEDI_URL"'`)
    .replaceAll(/ (?=-H |--data-raw )/g, ' \\\n  ')

/** Evaluates a call such as `payments.read('pay_1')` to a request description. */
export function describe(call) {
  // The text is trusted: from a guide, or generated from openapi.yaml.
  return new Function('cedi', `return cedi.${call}`)(cedi)
}

/** Returns the arguments of a call from the first example of its operation. */
function getExampleArguments({ method, parameters, body }) {
  const path = parameters
    .filter((entry) => entry.in === 'path')
    .map((entry) => entry.example ?? entry.examples?.[0] ?? 'pay_0000068s9kxyx9gfqwrrc3')
  const query = Object.fromEntries(
    parameters
      .filter((entry) => entry.in === 'query' && entry.example !== undefined)
      .map((entry) => [entry.name, entry.example]),
  )
  const options = method === 'post' &&
    parameters.some((entry) => entry.name === 'Idempotency-Key') && { idempotencyKey: 'order-1042' }
  return [...path, body, Object.keys(query).length > 0 && query, options].filter(Boolean)
}

/** Creates the call of an operation, such as `payments.read('pay_0000068s9kxyx9gfqwrrc3')`. */
export function createCallText(operationId, operation) {
  const callArguments = getExampleArguments(operation).map((value) => formatLiteral(value, typescriptStyle))
  return `${toCallName(operationId)}(${callArguments.join(', ')})`
}

/** Creates a program with a call. */
const createProgram = (call) =>
  [
    "import { createClient } from '@cedi/client'",
    "import { send } from '@cedi/client/fetch'",
    '',
    "const cedi = createClient({ baseUrl: process.env.CEDI_URL ?? '', apiKey: process.env.CEDI_API_KEY ?? '' })",
    call.length < 70
      ? `console.log(await send(cedi.${call}))`
      : `const answer = await send(\n  cedi.${call.replaceAll('\n', '\n  ')},\n)\nconsole.log(answer)`,
  ].join('\n')

/** Creates a group of code tabs. */
const createCodeGroup = (blocks) =>
  [
    '::: code-group',
    ...blocks.map(([language, name, code]) => `\`\`\`${language} [${name}]\n${code.trimEnd()}\n\`\`\``),
    ':::',
  ].join('\n\n')

/** Creates a code group of a call in three languages. */
export function callGroup(call, typescript = createProgram(call)) {
  const description = describe(call)
  return createCodeGroup([
    ['ts', 'TypeScript', typescript],
    ['sh', 'curl', toShell(description)],
    ['php', 'PHP', toPhp(description)],
  ])
}

const resources = 'payments|checkoutIntents|balance|refunds|products|orders|licenses'
const callStart = new RegExp(`\\b(?:cedi|client)\\.((?:${resources})\\.(?:create|read|list|verify)\\()`, 'g')

/** Extracts a call up to its closing bracket, without comments. */
function extractCall(code, start) {
  let depth = 0
  for (let index = code.indexOf('(', start); index < code.length; index++) {
    if (code[index] === '(') depth++
    if (code[index] === ')' && --depth === 0) return code.slice(start, index + 1).replaceAll(/ \/\/ .*$/gm, '')
  }
}

/** Finds constants of strings, numbers and objects that a call may use. */
const findConstants = (code) => [...code.matchAll(/^const (\w+) = ((?:'[^']*'|\d[\d.]*|\{[^;]*?\})(?: as const)?)$/gm)]

/**
 * Returns the call of a block if the block is self-contained. A block with two different calls, or one that uses an earlier
 * response, has no complete curl version.
 */
function findDescribableCall(code) {
  const found = new Map()
  for (const { index, 0: match, 1: name } of code.matchAll(callStart)) {
    let call = extractCall(code, index + match.length - name.length)
    for (const [, constant, value] of findConstants(code.slice(0, index)))
      call = call
        ?.replaceAll(`\${${constant}}`, value.replaceAll("'", ''))
        .replaceAll(new RegExp(`(?<![\\w.'])${constant}(?=[,)\\s}])`, 'g'), value.replace(/ as const$/, ''))
    try {
      describe(call)
    } catch {
      return undefined
    }
    if (!found.has(name)) found.set(name, { call, name: name.slice(0, -1) })
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}

/** Adds curl and PHP to the first block of each call in a guide. */
export function withCallGroups(text) {
  const shownNames = new Set()
  return text.replaceAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm, (match, code) => {
    const found = findDescribableCall(code)
    if (!found || shownNames.has(found.name)) return match
    shownNames.add(found.name)
    return callGroup(found.call, code)
  })
}
