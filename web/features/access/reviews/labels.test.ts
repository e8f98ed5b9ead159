import { expect, it } from 'vitest'
import { describePeers } from './labels.ts'

const person = { id: '', displayName: 'Priya Raman', email: null, department: 'Commerce', active: true }

it.each([
  [0, 1, undefined],
  [1, 2, 'The other member is also in Commerce'],
  [0, 2, 'The other member isn’t in Commerce'],
  [4, 5, 'All 4 other members are in Commerce'],
  [0, 5, 'None of the 4 other members is in Commerce'],
  [3, 5, '3 of 4 other members are in Commerce'],
])('describes %i members of the department among %i members', (peers, members, text) => {
  expect(describePeers({ peers, members, person })).toBe(text)
  expect(describePeers({ peers, members, person: { ...person, department: null } })).toBe(undefined)
})
