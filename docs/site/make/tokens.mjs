// Reads colours and fonts from the style sheet of the hosted pages, so that both sites match.
import { read } from './sources.mjs'

const readStyleSheet = () => read('packages/sandbox/src/design/base.css')
const readDeclarations = () =>
  [...readStyleSheet().matchAll(/^ {2}--([\w-]+): (.+);$/gm)].map(([, name, value]) => [name, value])
const lightDarkPattern = /^light-dark\((.+), (.+)\)$/

/** Creates custom properties of all tokens, and overrides of dark mode. */
export function createTokensCss() {
  const light = readDeclarations().map(([name, value]) => `  --${name}: ${lightDarkPattern.exec(value)?.[1] ?? value};`)
  const dark = readDeclarations().flatMap(([name, value]) =>
    lightDarkPattern.test(value) ? [`  --${name}: ${lightDarkPattern.exec(value)[2]};`] : [],
  )
  return `:root {\n${light.join('\n')}\n}\n.dark {\n${dark.join('\n')}\n}\n`
}
