// How the scripts for a page are made: bundled, their styles and the names of their own parts shortened.
import { readFile } from 'node:fs/promises'
import { build, transform } from 'esbuild'
import { minify } from 'terser'

/**
 * Properties that only the scripts know, and that are made short. A name of the platform, of the protocol, or of what a
 * shop page sees must not be here: the test of the bundle knows some of them.
 */
export const ownNames = [
  'attach',
  'bank',
  'choices',
  'closeAnyway',
  'dialog',
  'do',
  'draw',
  'effects',
  'element',
  'emit',
  'event',
  'frame',
  'fullPage',
  'hasLeft',
  'isAnswered',
  'isClosed',
  'isClosedByBack',
  'isHeld',
  'isMoneyMoving',
  'isMute',
  'isThere',
  'isWarm',
  'keepWaiting',
  'keyQuestion',
  'label',
  'language',
  'life',
  'listen',
  'look',
  'model',
  'outside',
  'overlay',
  'post',
  'question',
  'refusal',
  'resize',
  'screen',
  'send',
  'sentence',
  'settle',
  'slot',
  'stopWaiting',
  'timer',
  'toBank',
  'toKey',
  'toShop',
  'tryAgain',
  'update',
  'voice',
  'way',
  'words',
]

/** Minifies the text of a style, which stands in its file as people read it. */
const shortStyles = {
  name: 'short-styles',
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
 * One script as text: the same bytes each time.
 *
 * @param home - The folder of its package.
 * @param entry - The file it begins with.
 * @param alias - Where packages of this repository are found.
 * @param compress - More options for terser.
 * @param isEager - Chromium compiles it as it comes, and not each function when it is first called.
 */
export async function bundleScript({ home, entry, alias, compress = {}, isEager = false }) {
  const { version } = JSON.parse(await readFile(`${home}package.json`, 'utf8'))
  const { outputFiles } = await build({
    absWorkingDir: home,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    minifySyntax: true,
    target: ['es2020', 'chrome80', 'firefox78', 'safari14'],
    // The faults of old browsers with these two are in forms that are not used here.
    supported: { destructuring: true, 'optional-chain': true },
    charset: 'utf8',
    define: { __VERSION__: JSON.stringify(version) },
    // Modules are strict already; the words themselves are not needed.
    tsconfigRaw: { compilerOptions: { target: 'es2022', alwaysStrict: false } },
    alias: { '@cedi/contract/checkout-messages': '../contract/src/checkout-messages.ts', ...alias },
    mangleProps: new RegExp(`^(${ownNames.join('|')})$`),
    plugins: [shortStyles],
    logLevel: 'warning',
  })
  // It puts what is used once where it is used, and gives the same short names in each function: 3 % less than esbuild.
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, pure_getters: true, ...compress },
  })
  return { version, text: `${isEager ? '//# allFunctionsCalledOnLoad\n' : ''}${code}\n` }
}
