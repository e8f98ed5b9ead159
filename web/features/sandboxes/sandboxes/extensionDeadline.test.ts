import { expect, it } from 'vitest'
import { deadlineLabels, describeDeadline } from './extensionDeadline.ts'

const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']
const extension = { decideBy: late, freezesAt: null, sandboxStatus: 'active', budget: 500 }

it.each([
  [{}, late, deadlineLabels.leaseEnds],
  [{ sandboxStatus: 'deleting' }, late, deadlineLabels.removalStarts],
  [{ freezesAt: early }, early, deadlineLabels.freezes],
  [{ decideBy: early, freezesAt: late }, early, deadlineLabels.leaseEnds],
])('names the earlier of the end and the freeze: %o', (changes, at, label) => {
  const { decideBy: withdrawnAt } = { ...extension, ...changes }
  expect(describeDeadline({ ...extension, ...changes })).toMatchObject({ at, withdrawnAt, label })
})

it('says whether an approval prevents the freeze', () => {
  const effectFor = (budget: number) => describeDeadline({ ...extension, freezesAt: early, budget }).effect
  expect([effectFor(500), effectFor(0)]).toEqual([deadlineLabels.atFreeze, deadlineLabels.freezesAnyway])
})
