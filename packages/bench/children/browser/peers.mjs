// The subjects of the browser suite: what each loads on a page, and how a click opens it.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { builtFile, peerFile, versions } from '../../peers.mjs'
import { bareFrame } from './frames.mjs'

const peer = (name, module, ready, glue, hosts = []) => ({
  name: `${name} ${versions[name]}`,
  module: peerFile(name, module),
  ready: ready && peerFile(name, ready),
  glue,
  hosts,
})

/**
 * The peers: the file that a page can load directly (otherwise one is bundled), and the lines that a merchant writes.
 */
const peers = [
  peer(
    '@polar-sh/checkout',
    'dist/embed.js',
    'dist/embed.global.js',
    `import { PolarEmbedCheckout as Polar } from 'peer'; window.openIt = () => Polar.create(HOST + '/polar')`,
    ['https://polar.sh', 'https://sandbox.polar.sh'],
  ),
  peer(
    '@paystack/inline-js',
    'es/inline.js',
    'dist/inline.js',
    `import Paystack from 'peer'; const pop = new Paystack(); window.openIt = () => pop.newTransaction({ key: 'pk_test_0', email: 'a@b.example', amount: 2500, currency: 'GHS' })`,
    [
      'https://checkout.paystack.com',
      'https://checkout-studio.paystack.com',
      'https://api.paystack.co',
      'https://studio-api.paystack.co',
      'https://standard.paystack.co',
    ],
  ),
  peer(
    '@freemius/checkout',
    'lib/module/checkout.js',
    'lib/global/checkout.global.js',
    `import { Checkout } from 'peer'; const checkout = new Checkout({ product_id: '1', public_key: 'pk_' + '0'.repeat(29) }); window.openIt = () => checkout.open({})`,
    ['https://checkout.freemius.com'],
  ),
  peer(
    '@hubteljs/checkout',
    'dist/index.js',
    undefined,
    `import Checkout from 'peer'; const checkout = new Checkout(HOST); window.openIt = () => checkout.openModal({ purchaseInfo: { amount: 25, purchaseDescription: 'x', customerPhoneNumber: '233200000000', clientReference: 'r' }, config: { branding: 'enabled', callbackUrl: HOST, merchantAccount: 1, basicAuth: 'x' }, callBacks: {} })`,
  ),
  peer(
    'dodopayments-checkout',
    'dist/index.esm.js',
    'dist/index.js',
    `import { DodoPayments } from 'peer'; DodoPayments.Initialize({ mode: 'test', displayType: 'overlay', onEvent() {} }); window.openIt = () => DodoPayments.Checkout.open({ checkoutUrl: HOST + '/session/cks_' + 'a'.repeat(21) })`,
    ['https://test.checkout.dodopayments.com', 'https://checkout.dodopayments.com'],
  ),
]

const bundle = async (contents, module, hosts, host) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '/' },
    alias: module ? { peer: module } : {},
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    define: { HOST: JSON.stringify(host) },
  })
  // The vendors' code contains their addresses: the stand-in's replace them.
  return hosts.reduce((text, from) => text.replaceAll(from, host), outputFiles[0].text)
}

/** The bytes that a page loads for each script, as they come from npm. */
export async function weights() {
  const all = peers.map(async ({ name, module, ready }) => [
    name,
    ready
      ? readFileSync(ready)
      : Buffer.from(await bundle(`import * as all from 'peer'; window.peer = all`, module, [], '')),
  ])
  const own = [
    ['service-js', 'service.js'],
    ['embed-js', 'embed.js'],
    ['embed-js', 'buy.js'],
  ].map(([folder, name]) => [`cedi ${name}`, readFileSync(builtFile(folder, name))])
  return Object.fromEntries([...own, ...(await Promise.all(all))])
}

/** The baseline of the ratios: a frame appended in the click, and nothing else. */
export const bare = 'a bare iframe'

/**
 * The scripts for a page of each subject, which puts `openIt` on the window.
 *
 * @param host - The origin of the stand-in.
 */
export async function subjects(host) {
  const iframe = bareFrame(`${host}/bare`)
  const list = [
    { name: bare, script: iframe },
    {
      name: 'cedi service.js',
      script: readFileSync(builtFile('service-js', 'service.js'), 'utf8'),
      open: `window.openIt = () => Cedi.checkout({ intent: 'some.token' })`,
      warm: 'Cedi.preload()',
    },
  ]
  for (const { name, module, glue, hosts } of peers)
    list.push({ name, script: await bundle(glue, module, hosts, host) })
  return list
}
