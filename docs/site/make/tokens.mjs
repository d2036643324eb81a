// Reads the site's colours and type from the hosted pages' style sheet, so that both change together.
import { read } from './sources.mjs'

const sheet = () => read('packages/sandbox/src/design/base.css')
const declared = () => [...sheet().matchAll(/^ {2}--([\w-]+): (.+);$/gm)].map(([, name, value]) => [name, value])
const pair = /^light-dark\((.+), (.+)\)$/

/** The tokens as custom properties: those of light mode, and those that dark mode changes. */
export function tokensCss() {
  const light = declared().map(([name, value]) => `  --${name}: ${pair.exec(value)?.[1] ?? value};`)
  const dark = declared().flatMap(([name, value]) => (pair.test(value) ? [`  --${name}: ${pair.exec(value)[2]};`] : []))
  return `:root {\n${light.join('\n')}\n}\n.dark {\n${dark.join('\n')}\n}\n`
}

/** The colours of light mode. */
export const lightColours = () =>
  Object.fromEntries(declared().map(([name, value]) => [name, pair.exec(value)?.[1] ?? value]))
