import { expect, it } from 'vitest'
import { personOf } from '../../test/personOf.ts'
import type { StepStatus } from '../db/tables.ts'
import { runCan } from './policy.ts'

it.each([
  ['failed', true, true],
  ['waiting', true, true],
  ['running', true, false],
  ['succeeded', true, false],
  ['failed', false, false],
] as const)('allows a retry and skip of a run that is %s, administrator %s: %s', (status, isAdmin, isAllowed) => {
  const { retry, skip } = runCan(personOf('x', { admin: isAdmin }), { kind: 'buildAccount', status } as never, [])
  expect([retry === true, skip === true]).toEqual([isAllowed, isAllowed])
})

it('refuses to cancel a decommission run, and gives another reason when undoing is no longer possible', () => {
  const reasonAt = (status: StepStatus) =>
    runCan(personOf('x', { admin: true }), { kind: 'decommissionAccount', status: 'running', undoes: null }, [
      { name: 'waitForGracePeriod', status },
    ]).cancel
  const [inGrace, waiting, removing, skipped] = (['pending', 'waiting', 'succeeded', 'skipped'] as const).map(reasonAt)
  expect([inGrace, removing]).toEqual([expect.any(String), expect.any(String)])
  expect(waiting).toBe(inGrace)
  expect(skipped).toBe(removing)
  expect(removing).not.toBe(inGrace)
})
