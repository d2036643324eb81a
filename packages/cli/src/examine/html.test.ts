import { expect, test } from 'vitest'
import { splitHtml } from './html.js'
import { readTexts } from './page-texts.js'

test('the texts of a page contain no markup, script, style or number', () => {
  const html =
    '<h1>Thank you</h1>\n<SCRIPT src="/a.js">if (a < b) paid()</SCRIPT><style>p > b {}</style><p>Order 1042 is paid</p>'
  expect(readTexts(html)).toEqual(['Thank you', 'Order  is paid'])
})

test('the tags of a page contain the attributes, and an unclosed tag ends it', () => {
  expect([...splitHtml('a<script src="/a.js">x</script>b<p')]).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'tag', text: 'script src="/a.js"' },
    { kind: 'tag', text: '/script' },
    { kind: 'text', text: 'b' },
  ])
})

test('a page of 400,000 opening brackets is read in linear time', () => {
  expect(readTexts('<'.repeat(400_000))).toEqual([])
  expect(readTexts('<script'.repeat(60_000))).toEqual([])
  expect(readTexts('<script>'.repeat(50_000))).toEqual([])
})
