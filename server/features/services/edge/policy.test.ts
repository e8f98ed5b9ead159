import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RolloutStatus } from '../../../db/tables.ts'
import { canLaunch, rolloutCan } from './policy.ts'

const admin = personOf('admin', { admin: true })
const rollout = (status: RolloutStatus, overrides: object = {}) => ({ status, failed: 0, remaining: 3, working: false, ...overrides })
const allowed = (actor: Person, of: ReturnType<typeof rollout>) =>
  Object.entries(rolloutCan(actor, of))
    .filter(([, verdict]) => verdict === true)
    .map(([label]) => label)

it('allows rollouts only for administrators', () => {
  expect([admin, personOf('auditor', { auditor: true }), personOf('anybody')].map((each) => canLaunch(each) === true)).toEqual([
    true,
    false,
    false,
  ])
  expect(allowed(personOf('anybody'), rollout('running'))).toEqual([])
})

it.each([
  [rollout('running'), ['halt', 'cancel']],
  [rollout('running', { remaining: 0 }), ['halt']],
  [rollout('halted'), ['resume', 'cancel']],
  [rollout('halted', { working: true }), ['cancel']],
  [rollout('built'), []],
  [rollout('built', { failed: 1 }), ['resume']],
  [rollout('cancelled', { failed: 1 }), []],
  [rollout('completed', { failed: 1 }), []],
])('offers the actions of the status %j: %j', (of, expected) => {
  expect(allowed(admin, of)).toEqual(expected)
})
