import { expect, it } from 'vitest'
import { optionsOf } from './useOptions.ts'

const response = { items: ['checkout-basket-dev'], status: 'ready' as const, query: 'dev' }

it('shows the options for the typed text as ready', () => {
  expect(optionsOf(response, 'dev', String)).toEqual({ items: ['checkout-basket-dev'], status: 'ready' })
})

it('shows options for a different text as loading, in the first render with the new text', () => {
  expect(optionsOf(response, 'prod', String).status).toBe('loading')
  expect(optionsOf({ ...response, items: [], status: 'failed' }, 'prod', String).status).toBe('loading')
})

it('keeps only the options for a different text that match the typed text', () => {
  const people = { items: ['Ewa Kowalczyk', 'Samuel Antwi'], status: 'ready' as const, query: 'a' }
  expect(optionsOf(people, 'samuel', String).items).toEqual(['Samuel Antwi'])
  expect(optionsOf(people, '', String).items).toEqual([])
})
