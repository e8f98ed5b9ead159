import { expect, it } from 'vitest'
import { sortGaps } from './sortGaps.ts'

type Gap = Parameters<typeof sortGaps>[0][number]
const gap = (account: string, role: Gap['role'], reason: Gap['reason'] = 'left', person = 'other') =>
  ({ account: { id: account }, role, reason, person: { id: person } }) as unknown as Gap
const me = { id: 'me', roles: [] }

it('lists proposals, and gaps in which the reader has to act as an owner', () => {
  const proposal = gap('a', 'proposed')
  const owned = [gap('b', 'owner'), gap('c', 'owner', 'moved', 'me')]
  expect(sortGaps([proposal, ...owned, gap('d', 'owner', 'moved')], me)).toEqual({ proposals: [proposal], owned, otherCount: 0 })
})

it('counts each account of which the reader is only a lead once, even if several owners left', () => {
  const gaps = [gap('a', 'familyOwner'), gap('a', 'familyOwner'), gap('b', 'towerLead'), gap('c', 'towerLead', 'moved')]
  expect(sortGaps(gaps, me).otherCount).toBe(2)
  expect(sortGaps(gaps, { id: 'me', roles: ['admin'] }).otherCount).toBe(0)
})
