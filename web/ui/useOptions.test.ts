import { expect, it } from 'vitest'
import { optionsOf } from './useOptions.ts'

const response = { items: ['checkout-basket-dev'], status: 'ready' as const, query: 'dev' }

it('shows the options for the typed text as ready', () => {
  expect(optionsOf(response, 'dev')).toEqual({ items: ['checkout-basket-dev'], status: 'ready' })
})

it('shows options for a different text as loading, in the first render with the new text', () => {
  expect(optionsOf(response, 'prod').status).toBe('loading')
  expect(optionsOf({ ...response, items: [], status: 'failed' }, 'prod').status).toBe('loading')
})
