// Subjects of the browser suite: the script of a page and the code that opens the checkout.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { builtFile, peerFile, versions } from '../../peers.mjs'
import { bareFrame } from './frames.mjs'

const createPeer = (name, module, browserFile, integrationCode, hosts = []) => ({
  name: `${name} ${versions[name]}`,
  module: peerFile(name, module),
  browserFile: browserFile && peerFile(name, browserFile),
  integrationCode,
  hosts,
})

/**
 * Peers with the file that a page can load directly (otherwise it is bundled) and the integration code of a merchant.
 */
const peers = [
  createPeer(
    '@polar-sh/checkout',
    'dist/embed.js',
    'dist/embed.global.js',
    `import { PolarEmbedCheckout as Polar } from 'peer'; window.openIt = () => Polar.create(HOST + '/polar')`,
    ['https://polar.sh', 'https://sandbox.polar.sh'],
  ),
  createPeer(
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
  createPeer(
    '@freemius/checkout',
    'lib/module/checkout.js',
    'lib/global/checkout.global.js',
    `import { Checkout } from 'peer'; const checkout = new Checkout({ product_id: '1', public_key: 'pk_' + '0'.repeat(29) }); window.openIt = () => checkout.open({})`,
    ['https://checkout.freemius.com'],
  ),
  createPeer(
    '@hubteljs/checkout',
    'dist/index.js',
    undefined,
    `import Checkout from 'peer'; const checkout = new Checkout(HOST); window.openIt = () => checkout.openModal({ purchaseInfo: { amount: 25, purchaseDescription: 'x', customerPhoneNumber: '233200000000', clientReference: 'r' }, config: { branding: 'enabled', callbackUrl: HOST, merchantAccount: 1, basicAuth: 'x' }, callBacks: {} })`,
  ),
  createPeer(
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
  // Replaces the hosts of the vendor by the stand-in.
  return hosts.reduce((text, vendorUrl) => text.replaceAll(vendorUrl, host), outputFiles[0].text)
}

/** Reads the script files that a page loads, as published on npm. */
export async function readScriptSizes() {
  const all = peers.map(async ({ name, module, browserFile }) => [
    name,
    browserFile
      ? readFileSync(browserFile)
      : Buffer.from(await bundle(`import * as all from 'peer'; window.peer = all`, module, [], '')),
  ])
  const cediScripts = [
    ['service-js', 'service.js'],
    ['embed-js', 'embed.js'],
    ['embed-js', 'buy.js'],
  ].map(([folder, name]) => [`cedi ${name}`, readFileSync(builtFile(folder, name))])
  return Object.fromEntries([...cediScripts, ...(await Promise.all(all))])
}

/** Name of the baseline: a frame appended by the click handler. */
export const bareFrameName = 'a bare iframe'

/**
 * Creates the page script of each subject, which defines `window.openIt`.
 *
 * @param host - Origin of the stand-in.
 */
export async function subjects(host) {
  const iframe = bareFrame(`${host}/bare`)
  const subjectList = [
    { name: bareFrameName, script: iframe },
    {
      name: 'cedi service.js',
      script: readFileSync(builtFile('service-js', 'service.js'), 'utf8'),
      open: `window.openIt = () => Cedi.checkout({ intent: 'some.token' })`,
      preload: 'Cedi.preload()',
    },
  ]
  for (const { name, module, integrationCode, hosts } of peers)
    subjectList.push({ name, script: await bundle(integrationCode, module, hosts, host) })
  return subjectList
}
