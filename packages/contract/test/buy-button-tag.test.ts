import { describe, expect, it } from 'vitest'
import { buttonChoices, createButtonTag, readButtonAttributes } from '../src/buy-button-tag.js'

const product = { baseUrl: 'https://pay.example', handle: 'ama', slug: 'kente-tote' }
const read = (values: Readonly<Record<string, string>>) => readButtonAttributes((name) => values[name])

describe('the tag of a buy button', () => {
  it('contains only the product if no option is chosen', () => {
    expect(createButtonTag(product, read({ 'data-label': ' ', 'data-size': '' }))).toBe(
      '<script async src="https://pay.example/embed.js" data-handle="ama" data-product="kente-tote"></script>',
    )
  })

  it('contains the options in a fixed order, with HTML characters escaped', () => {
    const attributes = read({
      'data-email': ' efua@example.com ',
      'data-accent': '#FFCC00',
      'data-label': '<"Get" & go>',
    })
    expect(createButtonTag(product, attributes)).toBe(
      '<script async src="https://pay.example/embed.js" data-handle="ama" data-product="kente-tote" data-label="&lt;&quot;Get&quot; &amp; go&gt;" data-accent="#FFCC00" data-email="efua@example.com"></script>',
    )
  })

  it.each([
    'Say "yes" & \'no\'',
    '</script><img src=x onerror=alert(1)>',
    '&quot; &amp;amp; &#34;',
    'GH₵ ‘now’ 👍',
    '--> ]]> {{ x }} `',
  ])('is one script element with the label %s', (label) => {
    const tag = createButtonTag(product, read({ 'data-label': label }))
    const [, value = ''] = /^<script async [^<>]* data-label="([^"<>]*)"><\/script>$/.exec(tag) ?? []
    expect(
      value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ).toBe(label)
  })

  it('is one line if a value contains line breaks', () => {
    expect(read({ 'data-label': ' Buy\r\n  the\tbag\n', 'data-name': 'Efua\nMensah' })).toEqual([
      ['data-label', 'Buy the bag'],
      ['data-name', 'Efua Mensah'],
    ])
  })

  it('leaves out values that the script would ignore', () => {
    const values = {
      'data-accent': '#12',
      'data-layout': 'list',
      'data-size': 's|l',
      'data-quantity': '0',
      'data-email': 'efua',
      'data-phone': '12',
      'data-show-price': 'no',
      'data-handle': 'other',
    }
    expect(read(values)).toEqual([])
  })

  it.each(Object.entries(buttonChoices))('%s accepts each of its choices', (name, choices) => {
    const chosen = choices.filter((value) => value !== '')
    expect(chosen.flatMap((value) => read({ [name]: value }))).toEqual(chosen.map((value) => [name, value]))
  })
})
