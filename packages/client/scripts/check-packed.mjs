// Installs the packed client in a bare project and compiles a consumer there: TypeScript 5.9, 6.0, 7.0, without DOM, with DOM,
// with Node's types, as ESM, CJS and for bundlers, skipLibCheck off. A type that was not bundled turns silently into `any`.
// The two slow compilers see each platform and each kind once; with CEDI_EVERY_COMPILER=1, as every night, all pairs of them.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const cache = join(root, '../../.cache/typescript')
const limits = JSON.parse(readFileSync(join(import.meta.dirname, 'size.json'), 'utf8')).package
let failures = 0
let passes = 0
const verdict = (ok, text) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`)
  if (ok) passes++
  else failures++
}
const npm = (args, cwd) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

const work = mkdtempSync(join(tmpdir(), 'cedi-packed-'))
try {
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], root))
  verdict(packed.size <= limits.tarball, `tarball ${packed.size} B (limit ${limits.tarball})`)
  verdict(packed.unpackedSize <= limits.unpacked, `unpacked ${packed.unpackedSize} B (limit ${limits.unpacked})`)

  writeFileSync(join(work, 'package.json'), '{ "private": true }')
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--offline', join(work, packed.filename)], work)
  const installed = readdirSync(join(work, 'node_modules')).filter((name) => !name.startsWith('.'))
  verdict(
    installed.join() === '@cedi' && readdirSync(join(work, 'node_modules/@cedi')).join() === 'client',
    'installs nothing but itself',
  )
  cpSync(join(root, '../../node_modules/@types/node'), join(work, 'node_modules/@types/node'), { recursive: true })
  cpSync(join(root, '../../node_modules/undici-types'), join(work, 'node_modules/undici-types'), { recursive: true })

  const dist = join(work, 'node_modules/@cedi/client/dist')
  const declarations = readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name))
  const types = declarations
    .map((name) => readFileSync(join(dist, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
    .join('\n')
  verdict(!/\bany\b/.test(types.replace(/\bany\(/g, '')), 'no `any` in the published types')
  const hovers = declarations.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n')
  verdict(!/@source|@decision/.test(hovers), 'no internal tags in what editors show')
  verdict(!/@cedi\/contract/.test(types), 'no import of the unpublished contract')

  const entries = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).filter(
    (name) => !name.endsWith('.json'),
  )
  for (const entry of entries) {
    const name = `@cedi/client${entry.slice(1)}`
    for (const [system, args] of [
      [
        'import',
        [
          '--input-type=module',
          '-e',
          `import * as m from '${name}'; console.log(Object.keys(m).filter((k) => k !== 'default' && k !== 'module.exports').sort().join())`,
        ],
      ],
      ['require', ['--input-type=commonjs', '-e', `console.log(Object.keys(require('${name}')).sort().join())`]],
    ]) {
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' })
      verdict(status === 0 && stdout.trim().length > 0, `${system} ${name}: ${stdout.trim()}`)
    }
  }
  const main = readFileSync(join(dist, 'index.js'), 'utf8')
  verdict(!/\b(import|require)\b\s*[({'"*]|from\s*["']/.test(main), 'the main entry is one file')
  verdict(!/\bfetch\b|setTimeout|XMLHttpRequest/.test(main), 'the main entry does not call fetch')

  const consumer = readFileSync(join(root, 'test/consumer.txt'), 'utf8')
  // Every exported type is looked at: none may be any.
  const exported = [...readFileSync(join(dist, 'index.d.cts'), 'utf8').matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, list]) => list.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .pop(),
    )
    .filter((name) => /^[A-Z]/.test(name ?? ''))
  const generic = {
    ApiError: '',
    RequestDescription: "<1, 'x', 'GET'>",
    Describe: "<'listProducts'>",
    AnswerOf: '<1>',
    ScopeOf: "<'listProducts'>",
    MethodOf: "<'listProducts'>",
    Result: '<1>',
    ConfigGiven: '<1>',
    Id: "<'x'>",
    RequestInput: "<'GET /x'>",
    RequestOptions: "<'x', 1>",
    RowOf: "<'GET /api/v1/balance'>",
    DataOf: "<'GET /x'>",
    ParameterOf: "<'GET /{x}'>",
    RequiredScope: "<'x'>",
    FailedRequest: '',
  }
  const anyCheck = `\ntype IsAny<T> = 0 extends 1 & T ? true : false\nimport type * as all from '@cedi/client'\n${exported
    .map((name) => `export const not${name}: IsAny<all.${name}${generic[name] ?? ''}> = false`)
    .join('\n')}\n`
  const plain = consumer.replace(/^\/\/ needs fetch[\s\S]*?^\/\/ end\n/m, '')

  for (const [version, compiler, isFast] of compilers()) {
    for (const [at, [platform, more]] of [
      ['no DOM', { lib: ['ES2022'], types: [] }],
      ['DOM', { lib: ['ES2022', 'DOM'], types: [] }],
      ['Node', { lib: ['ES2022'], types: ['node'] }],
    ].entries()) {
      for (const [kindAt, [kind, options, extension]] of [
        ['Node16 ESM', { module: 'Node16', moduleResolution: 'Node16' }, 'mts'],
        ['Node16 CJS', { module: 'Node16', moduleResolution: 'Node16' }, 'cts'],
        ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, 'ts'],
      ].entries()) {
        if (!isFast && at !== kindAt && !process.env.CEDI_EVERY_COMPILER) continue
        const folder = join(work, 'consumer')
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder)
        const text = (platform === 'no DOM' ? plain : consumer) + anyCheck
        writeFileSync(join(folder, `consumer.${extension}`), extension === 'cts' ? inFunction(text) : text)
        if (extension === 'ts') writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
        writeFileSync(
          join(folder, 'tsconfig.json'),
          JSON.stringify({
            compilerOptions: {
              target: 'ES2022',
              strict: true,
              exactOptionalPropertyTypes: true,
              noUncheckedIndexedAccess: true,
              skipLibCheck: false,
              noEmit: true,
              rootDir: '.',
              ...options,
              ...more,
            },
            files: [`consumer.${extension}`],
          }),
        )
        const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
        verdict(status === 0, `TypeScript ${version}, ${platform}, ${kind}${status === 0 ? '' : `\n${stdout}`}`)
      }
    }
  }
  costs()
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(`${passes} passed, ${failures} failed`)
process.exitCode = failures ? 1 : 0

/** A CommonJS file knows no top-level await. */
function inFunction(text) {
  const imports = text.match(/^import .*$/gm) ?? []
  const rest = text.replace(/^import .*$/gm, '').replace(/^export (const|type)/gm, '$1')
  return `${imports.join('\n')}\nexport async function run() {\n${rest}\n}\n`
}

function compilers() {
  const installed = (name) => join(root, '../../node_modules', name, 'bin/tsc')
  const folder = join(cache, '5.9.3')
  const oldest = join(folder, 'node_modules/typescript/bin/tsc')
  if (!existsSync(oldest)) {
    // A folder of its own, so that npm does not take it for a part of the workspace.
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', 'typescript@5.9.3'], folder)
  }
  return [
    ['5.9.3', oldest, false],
    ['6.0.3', installed('typescript'), false],
    ['7.0.2', installed('typescript-7'), true],
  ]
}

/** What one typed call costs a compiler: the difference to a file that only imports. */
function costs() {
  const measure = (text) => {
    const folder = join(work, 'cost')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'cost.mts'), text)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { target: 'ES2022', module: 'Node16', strict: true, noEmit: true, rootDir: '.', types: [] },
      }),
    )
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, '../../node_modules/typescript/bin/tsc'), '-p', folder, '--extendedDiagnostics'],
      { encoding: 'utf8' },
    )
    const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(stdout)?.[1])
    return { instantiations: read('Instantiations'), types: read('Types') }
  }
  const from = measure("import { createClient } from '@cedi/client'\nexport { createClient }\n")
  const to = measure(
    "import { createClient } from '@cedi/client'\nexport const d = createClient({ baseUrl: '', apiKey: '' }).products.list({ limit: '20' })\n",
  )
  for (const name of ['instantiations', 'types']) {
    const difference = to[name] - from[name]
    verdict(difference <= limits[name], `${name} of one typed list call: ${difference} (limit ${limits[name]})`)
  }
}
