// Shows a call in three languages. The client describes it, and the lines for curl and PHP are made from that
// description, so the three cannot differ.
import { createClient } from '@cedi/client'
import { toCurl } from '@cedi/client/debug'

const address = 'https://cedi.invalid'
const cedi = createClient({ baseUrl: address, apiKey: 'sk_test_all' })

/** `createCheckoutIntent` is `checkoutIntents.create`. */
export function nameOfCall(operationId) {
  const [, verb, noun] = /^([a-z]+)(.+)$/.exec(operationId)
  const word = noun[0].toLowerCase() + noun.slice(1)
  return `${word === 'balance' || word.endsWith('s') ? word : `${word}s`}.${verb}`
}

/** Formats a value as code, short values on one line. */
function literal(value, style, indent = '') {
  if (value === null || typeof value !== 'object') return style.scalar(value)
  const inner = `${indent}${style.step}`
  const members = Array.isArray(value)
    ? value.map((one) => literal(one, style, inner))
    : Object.entries(value).map(([name, one]) => style.member(name, literal(one, style, inner)))
  const [open, close] = style.brackets(Array.isArray(value))
  const pad = style.padding && !Array.isArray(value) ? ' ' : ''
  const short = `${open}${pad}${members.join(', ')}${pad}${close}`
  if (short.length + indent.length < 72 && !short.includes('\n')) return short
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
}
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const scalar = (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
const inTypeScript = {
  step: '  ',
  padding: true,
  scalar,
  member: (name, text) => `${/^[a-z_]\w*$/i.test(name) ? name : quoted(name)}: ${text}`,
  brackets: (isList) => (isList ? ['[', ']'] : ['{', '}']),
}
const inPhp = { step: '    ', scalar, member: (name, text) => `${quoted(name)} => ${text}`, brackets: () => ['[', ']'] }

/** A description as PHP that needs only the curl extension. */
export function toPhp({ method, url, headers, body }) {
  const sent = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? "'Authorization: Bearer ' . getenv('CEDI_API_KEY')"
      : quoted(`${name}: ${value}`),
  )
  return [
    `$curl = curl_init(getenv('CEDI_URL') . ${quoted(url.slice(address.length))});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...sent.map((line) => `        ${line},`),
    '    ],',
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${literal(JSON.parse(body), inPhp, '    ')}),`]),
    ']);',
    '$answer = json_decode(curl_exec($curl), true);',
    "if (!$answer['success']) {",
    "    throw new RuntimeException($answer['error']['code'] . ': ' . $answer['error']['message']);",
    '}',
    "print_r($answer['data']);",
  ].join('\n')
}

/** A description as a shell command, with line breaks. */
export const toShell = (description) =>
  toCurl(description)
    .replace(`'${address}`, `"$CEDI_URL"'`)
    .replaceAll(/ (?=-H |--data-raw )/g, ' \\\n  ')

/** The client's description of a call in text: `payments.read('pay_1')`. */
export function describe(call) {
  // The text is trusted: from a guide, or generated from openapi.yaml.
  return new Function('cedi', `return cedi.${call}`)(cedi)
}

/** The arguments of a call, from the first example of its operation. */
function argumentsOf({ method, parameters, body }) {
  const path = parameters
    .filter((one) => one.in === 'path')
    .map((one) => one.example ?? one.examples?.[0] ?? 'pay_000001k7q2m4x9')
  const query = Object.fromEntries(
    parameters.filter((one) => one.in === 'query' && one.example !== undefined).map((one) => [one.name, one.example]),
  )
  const options = method === 'post' &&
    parameters.some((one) => one.name === 'Idempotency-Key') && { idempotencyKey: 'order-1042' }
  return [...path, body, Object.keys(query).length > 0 && query, options].filter(Boolean)
}

/** The call of an operation as text, such as `payments.read('pay_000001k7q2m4x9')`. */
export function callOf(operationId, operation) {
  const given = argumentsOf(operation).map((value) => literal(value, inTypeScript))
  return `${nameOfCall(operationId)}(${given.join(', ')})`
}

/** The program around a call. */
const program = (call) =>
  [
    "import { createClient } from '@cedi/client'",
    "import { send } from '@cedi/client/fetch'",
    '',
    "const cedi = createClient({ baseUrl: process.env.CEDI_URL ?? '', apiKey: process.env.CEDI_API_KEY ?? '' })",
    call.length < 70
      ? `console.log(await send(cedi.${call}))`
      : `const answer = await send(\n  cedi.${call.replaceAll('\n', '\n  ')},\n)\nconsole.log(answer)`,
  ].join('\n')

/** Tabs, of which one is shown at a time. */
const group = (blocks) =>
  [
    '::: code-group',
    ...blocks.map(([language, name, code]) => `\`\`\`${language} [${name}]\n${code.trimEnd()}\n\`\`\``),
    ':::',
  ].join('\n\n')

/** A call of the HTTP API in three languages. */
export function callGroup(call, typescript = program(call)) {
  const description = describe(call)
  return group([
    ['ts', 'TypeScript', typescript],
    ['sh', 'curl', toShell(description)],
    ['php', 'PHP', toPhp(description)],
  ])
}

const resources = 'payments|checkoutIntents|balance|refunds|products|orders|licenses'
const callStart = new RegExp(`\\b(?:cedi|client)\\.((?:${resources})\\.(?:create|read|list|verify)\\()`, 'g')

/** The text of a call from its name to its closing bracket, without comments. */
function callIn(code, start) {
  let depth = 0
  for (let at = code.indexOf('(', start); at < code.length; at++) {
    if (code[at] === '(') depth++
    if (code[at] === ')' && --depth === 0) return code.slice(start, at + 1).replaceAll(/ \/\/ .*$/gm, '')
  }
}

/** The constants above a call that it may use: texts, numbers and objects of them. */
const constantsOf = (code) => [...code.matchAll(/^const (\w+) = ((?:'[^']*'|\d[\d.]*|\{[^;]*?\})(?: as const)?)$/gm)]

/**
 * The call of a block, if the block alone describes it. A block with two different calls, or one that uses another's
 * response, has none, because its curl version would be incomplete.
 */
function describable(code) {
  const found = new Map()
  for (const { index, 0: whole, 1: name } of code.matchAll(callStart)) {
    let call = callIn(code, index + whole.length - name.length)
    for (const [, constant, value] of constantsOf(code.slice(0, index)))
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

/** A guide whose first block of each call is also shown as curl and PHP. */
export function withCallGroups(text) {
  const shown = new Set()
  return text.replaceAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm, (whole, code) => {
    const found = describable(code)
    if (!found || shown.has(found.name)) return whole
    shown.add(found.name)
    return callGroup(found.call, code)
  })
}
