import { expect, it } from 'vitest'
import { peersWords } from './words.ts'

const person = { id: '', displayName: 'Priya Raman', email: null, department: 'Commerce', active: true }

it.each([
  [0, 1, undefined],
  [1, 2, 'The other member is in Commerce too'],
  [0, 2, 'The other member is not in Commerce'],
  [4, 5, 'All 4 others are in Commerce too'],
  [0, 5, 'None of the 4 others is in Commerce'],
  [3, 5, '3 of the 4 others are in Commerce too'],
])('%i of the department among %i members', (peers, members, words) => {
  expect(peersWords({ peers, members, person })).toBe(words)
  expect(peersWords({ peers, members, person: { ...person, department: null } })).toBe(undefined)
})
