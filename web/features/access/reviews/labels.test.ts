import { expect, it } from 'vitest'
import { describePeers } from './labels.ts'

const person = { id: '', displayName: 'Priya Raman', email: null, department: 'Commerce', active: true }

it.each([
  [1, 2, []],
  [0, 2, []],
  [4, 5, ['4']],
  [0, 5, ['4']],
  [3, 5, ['3', '4']],
])('describes %i members of the department among %i members', (peers, members, numbers) => {
  const text = describePeers({ peers, members, person })
  expect([text, text?.match(/\d/g) ?? []]).toEqual([expect.stringContaining(person.department), numbers])
  expect(describePeers({ peers, members, person: { ...person, department: null } })).toBe(undefined)
})

it('describes all, some or none of the other members differently, and nothing without other members', () => {
  const texts = [0, 3, 4].map((peers) => describePeers({ peers, members: 5, person }))
  const textsOfPairs = [0, 1].map((peers) => describePeers({ peers, members: 2, person }))
  expect(new Set([...texts, ...textsOfPairs]).size).toBe(5)
  expect(describePeers({ peers: 0, members: 1, person })).toBeUndefined()
})
