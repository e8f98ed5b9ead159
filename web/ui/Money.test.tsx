import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Money } from './Money.tsx'

it.each([
  [40, 'GBP', '£0.40'],
  [50_000, 'GBP', '£500'],
  [1_500, 'KWD', '1.500'],
])('shows %i in minor units of %s without losing its fraction', (amount, currency, text) => {
  expect(renderToStaticMarkup(<Money value={{ amount, currency }} strip />)).toMatch(new RegExp(`[>\\s]${text.replace('.', '\\.')}<`))
})
