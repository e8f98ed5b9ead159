import { expect, it } from 'vitest'
import { shownTasks } from './taskRows.tsx'

const tasks = [
  { kind: 'approvals' as const, count: 2 },
  { kind: 'emergencyReviews' as const, count: 1 },
  { kind: 'ownershipGaps' as const, count: 3 },
  { kind: 'changesRequested' as const, count: 2 },
]
const kindsFor = (isAdmin: boolean) => shownTasks(tasks, isAdmin).map(({ kind }) => kind)

it('shows a number only for tasks that Home doesn’t list one by one', () => {
  expect(kindsFor(true)).toEqual(['emergencyReviews', 'ownershipGaps', 'changesRequested'])
  expect(kindsFor(false)).toEqual(['emergencyReviews', 'changesRequested'])
})

it('counts only the tasks that Home doesn’t list by name', () => {
  expect(shownTasks(tasks, true, { ownershipGaps: 1, changesRequested: 2 })).toEqual([
    { kind: 'emergencyReviews', count: 1, isRest: false },
    { kind: 'ownershipGaps', count: 2, isRest: true },
  ])
})

it('doesn’t show a number of tasks if Home lists more of them than were counted', () =>
  expect(shownTasks(tasks, true, { ownershipGaps: 5, changesRequested: 3 }).map(({ kind }) => kind)).toEqual(['emergencyReviews']))
