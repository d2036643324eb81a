import { expect, test } from 'vitest'
import { type CheckoutOptions, createCedi } from '../src/index.js'

const { checkout, preload } = createCedi({ baseUrl: 'https://pay.example' })
const intent = 'some.token'

test.each<[options: unknown, message: RegExp]>([
  [undefined, /^The options of checkout must be an object\. Got null\.$/],
  [intent, /^The options of checkout must be an object\. Got a string\.$/],
  [[intent], /^The options of checkout must be an object\. Got an array\.$/],
  [new Map([['intent', intent]]), /^The options of checkout must be an object\. Got an object of the class Map\.$/],
  [Promise.resolve({ intent }), /^The options of checkout must be an object\. Got a promise\. Await it first\.$/],
  [{ intnt: intent }, /^checkout has no option intnt\. Did you mean intent\?$/],
  [{ intent, onsuccess() {} }, /^checkout has no option onsuccess\. Did you mean onSuccess\?$/],
  [{ intent, baseUrl: 'https://pay.example' }, /^checkout has no option baseUrl\. Use one of: intent, mode, /],
  [{ intent, amount: 5 }, /^amount is not an option of checkout\. Set it on your server, which creates the intent\.$/],
  [{ intent, mode: 'popup' }, /^mode must be auto, overlay, inline, tab or redirect\. Got a string\.$/],
  [{ intent, mode: 'inline' }, /^checkout needs the option container for the mode inline\. /],
  [{ intent, mode: 'inline', container: null }, /^container must be an element\. Got null\.$/],
  [{ intent, container: '#box' }, /^container must be an element\. Got a string\.$/],
  [{ intent, prefill: '0244123789' }, /^prefill must be an object\. Got a string\.$/],
  [{ intent, prefill: { phon: '0244123789' } }, /^prefill has no option phon\. Did you mean phone\?$/],
  [{ intent, prefill: { phone: 244123789 } }, /^phone must be a string\. Got 244123789\.$/],
  [{ intent, prefill: { network: 'vodafone' } }, /^network must be mtn, telecel or airteltigo\. Got a string\.$/],
  [{ intent, closeOnBack: 'true' }, /^closeOnBack must be true or false\. Got a string\.$/],
  [{ intent, dir: 'auto' }, /^dir must be ltr or rtl\. Got a string\.$/],
  [{ intent, theme: 'night' }, /^theme must be auto, light or dark\. Got a string\.$/],
  [{ intent, accent: 'red' }, /^accent must be #rrggbb\. Got a string\.$/],
  [{ intent, signal: true }, /^signal must be an AbortSignal\. Got true\.$/],
  [{ intent, onClose: 'close' }, /^onClose must be a function\. Got a string\.$/],
])('checkout rejects the options %j', (options, message) => {
  expect(() => checkout(options as CheckoutOptions)).toThrow(message)
})

test.each<[options: unknown, message: RegExp]>([
  [undefined, /^The options of createCedi must be an object\. Got nothing\.$/],
  ['https://pay.example', /^The options of createCedi must be an object\. Got a string\.$/],
  [{}, /^createCedi needs the option baseUrl\. /],
  [{ baseUrl: 5 }, /^baseUrl must be a string\. Got 5\.$/],
  [{ baseURL: 'https://pay.example' }, /^createCedi has no option baseURL\. Did you mean baseUrl\?$/],
])('createCedi rejects the options %j', (options, message) => {
  expect(() => createCedi(options as { baseUrl: string })).toThrow(message)
})

test('preload rejects an unknown option', () => {
  expect(() => preload({ nonse: 'x' } as never)).toThrow(/^preload has no option nonse\. Did you mean nonce\?$/)
})
