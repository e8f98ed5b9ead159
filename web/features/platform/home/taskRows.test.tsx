import { expect, it } from 'vitest'
import { shownTasks } from './taskRows.tsx'

const tasks = [
  { kind: 'approvals' as const, count: 2 },
  { kind: 'emergencyReviews' as const, count: 1 },
  { kind: 'ownershipGaps' as const, count: 3 },
]
const kindsFor = (isAdmin: boolean) => shownTasks(tasks, isAdmin).map(({ kind }) => kind)

it('shows a number only for tasks that Home doesn’t list one by one', () => {
  expect(kindsFor(true)).toEqual(['emergencyReviews', 'ownershipGaps'])
  expect(kindsFor(false)).toEqual(['emergencyReviews'])
})
