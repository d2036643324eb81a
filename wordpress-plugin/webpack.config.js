// One folder of src is one script. They are named here because block.json, once found, is the only entry otherwise.
const { resolve } = require('node:path')
const base = require('@wordpress/scripts/config/webpack.config')
const Externals = require('@wordpress/dependency-extraction-webpack-plugin')

const names = [
  'buy-button',
  'checkout-block',
  'classic-checkout',
  'checkout-return',
  'settings',
  'order-screen',
  'analytics',
  'pay-form',
  'pay-form-block',
]

/** Globals of WooCommerce Blocks by module name. */
const woocommerce = {
  '@woocommerce/blocks-registry': { global: ['wc', 'wcBlocksRegistry'], handle: 'wc-blocks-registry' },
  '@woocommerce/settings': { global: ['wc', 'wcSettings'], handle: 'wc-settings' },
}

module.exports = {
  ...base,
  entry: Object.fromEntries(names.map((name) => [`${name}/index`, resolve(__dirname, 'src', name)])),
  plugins: [
    ...base.plugins.filter((plugin) => !(plugin instanceof Externals)),
    new Externals({
      // Data, not PHP: nothing in build can be run by its address.
      outputFormat: 'json',
      combineAssets: true,
      combinedOutputFile: 'assets.json',
      requestToExternal: (request) => woocommerce[request]?.global,
      requestToHandle: (request) => woocommerce[request]?.handle,
    }),
  ],
}
