// Writes dist/cedi-commerce.zip: what a site installs, and nothing of how it is made. The same files give the same bytes.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import zopfli from '@gfx/zopfli'

const plugin = resolve(import.meta.dirname, '..')
/** `src` is the source of what is minified in `build`, which the plugin directory asks for. */
const parts = ['cedi-commerce.php', 'uninstall.php', 'readme.txt', 'LICENSE', 'includes', 'languages', 'build', 'src']
/** A ceiling, not a target: it was raised when 36 classes became rooms of small ones, each with its reasons written down. */
const largestBytes = 200_000
/** 1 January 1980, the first day that a zip knows. */
const dosDate = 0x21

function filesOf(path) {
  const entries = readdirSync(join(plugin, path), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(plugin, join(entry.parentPath, entry.name)))
}

/**
 * Whether a file belongs on a site: nothing hidden, no notes for those who work on it, no translation that is there in
 * another form, no style of its own for languages from right to left (a test compares them), no block.json twice, and no types of other people's
 * scripts, of which nothing is in `build`.
 */
const ships = (file) =>
  !/(?:^|\/)\.|\.(?:map|md|po|d\.ts)$|-rtl\.css$|^src\/.*\/block\.json$|\/composer\.json$/.test(file)

const search = promisify((content, done) => zopfli.deflate(content, { numiterations: 30 }, done))

/** What a file holds on a site: a translator there has the sources beside it, and needs no list of places. */
const contentOf = (name) => {
  const content = readFileSync(join(plugin, name))
  return name.endsWith('.pot') ? Buffer.from(content.toString().replace(/^#: .*\n/gm, '')) : content
}

/** The same format as any deflate, a twentieth smaller. It takes its time, so what was packed once is kept. */
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

const names = parts
  .flatMap((part) => (/\.|LICENSE/.test(part) ? [part] : filesOf(part)))
  .map((name) => name.split(sep).join('/'))
  .filter(ships)
  .sort()
const zip = await zipOf(
  names.map((name) => [name, contentOf(name)]),
  'cedi-commerce',
)
if (zip.length > largestBytes) throw new Error(`The zip has ${zip.length} bytes; ${largestBytes} is the most.`)
const dist = join(plugin, 'dist')
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'cedi-commerce.zip'), zip)
cpSync(join(plugin, 'blueprint.json'), join(dist, 'blueprint.json'))
console.log(`dist/cedi-commerce.zip: ${names.length} files, ${zip.length} bytes`)
