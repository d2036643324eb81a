// The block, attributes and settings of the blueprint exist in the plugin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const plugin = process.env.CEDI_PLUGIN ?? resolve(import.meta.dirname, '../../wordpress-plugin')
const read = (/** @type {string} */ path) => readFileSync(path, 'utf8')
const { steps } = JSON.parse(read(join(import.meta.dirname, 'blueprint.json')))
const code = steps.find((/** @type {{ step: string }} */ { step }) => step === 'runPHP').code

test('the blueprint uses the block of the plugin with existing attributes', () => {
  const block = JSON.parse(read(join(plugin, 'src/buy-button/block.json')))
  const [, name, attributes = ''] = /<!-- wp:([\w/-]+) (\{.*?\}) \/-->/.exec(code) ?? []
  assert.equal(name, block.name)
  for (const attribute of Object.keys(JSON.parse(attributes))) assert.ok(attribute in block.attributes, attribute)
})

test('the blueprint writes settings that the plugin reads', () => {
  const settings = read(join(plugin, 'includes/Support/class-settings.php'))
  const [, option = ''] = /update_option\( '(cedi_\w+)'/.exec(code) ?? []
  assert.ok(settings.includes(`= '${option}'`))
  for (const name of ['base_url', 'handle']) assert.ok(settings.includes(`'${name}'`), name)
})

test('the blueprint installs the bundled zip of the plugin', () => {
  const [{ pluginData }] = steps.filter((/** @type {{ step: string }} */ { step }) => step === 'installPlugin')
  assert.deepEqual(pluginData, { resource: 'bundled', path: '/cedi-commerce.zip' })
})
