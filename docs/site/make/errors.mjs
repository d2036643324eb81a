// Generates the pages of all error texts from the sources: errors of the service, the client and the scripts, and texts
// for buyers in English and French.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { callName, nodesIn, objectIn, parseSource, placeholder, returnedBy, textsOf, wordsIn } from './source-texts.mjs'
import { root } from './sources.mjs'

/** Packages with errors of the service, and packages that throw errors. */
const servicePackages = ['mock-server', 'sandbox']
export const programs = ['client', 'service-js', 'embed-js', 'mock-server', 'sandbox', 'cli']
/** Additional source files by package. */
const shared = { client: ['packages/contract/src/base-address.ts'] }

const listSources = (name) =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true })
    .map((file) => `packages/${name}/src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|test-d|d|sql)\.tsx?$|\/generated\//.test(file))
    .sort()

/** Whether a text contains more than placeholders. */
const isComplete = (text) => !/^\{[^}]*\}: \{[^}]*\}$|must be \{rule\}/.test(text)

/** Whether a text is a sentence, and not a code or a placeholder. */
const isSentence = (text) =>
  text
    .replaceAll(/\{[^}]*\}/g, '')
    .trim()
    .split(' ').length > 2

/** Whether a call creates an error with a code and a text. */
const isErrorCall = (node) => /^(?:fail|refused?|stop)$/.test(callName(node) ?? '') && node.arguments.length > 1

/** Returns the texts of the service's errors by code. */
export function collectServiceErrors(codes) {
  const rows = new Map(codes.map((code) => [code, new Set()]))
  const add = (code, texts) => {
    for (const text of texts.filter(isComplete)) rows.get(code)?.add(text)
  }
  for (const path of servicePackages.flatMap(listSources)) {
    const file = parseSource(path)
    for (const node of nodesIn(file)) {
      const [first, second] = (callName(node) && node.arguments) || []
      if (isErrorCall(node)) for (const code of textsOf(first, file)) add(code, textsOf(second, file))
      // Text that databases cannot store: two functions return its description.
      if (callName(node) === 'unfit' && second)
        add(
          'invalid_request',
          textsOf(second, file).map((description) => `{field} has ${description}.`),
        )
      if (ts.isFunctionDeclaration(node) && node.name?.text === 'problemOf')
        add('invalid_request', returnedBy(node, file))
    }
  }
  // Texts of injected faults.
  for (const { initializer } of objectIn('packages/mock-server/src/http/fault-response.ts', 'faultErrors').properties) {
    const [code, text] = initializer.elements ?? initializer.expression.elements
    add(code.text, textsOf(text, text.getSourceFile()))
  }
  for (const [field, rule] of Object.entries(
    wordsIn('packages/mock-server/src/service/input-error.ts', 'requirements'),
  ))
    rows.get(getFieldCodes().get(field) ?? 'invalid_request').add(`${field} must be ${rule}.`)
  return rows
}

/**
 * Returns file and line of errors with an unreadable text. Errors that pass on another error are ignored.
 */
export function findUnreadableErrors() {
  return servicePackages.flatMap(listSources).flatMap((path) => {
    const file = parseSource(path)
    return (
      nodesIn(file)
        .filter((node) => isErrorCall(node) && textsOf(node.arguments[0], file).length > 0)
        // An identifier or a member contains a text from elsewhere.
        .filter(
          ({ arguments: [, text] }) =>
            !ts.isIdentifier(text) && !ts.isPropertyAccessExpression(text) && textsOf(text, file).length === 0,
        )
        .map((node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    )
  })
}

/** Returns the codes of malformed fields, except `invalid_request`. */
function getFieldCodes() {
  const path = 'packages/contract/src/generated/errors.ts'
  const inputs = objectIn(path, 'fieldErrorCode').properties.flatMap((input) => input.initializer.properties)
  return new Map(inputs.map((item) => [item.name.getText(), item.initializer.text]))
}

/** Returns a package's errors before a request is sent, and its console warnings. */
export function collectPackageErrors(name) {
  const texts = new Set()
  for (const path of [...listSources(name), ...(shared[name] ?? [])]) {
    const file = parseSource(path)
    for (const node of nodesIn(file)) {
      const calledName = callName(node)
      const [first, second] = (calledName && node.arguments) || []
      // Reasons for a missing response: a code with its text.
      if (name === 'client' && ts.isPropertyAssignment(node) && node.name.getText() === 'message')
        for (const text of textsOf(node.initializer, file).filter(isSentence)) texts.add(text)
      if (/^(?:\w*Error|Unreachable|fail)$/.test(calledName ?? '') && first)
        for (const text of textsOf(first, file).filter(isSentence)) texts.add(text)
      if (calledName === 'wrong' && first)
        for (const text of textsOf(first, file).filter(isSentence)) texts.add(`${text}.`)
      if (calledName === 'refuse' && second && !servicePackages.includes(name))
        for (const subject of textsOf(first, file).length > 0 ? textsOf(first, file) : [placeholder(first)])
          for (const rule of textsOf(second, file)) texts.add(`${subject} must ${rule}.`)
      if (calledName === 'checkText' && node.arguments[3])
        for (const rule of textsOf(node.arguments[3], file)) texts.add(`${placeholder(first)} must ${rule}.`)
      if (calledName === 'warn' && first)
        for (const description of textsOf(first, file))
          texts.add(
            `[embed.js] ${description}; ${(second ? textsOf(second, file)[0] : undefined) ?? 'no button was added'}. Copy the tag from the portal.`,
          )
    }
  }
  // Skips texts that only join other texts.
  return [...texts].filter((text) => !/^\{[\w ]+\} must \{[\w ]+\}\.$|^\[embed\.js\] \{/.test(text)).sort()
}

const languages = 'packages/sandbox/src/kit/languages'
/**
 * Texts about problems for buyers, by place: title, file, export and pattern of the names.
 */
const buyerTextSources = [
  ['The checkout', `${languages}/{}.ts`, 'texts', /^(?!cardText|copied|sentAgain)/],
  [
    'The checkout, around a payment',
    `${languages}/{}.ts`,
    'checkout',
    /^(?:nothingTaken|pendingText|doNotPayAgain|failed|expired|unknown|offline|blocked|otherBrowser|keepKey)/,
  ],
  [
    'The storefront and the page of the bank',
    `${languages}/{}.ts`,
    'store',
    /^(?:soldOut|notOnSale|fewLeft|tooMuch|notOpened|pendingPaymentNotCancellable|noneHere|noScript|bank_(?:failed|expired|cancelled))/,
  ],
]

const escapeCell = (text) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('<', '&lt;')
    // A URL in a text is an example, not a link.
    .replaceAll('://', ':&#47;&#47;')
    .replaceAll(/\{([^{}]*)\}/g, '*$1*')

/** Returns the texts for buyers: place, name, English, French. */
export function buyerTexts() {
  const rows = buyerTextSources.flatMap(([where, path, name, namePattern]) => {
    const [en, fr] = ['en', 'fr'].map((tag) => wordsIn(path.replace('{}', tag), name))
    return Object.keys(en)
      .filter((key) => namePattern.test(key))
      .map((key) => ({ where, key, en: en[key], fr: fr[key] }))
  })
  const popup = 'packages/service-js/src/translations.ts'
  const [en, fr] = ['english', 'french'].map((name) => wordsIn(popup, name))
  const popupKeys = ['slow', 'unreachable', 'offline', 'external', 'stopWaitingQuestion', 'unsavedKeyQuestion']
  return [...rows, ...popupKeys.map((key) => ({ where: 'The popup around it', key, en: en[key], fr: fr[key] }))]
}

const renderTable = (head, rows) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
]

/** Renders a text as a list item. */
const renderItem = (text) => `- ${escapeCell(text)}`

/** Meaning of `x-retry` for a write with an `Idempotency-Key`. */
const retryMeaning = {
  'same-key': 'repeat it with the same `Idempotency-Key` within 24 hours; after that, read the record.',
  'new-key': 'the response is stored under the key. Remove the cause, then start a new call with a new key.',
  never: 'correct the request.',
}

/**
 * Renders the page of error codes. The ID of a heading is the code, or `failure-` and the reason of a failed payment.
 *
 * @param document - openapi.yaml, parsed.
 */
function codesPage(document) {
  const {
    enum: codes,
    'x-status': status,
    'x-meaning': meaning,
    'x-retry': retry,
  } = document.components.schemas.ErrorCode
  const failure = document.components.schemas.FailureCode
  const serviceErrors = collectServiceErrors(codes)
  const buyerTextsByKey = new Map(buyerTexts().map((row) => [row.key, row]))
  return [
    '# Error codes',
    '',
    'Every error code of the service, with its texts. Words in *italics* are placeholders. See also',
    '[Handle errors](./guides/errors.md), [texts for buyers](./errors/buyers.md) and [errors of the packages](./errors/packages.md).',
    '',
    '## Errors of the service',
    '',
    'Branch on the code, never on the text. The texts are English; they are for you, not for a buyer. Codes without a text are',
    'from the payment provider or an injected fault.',
    '',
    ...codes.flatMap((code) => [
      `### ${code} {#${code}}`,
      '',
      `Status ${status[code]}. ${escapeCell(meaning[code])}`,
      '',
      `\`error.retry\` is \`${retry[code]}\`: ${retryMeaning[retry[code]]}`,
      '',
      ...[...serviceErrors.get(code)].map(renderItem),
      '',
    ]),
    '## Reasons of failed payments',
    '',
    '`failure.code` of a payment, and its text in the checkout.',
    '',
    ...failure.enum.flatMap((code) => {
      const { en, fr } = buyerTextsByKey.get(code) ?? {}
      return [
        `### ${code} {#failure-${code}}`,
        '',
        escapeCell(failure['x-meaning'][code]),
        '',
        ...(en ? [`- English: ${escapeCell(en)}`, `- French: ${escapeCell(fr)}`, ''] : []),
      ]
    }),
  ].join('\n')
}

