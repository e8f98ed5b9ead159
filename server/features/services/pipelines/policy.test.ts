import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canMerge, type PullRequestFacts, pullRequestCan } from './policy.ts'

const pull: PullRequestFacts = {
  number: 7,
  state: 'open',
  headSha: 'a'.repeat(40),
  conflicts: false,
  checks: { state: 'success', checks: [] },
}
const checks = (state: 'failure' | 'pending', ...names: string[]) => ({
  state,
  checks: [...names.map((name) => ({ name, state })), { name: 'lint', state: 'success' as const }],
})

it.each<[string, Partial<PullRequestFacts>, string | undefined, true | RegExp]>([
  ['open and green', {}, undefined, true],
  ['reviewed at its head commit', {}, pull.headSha, true],
  ['merged', { state: 'merged' }, undefined, /already merged/],
  ['closed', { state: 'closed' }, undefined, /closed without/],
  ['changed since', {}, 'b'.repeat(40), /changed since/],
  ['in conflict', { conflicts: true }, undefined, /conflicts/],
  ['red', { checks: checks('failure', 'plan') }, undefined, /\(plan\)/],
  ['running', { checks: checks('pending', 'plan') }, undefined, /still run \(plan\)/],
  ['without started checks', { checks: checks('pending') }, undefined, /not started/],
])('decides whether a pull request can be merged: %s', (_title, overrides, reviewedSha, expected) => {
  const verdict = canMerge({ ...pull, ...overrides }, reviewedSha)
  if (expected === true) expect(verdict).toBe(true)
  else expect(verdict).toMatch(expected)
})

it.each([
  ['failed', { admin: true }, [true, true]],
  ['waiting', { admin: true }, [true, true]],
  ['running', { admin: true }, [true, false]],
  ['failed', {}, [false, false]],
  ['failed', { auditor: true }, [false, false]],
] as const)('decides whether a person can merge and retry a %s run, with %j: %j', (status, roles, expected) => {
  const { merge, retry } = pullRequestCan(personOf('x', roles), pull, status)
  expect([merge === true, retry === true]).toEqual(expected)
})
