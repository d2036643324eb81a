// The colours and the type of the hosted pages, for this site: read from their style sheet, so that both change together.
import { read } from './sources.mjs'

const sheet = () => read('packages/sandbox/src/design/base.css')
const declared = () => [...sheet().matchAll(/^ {2}--([\w-]+): (.+);$/gm)].map(([, name, value]) => [name, value])
const pair = /^light-dark\((.+), (.+)\)$/

/** The tokens as custom properties: those of the light, and those that the dark changes. */
export function tokensCss() {
  const light = declared().map(([name, value]) => `  --${name}: ${pair.exec(value)?.[1] ?? value};`)
  const dark = declared().flatMap(([name, value]) => (pair.test(value) ? [`  --${name}: ${pair.exec(value)[2]};`] : []))
  return `:root {\n${light.join('\n')}\n}\n.dark {\n${dark.join('\n')}\n}\n`
}

/** The colours of the light. */
export const lightColours = () =>
  Object.fromEntries(declared().map(([name, value]) => [name, pair.exec(value)?.[1] ?? value]))