/** Renders the page of texts for buyers, except the reasons of failed payments. */
function buyersPage(document) {
  const failureCodes = document.components.schemas.FailureCode.enum
  const rows = buyerTexts().filter(({ key }) => !failureCodes.includes(key))
  const places = [...new Set(rows.map(({ where }) => where))]
  return [
    '# Error texts for buyers',
    '',
    'The problems that checkout and storefront explain to buyers, in English and French. The reasons of failed payments are in the',
    '[error codes](../errors.md).',
    '',
    ...places.flatMap((place) => [
      `## ${place}`,
      '',
      ...renderTable(
        ['English', 'French'],
        rows.filter(({ where }) => where === place).map(({ en, fr }) => [escapeCell(en), escapeCell(fr)]),
      ),
    ]),
  ].join('\n')
}

/** Renders the page of errors of the packages. */
function packagesPage() {
  return [
    '# Errors of the packages',
    '',
    'Thrown before a request is sent, printed in a terminal, or logged to the console of a page. No text contains a key.',
    'Words in *italics* are placeholders.',
    '',
    ...programs.flatMap((name) => [`## @cedi/${name}`, '', ...collectPackageErrors(name).map(renderItem), '']),
  ].join('\n')
}

/**
 * Renders the pages of all errors.
 *
 * @param document - openapi.yaml, parsed.
 * @returns Markdown by path.
 */
export const errorPages = (document) =>
  new Map([
    ['errors.md', codesPage(document)],
    ['errors/buyers.md', buyersPage(document)],
    ['errors/packages.md', packagesPage()],
  ])
