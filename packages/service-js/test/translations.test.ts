import { expect, test } from 'vitest'
import { getTranslations } from '../src/translations.js'

test('French never has a line break before ? ! : ; and »', () => {
  for (const [key, text] of Object.entries(getTranslations('fr')))
    expect(text, key).not.toMatch(/(?<![\u00a0\u202f])[?!;»]|(?<![\u00a0\u202f])(?::(?!\w))/u)
})

test('the question before closing asks in both languages, and warns against a second payment', () => {
  expect(getTranslations('en').stopWaitingQuestion).toBe('Stop waiting? If you approved it, do not pay again.')
  expect(getTranslations('fr-CI').stopWaitingQuestion).toBe(
    'Arrêter d’attendre\u00a0? Si vous avez déjà validé, ne payez pas une deuxième fois.',
  )
})
