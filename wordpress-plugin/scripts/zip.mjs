// Writes dist/cedi-commerce.zip: only what a site installs. The same files give the same bytes.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import zopfli from '@gfx/zopfli'

const plugin = resolve(import.meta.dirname, '..')
const parts = ['cedi-commerce.php', 'uninstall.php', 'readme.txt', 'LICENSE', 'includes', 'languages', 'build']
/**
 * What the scripts in `build` are made from, which the plugin directory and the licence ask for. It goes into one file: 37
 * small ones are packed a third larger.
 */
const sources = ['package.json', 'webpack.config.js', 'tsconfig.json', 'src']
/** A ceiling, not a target. Most of the size is small classes with their comments. */
const largestBytes = 194_000
/** 1 January 1980, the first day that a zip knows. */
const dosDate = 0x21

function filesOf(path) {
  const entries = readdirSync(join(plugin, path), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(plugin, join(entry.parentPath, entry.name)))
}

/**
 * Whether a file belongs on a site: nothing hidden, no notes for those who work on it, no translation that is there in
 * another form, no style of its own for languages from right to left (a test compares them).
 */
const ships = (file) => !/(?:^|\/)\.|\.(?:map|md|po)$|-rtl\.css$|\/composer\.json$/.test(file)

/** The shipped folders and files, by their names in the zip. */
const namesOf = (places) =>
  places
    .flatMap((place) => (/\.|LICENSE/.test(place) ? [place] : filesOf(place)))
    .map((name) => name.split(sep).join('/'))
    .filter(ships)
    .sort()

/** The sources as one text. Files of one kind are together, because similar text compresses well. */
function sourceText() {
  const kind = (name) => extname(name)
  const names = namesOf(sources).sort((a, b) => kind(a).localeCompare(kind(b)) || a.localeCompare(b))
  const head = [
    'What the scripts in the folder build are made from, one file after the other.',
    'To build them, put each under the name above it and run "npm install" and "npx wp-scripts build".',
  ]
  return [...head, ...names.flatMap((name) => [`\n=== ${name} ===`, readFileSync(join(plugin, name), 'utf8')])].join(
    '\n',
  )
}

const search = promisify((content, done) => zopfli.deflate(content, { numiterations: 30 }, done))

/** A file's contents for a site: a translator there has the sources, and needs no list of places. */
const contentOf = (name) => {
  const content = readFileSync(join(plugin, name))
  return name.endsWith('.pot') ? Buffer.from(content.toString().replace(/^#: .*\n/gm, '')) : content
}

/** Deflate, a twentieth smaller than usual. It takes time, so earlier results are kept. */
async function deflate(content) {
  const file = join(plugin, '.cache/packed', createHash('sha256').update(content).digest('hex'))
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, await search(content))
    renameSync(draft, file)
  }
  return readFileSync(file)
}

/** A zip of names and contents, with one folder around them. */
async function zipOf(files, folder) {
  const bodies = []
  const index = []
  let at = 0
  for (const [name, content] of files) {
    const path = Buffer.from(`${folder}/${name}`)
    const packed = await deflate(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt16LE(dosDate, 8)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(path.length, 22)
    const made = Buffer.from([20, 3])
    // Attributes: a file, rw-r--r--.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), about, path, packed])
    index.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, about, rest, path]))
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(index)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}

const files = [
  ...namesOf(parts).map((name) => [name, contentOf(name)]),
  ['source.txt', Buffer.from(sourceText())],
].sort(([a], [b]) => (a < b ? -1 : 1))
const zip = await zipOf(files, 'cedi-commerce')
if (zip.length > largestBytes) throw new Error(`The zip has ${zip.length} bytes; ${largestBytes} is the most.`)
const dist = join(plugin, 'dist')
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'cedi-commerce.zip'), zip)
cpSync(join(plugin, 'blueprint.json'), join(dist, 'blueprint.json'))
console.log(`dist/cedi-commerce.zip: ${files.length} files, ${zip.length} bytes`)
