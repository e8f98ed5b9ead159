import { expect, it } from 'vitest'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { findCurrentItem } from '../../../shell/navigationTypes.ts'
import { navigationOf } from './navigationOf.ts'
import { screens, type TaskKind } from './screens.ts'

const admin = { roles: ['admin'] } as unknown as CallResult<'getMe'>
const hrefsOf = (kind: TaskKind) =>
  navigationOf(admin, [{ kind, count: 2 }]).flatMap(({ items }) => items.flatMap(({ href, badge }) => (badge === 2 ? [href] : [])))

it.each<[TaskKind, string]>([
  ['stuckRuns', paths.stuckWork()],
  ['stuckRollouts', paths.stuckWork()],
  ['stuckSandboxes', paths.stuckWork()],
  ['changesRequested', paths.requests()],
  ['sandboxes', paths.mySandboxes()],
])('shows the number of %s at the screen that lists them', (kind, href) => expect(hrefsOf(kind)).toEqual([href]))

it('shows each kind of task at only one screen', () => {
  const kinds = screens.flatMap(({ tasks = [] }) => tasks)
  expect(kinds.length).toBe(new Set(kinds).size)
})

it.each<[string, string | undefined]>([
  [paths.runs(), paths.runs()],
  [paths.run('1'), paths.runs()],
  [paths.cockpit('queues'), paths.cockpit('queues')],
  [paths.cockpit('doctor'), paths.cockpit('doctor')],
  [paths.cockpit('caches'), undefined],
])('marks, for the cockpit’s page %s, the entry %s', (path, href) =>
  expect(findCurrentItem(navigationOf(admin, []), path)?.href).toBe(href),
)
