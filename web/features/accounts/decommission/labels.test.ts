import { expect, it } from 'vitest'
import { revokeAccess } from '../../../../server/features/accounts/decommission/remove/revokeAccess.ts'
import { decommissionLabels, graceTitle } from './labels.ts'

it.each([
  ['succeeded', decommissionLabels.grace],
  ['running', decommissionLabels.graceRemoving],
  ['failed', decommissionLabels.graceNotRemoved],
  ['skipped', decommissionLabels.graceNotRemoved],
] as const)('describes the grace period by the step that removes access: %s', (status, title) => {
  const step = { name: revokeAccess.name, title: revokeAccess.title, status, note: null, error: null, startedAt: null, endedAt: null }
  expect(graceTitle({ steps: [step] as unknown as NonNullable<Parameters<typeof graceTitle>[0]>['steps'] })).toBe(title)
})

it('doesn’t claim that access was removed if no run shows it', () => {
  expect(graceTitle(null)).toBe(decommissionLabels.graceUnknown)
  expect(graceTitle({ steps: [] })).toBe(decommissionLabels.graceUnknown)
})
