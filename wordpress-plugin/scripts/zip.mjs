// Writes dist/cedi-commerce.zip: only the files of an installed plugin. The output is reproducible.
// --directory leaves out the header Update URI, for the plugin directory of wordpress.org, which rejects it.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, relative, resolve, sep } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const plugin = resolve(import.meta.dirname, '..')
const parts = [
  'cedi-commerce.php',
  'uninstall.php',
  'wpml-config.xml',
  'readme.txt',
  'LICENSE',
  'includes',
  'languages',
  'build',
]
/**
 * Sources of the scripts in `build`, which the plugin directory and the licence require. Stored as one file, because small
 * files compress a third worse.
 */
const sources = ['package.json', 'webpack.config.js', 'postcss.config.js', 'tsconfig.json', 'src']
const isForDirectory = process.argv.includes('--directory')
/** Maximum size of the zip. */
const maxBytes = 290_000
/** 1 January 1980, the earliest date in a zip. */
const dosDate = 0x21

function listFiles(path) {
  const entries = readdirSync(join(plugin, path), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(plugin, join(entry.parentPath, entry.name)))
}

/**
 * Whether a file is part of the installed plugin. Excludes hidden files, developer notes, translation sources, and identical
 * styles for right-to-left languages (a test compares them).
 */
const isShipped = (file) => !/(?:^|\/)\.|\.(?:map|md|po)$|-rtl\.css$|\/composer\.json$/.test(file)

/** The shipped folders and files, by their names in the zip. */
const listNames = (paths) =>
  paths
    .flatMap((path) => (/\.|LICENSE/.test(path) ? [path] : listFiles(path)))
    .map((name) => name.split(sep).join('/'))
    .filter(isShipped)
    .sort()

/** Joins the sources to one text. Files of one type are adjacent, because similar text compresses well. */
function sourceText() {
  const kind = (name) => extname(name)
  const names = listNames(sources).sort((a, b) => kind(a).localeCompare(kind(b)) || a.localeCompare(b))
  const introduction = [
    'What the scripts in the folder build are made from, one file after the other.',
    'To build them, put each under the name above it and run "npm install" and "npx wp-scripts build".',
  ]
  return [
    ...introduction,
    ...names.flatMap((name) => [`\n=== ${name} ===`, readFileSync(join(plugin, name), 'utf8')]),
  ].join('\n')
}

/** Returns the content of a file without the source references of translations. */
const readContent = (name) => {
  const content = readFileSync(join(plugin, name))
  if (isForDirectory && name === 'cedi-commerce.php')
    return Buffer.from(content.toString().replace(/^ \* Update URI:.*\n/m, ''))
  return name.endsWith('.pot') ? Buffer.from(content.toString().replace(/^#: .*\n/gm, '')) : content
}

/** Creates a zip of the files in one folder. */
function createZip(files, folder) {
  const bodies = []
  const directory = []
  let offset = 0
  for (const [name, content] of files) {
    const path = Buffer.from(`${folder}/${name}`)
    const packed = deflateRawSync(content, { level: 9 })
    const commonHeader = Buffer.alloc(26)
    commonHeader.writeUInt16LE(20, 0)
    commonHeader.writeUInt16LE(8, 4)
    commonHeader.writeUInt16LE(dosDate, 8)
    commonHeader.writeUInt32LE(crc32(content), 10)
    commonHeader.writeUInt32LE(packed.length, 14)
    commonHeader.writeUInt32LE(content.length, 18)
    commonHeader.writeUInt16LE(path.length, 22)
    const versionMadeBy = Buffer.from([20, 3])
    // Attributes: a file, rw-r--r--.
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), commonHeader, path, packed])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), versionMadeBy, commonHeader, attributes, path]))
    bodies.push(body)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

const files = [
  ...listNames(parts).map((name) => [name, readContent(name)]),
  ['source.txt', Buffer.from(sourceText())],
].sort(([a], [b]) => (a < b ? -1 : 1))
const zip = createZip(files, 'cedi-commerce')
if (zip.length > maxBytes) throw new Error(`The zip has ${zip.length} bytes; the maximum is ${maxBytes}.`)
const dist = join(plugin, 'dist')
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'cedi-commerce.zip'), zip)
cpSync(join(plugin, 'blueprint.json'), join(dist, 'blueprint.json'))
console.log(`dist/cedi-commerce.zip: ${files.length} files, ${zip.length} bytes`)
