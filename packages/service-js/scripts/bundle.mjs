// Bundles and minifies the scripts for shop pages.
import { readFile } from 'node:fs/promises'
import { build, transform } from 'esbuild'

/** Minifies the CSS in `style.ts`. */
const minifyStyles = {
  name: 'minify-styles',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]style\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const [text, css] = /`([^`]*)`/.exec(source)
      const { code } = await transform(css, {
        loader: 'css',
        minify: true,
        target: ['chrome80', 'firefox78', 'safari14'],
      })
      return { loader: 'ts', contents: source.replace(text, () => JSON.stringify(code.trim())) }
    })
  },
}

/**
 * Bundles one script. The result is reproducible.
 *
 * @param home - Folder of the package.
 * @param entry - Entry file.
 * @param alias - Paths of the packages of this repository.
 * @param isEager - Whether Chromium compiles all functions while it loads the script, instead of on their first call.
 */
export async function bundleScript({ home, entry, alias, isEager = false }) {
  const { version } = JSON.parse(await readFile(`${home}package.json`, 'utf8'))
  const { outputFiles } = await build({
    absWorkingDir: home,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: ['es2020', 'chrome80', 'firefox78', 'safari14'],
    // These browsers have bugs in forms of the two features that the source does not use.
    supported: { destructuring: true, 'optional-chain': true },
    charset: 'utf8',
    define: { __VERSION__: JSON.stringify(version) },
    tsconfigRaw: { compilerOptions: { target: 'es2022', alwaysStrict: false } },
    alias: { '@cedi/contract/checkout-protocol': '../contract/src/checkout-protocol.ts', ...alias },
    plugins: [minifyStyles],
    logLevel: 'warning',
  })
  return { version, text: `${isEager ? '//# allFunctionsCalledOnLoad\n' : ''}${outputFiles[0].text}` }
}
