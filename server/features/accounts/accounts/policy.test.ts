import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { type AccountFacts, accountCan, cloudFollows } from './policy.ts'

const account: AccountFacts = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'other' }, { id: 'owner' }] }
const allowed = (who: ReturnType<typeof personOf>, facts: Partial<AccountFacts> = {}) =>
  Object.entries(accountCan(who, { ...account, ...facts }))
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
  ])('allows %s exactly their actions', (_who, person, expected) => {
    expect(allowed(person).sort()).toEqual([...expected].sort())
  })
})

describe('accountCan for an administrator', () => {
  const always = ['seeAll', 'update', 'updateOwners', 'administer']
  it.each<[string, Partial<AccountFacts>, string[]]>([
    ['being set up', { status: 'provisioning' }, always],
    ['failed without a subscription', { status: 'failed', subscriptionId: null }, [...always, 'delete']],
    ['failed with one', { status: 'failed' }, always],
    ['being decommissioned', { status: 'decommissioning' }, always],
    ['decommissioned', { status: 'decommissioned' }, ['seeAll', 'delete']],
    ['active without a subscription', { subscriptionId: null }, [...always, 'delete']],
    ['a manual record', { kind: 'manual' }, [...always, 'manageAccess', 'decommission', 'delete']],
  ])('allows, for an account that is %s', (_what, facts, expected) => {
    expect(allowed(admin, facts).sort()).toEqual([...expected].sort())
  })
})

it.each<[Pick<AccountFacts, 'kind' | 'status'>, boolean]>([
  [{ kind: 'cloud', status: 'active' }, true],
  [{ kind: 'manual', status: 'decommissioning' }, true],
  [{ kind: 'cloud', status: 'provisioning' }, false],
  [{ kind: 'cloud', status: 'failed' }, false],
  [{ kind: 'cloud', status: 'decommissioning' }, false],
])('applies changes of %j in the cloud: %s', (facts, follows) => {
  const verdict = cloudFollows(facts)
  expect(verdict === true).toBe(follows)
  if (facts.status === 'failed') expect(verdict).toBe(cloudFollows({ kind: 'cloud', status: 'provisioning' }))
  if (facts.status === 'decommissioning' && !follows) expect(verdict).not.toBe(cloudFollows({ kind: 'cloud', status: 'failed' }))
})

it.each<[string, boolean, Partial<AccountFacts>]>([
  ['owner', true, { subscriptionId: null }],
  ['owner', true, { kind: 'manual', subscriptionId: null }],
  ['owner', true, { status: 'failed', subscriptionId: null }],
  ['owner', false, { status: 'provisioning', subscriptionId: null }],
  ['owner', false, { kind: 'manual' }],
  ['owner', false, { status: 'decommissioned' }],
  ['x', false, { subscriptionId: null }],
])('lets %s delete it: %s, with %j', (id, expected, facts) => {
  expect(allowed(personOf(id), facts).includes('delete')).toBe(expected)
})
