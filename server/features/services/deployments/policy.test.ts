import { expect, it } from 'vitest'
import { isKeyFor, stateVerdict } from './policy.ts'

it.each([
  ['active', 's', true, true],
  ['decommissioning', 's', false, true],
  ['decommissioned', 's', false, false],
  ['provisioning', 's', false, false],
  ['active', null, false, false],
] as const)('decides for a %s account with subscription %s: deploy %s, remove %s', (status, subscriptionId, deploy, remove) => {
  expect(stateVerdict('deploy', { status, subscriptionId }) === true).toBe(deploy)
  expect(stateVerdict('remove', { status, subscriptionId }) === true).toBe(remove)
})

it('limits a key to its accounts', () => {
  expect(['a', 'b', 'c'].map((id) => isKeyFor({ accountIds: ['a', 'b'] }, id))).toEqual([true, true, false])
})
