// Replaces the default of wp-scripts, which minifies with cssnano: esbuild is installed anyway.
const presets = require('@wordpress/postcss-plugins-preset')
const { transformSync } = require('esbuild')

const minify = {
  postcssPlugin: 'minify',
  OnceExit(root, { postcss }) {
    const { code } = transformSync(root.toString(), { loader: 'css', minify: true, target: 'es2020' })
    root.removeAll().append(postcss.parse(code.trim()))
  },
}

module.exports = { plugins: [...presets, minify] }
