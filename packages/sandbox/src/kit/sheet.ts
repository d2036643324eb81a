import type { Answer } from '@cedi/mock-server/service'
import { checkoutStyle } from '../generated/styles.js'
import { writeDocument } from './document.js'
import { mark } from './icons.js'
import type { StoreLanguage } from './languages/store.js'
import { type Child, h, treesOf } from './tree.js'

/** One sheet with a few words on it: no script, no request but itself, no frame around it. @decision 0030 */
export const sheet = ({ tag, facts }: StoreLanguage, status: number, title: string, ...children: Child[]): Answer =>
  writeDocument({
    status,
    title,
    language: tag,
    dir: facts.dir,
    style: checkoutStyle,
    body: [
      h(
        'main',
        { class: 'slip' },
        h('h1', {}, title),
        ...children,
        h('footer', {}, ...treesOf(mark), h('b', {}, 'Cedi')),
      ),
    ],
  })
