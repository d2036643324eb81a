import { h, type Tree } from './tree.js'

const drawn = (box: string, name: string, ...paths: string[]): Tree =>
  h('svg', { viewBox: box, class: name, 'aria-hidden': 'true' }, ...paths.map((d) => h('path', { d })))

/** The mark: a cedi sign, its bar cut clean through the ring. */
export const mark = (): Tree => drawn('0 0 24 24', 'mark', 'M17.5 7.2a7 7 0 1 0 0 9.6', 'M12 2v20')

/** What stands beside a state: a tick, a cross, a clock, a lock. */
export const icon = (name: Shape): Tree => drawn('0 0 24 24', `icon ${name}`, ...shapes[name])

type Shape = 'tick' | 'cross' | 'wait' | 'card' | 'go'

const shapes: Readonly<Record<Shape, readonly string[]>> = {
  tick: ['M5 12.5l4.5 4.5L19 7.5'],
  cross: ['M7 7l10 10', 'M17 7L7 17'],
  wait: ['M12 7v5l3.5 2', 'M12 3a9 9 0 1 0 .01 0'],
  card: ['M3 6h18v12H3z', 'M3 10h18'],
  go: ['M9 5l7 7-7 7'],
}
