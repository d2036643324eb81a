import type { Answer, Context } from '@cedi/mock-server/service'
import { storefrontStyle } from '../generated/styles.js'
import { writeDocument } from '../kit/document.js'
import { mark } from '../kit/icons.js'
import { h, treesOf } from '../kit/tree.js'

/** `/`: for whoever started the server, what there is to see. @decision 0029 */
export async function homePage({ store }: Context): Promise<Answer> {
  const merchants = await store.list('merchants', null, { limit: 50, order: 'oldest' })
  const link = (href: string, text: string) => h('p', {}, h('a', { href }, text))
  const body = h(
    'main',
    { class: 'slip' },
    h('h1', {}, 'Cedi, on your machine'),
    h('p', {}, 'A mock of the whole service, with a real ledger and test money.'),
    ...merchants.map(({ handle, name }) => handle !== null && link(`@${handle}`, `${name}: the storefront`)),
    link('api/v1/openapi.json', 'The API, described'),
    link('service/integrity.json', 'service.js, embed.js and buy.js'),
    h(
      'p',
      { class: 'hint' },
      'Phones that end in 789 pay · 039 declined · 049 no funds · 079 expires · 129 waits for ever',
    ),
    h('footer', {}, ...treesOf(mark), h('b', {}, 'Cedi')),
  )
  return writeDocument({
    status: 200,
    title: 'Cedi, on your machine',
    language: 'en',
    dir: 'ltr',
    style: storefrontStyle,
    body: [body],
  })
}
