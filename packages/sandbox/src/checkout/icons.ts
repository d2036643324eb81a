import type { Template } from '../kit/template.js'

const drawn = (name: string, path: string): Template => [
  'svg',
  { class: name, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  ['path', { d: path }],
]

/** The mark: a cedi sign, its bar cut clean through the ring. */
export const mark: Template = drawn('mark', 'M17.5 7.2a7 7 0 1 0 0 9.6M12 2v20')

/** What stands beside a state. */
export const icons: Readonly<Record<'tick' | 'cross' | 'wait', Template>> = {
  tick: drawn('icon', 'M5 12.5l4.5 4.5L19 7.5'),
  cross: drawn('icon cross', 'M7 7l10 10M17 7L7 17'),
  wait: drawn('icon', 'M12 7v5l3.5 2M12 3a9 9 0 1 0 .01 0'),
}
