import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { type AccountFacts, accountCan, cloudSyncVerdict } from './policy.ts'

const account: AccountFacts = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'other' }, { id: 'owner' }] }
const allowed = (person: ReturnType<typeof personOf>, facts: Partial<AccountFacts> = {}) =>
  Object.entries(accountCan(person, { ...account, ...facts }))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

const owners = ['seeAll', 'update', 'changeServices', 'updateOwners', 'manageAccess', 'decommission']
const admin = personOf('a', { admin: true })

describe('an active account', () => {
  it.each([
    ['an owner', personOf('owner'), owners],
    ['an administrator', admin, [...owners.slice(0, 5), 'administer', 'decommission']],
    ['an auditor', personOf('g', { auditor: true }), ['seeAll']],
    ['another person', personOf('x'), []],
  ])('allows %s only the actions of their role', (_title, person, expected) => {
    expect(allowed(person).sort()).toEqual([...expected].sort())
  })
})

describe('accountCan for an administrator', () => {
  const alwaysApplied = ['seeAll', 'update', 'updateOwners', 'administer']
  it.each<[string, Partial<AccountFacts>, string[]]>([
    ['being set up', { status: 'provisioning' }, alwaysApplied],
    ['failed without a subscription', { status: 'failed', subscriptionId: null }, [...alwaysApplied, 'delete']],
    ['failed with one', { status: 'failed' }, alwaysApplied],
    ['being decommissioned', { status: 'decommissioning' }, alwaysApplied],
    ['decommissioned', { status: 'decommissioned' }, ['seeAll', 'delete']],
    ['active without a subscription', { subscriptionId: null }, [...alwaysApplied, 'delete']],
    ['a manual record', { kind: 'manual' }, [...alwaysApplied, 'manageAccess', 'decommission', 'delete']],
  ])('allows only the actions of the status on an account that is %s', (_title, facts, expected) => {
    expect(allowed(admin, facts).sort()).toEqual([...expected].sort())
  })
})

it.each<[Pick<AccountFacts, 'kind' | 'status'>, boolean]>([
  [{ kind: 'cloud', status: 'active' }, true],
  [{ kind: 'manual', status: 'decommissioning' }, true],
  [{ kind: 'cloud', status: 'provisioning' }, false],
  [{ kind: 'cloud', status: 'failed' }, false],
  [{ kind: 'cloud', status: 'decommissioning' }, false],
])('decides whether details of an account with %j can be changed: %s', (facts, isExpected) => {
  const verdict = cloudSyncVerdict(facts)
  expect(verdict === true).toBe(isExpected)
  if (facts.status === 'failed') expect(verdict).toBe(cloudSyncVerdict({ kind: 'cloud', status: 'provisioning' }))
  if (facts.status === 'decommissioning' && !isExpected) expect(verdict).not.toBe(cloudSyncVerdict({ kind: 'cloud', status: 'failed' }))
})

it.each<[string, boolean, Partial<AccountFacts>]>([
  ['owner', true, { subscriptionId: null }],
  ['owner', true, { kind: 'manual', subscriptionId: null }],
  ['owner', true, { status: 'failed', subscriptionId: null }],
  ['owner', false, { status: 'provisioning', subscriptionId: null }],
  ['owner', false, { kind: 'manual' }],
  ['owner', false, { status: 'decommissioned' }],
  ['x', false, { subscriptionId: null }],
])('decides whether %s can delete an account: %s, with %j', (id, expected, facts) => {
  expect(allowed(personOf(id), facts).includes('delete')).toBe(expected)
})
