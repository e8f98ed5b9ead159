import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canResolve, type DifferenceFacts, differenceCan, keepsAccess, ownAffair, type Settlement, settlements } from './policy.ts'

const account: DifferenceFacts['account'] = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'owner' }] }
const added: DifferenceFacts = {
  account,
  kind: 'added',
  status: 'open',
  memberKind: 'person',
  person: { id: 'someone', active: true },
  own: false,
  maxDurationHours: null,
  granted: false,
  conflict: null,
}
const removed: DifferenceFacts = { ...added, kind: 'removed', granted: true }
const groupMissing: DifferenceFacts = { ...added, kind: 'groupMissing', memberKind: null, person: null }
const disabled = { person: { id: 'someone', active: false } }
const conflict = { conflict: { group: 'other', reason: 'Separation of duties.' } }

describe('canResolve', () => {
  const allowed = (difference: DifferenceFacts) => settlements.filter((action) => canResolve(action, difference) === true)
  it.each<[string, DifferenceFacts, Settlement[]]>([
    ['a new member', added, ['adopt', 'remove']],
    ['a missing member', removed, ['restore', 'accept']],
    ['a missing group', groupMissing, ['restore', 'accept']],
    ['a resolved difference', { ...added, status: 'adopted' }, []],
    ['an account being decommissioned', { ...added, account: { ...account, status: 'decommissioning' } }, []],
    ['a new member who was granted access since', { ...added, granted: true }, []],
    ['a missing member whose grant ended since', { ...removed, granted: false }, []],
    ['a missing group with a grant', { ...groupMissing, granted: true }, ['restore', 'accept']],
    ['a new member who is disabled', { ...added, ...disabled }, ['remove']],
    ['a missing member who is disabled', { ...removed, ...disabled }, ['accept']],
    ['a missing group with a disabled member', { ...groupMissing, ...disabled }, ['restore', 'accept']],
    ['an unknown new member', { ...added, person: null }, ['remove']],
    ['an unknown missing member', { ...removed, person: null }, ['restore', 'accept']],
    ['a nested group', { ...added, memberKind: 'group', person: null }, ['adopt', 'remove']],
    [
      'a nested group where access has a maximum duration',
      { ...added, memberKind: 'group', person: null, maxDurationHours: 8 },
      ['remove'],
    ],
    [
      'a missing nested group where access has a maximum duration',
      { ...removed, memberKind: 'group', person: null, maxDurationHours: 8 },
      ['restore', 'accept'],
    ],
    ['a new member where access has a maximum duration', { ...added, maxDurationHours: 8 }, ['adopt', 'remove']],
    ['a new member with a conflict', { ...added, ...conflict }, ['remove']],
    ['a missing member with a conflict', { ...removed, ...conflict }, ['restore', 'accept']],
  ])('allows the right actions for %s', (_what, difference, actions) => {
    expect(allowed(difference)).toEqual(actions)
  })
})

it.each<[Settlement, boolean]>([
  ['adopt', true],
  ['restore', true],
  ['remove', false],
  ['accept', false],
])('allows %s for your own access only if it ends it (keeps access: %s)', (action, keeps) => {
  expect(keepsAccess(action)).toBe(keeps)
  expect(ownAffair(action, { own: true }) === true).toBe(!keeps)
  expect(ownAffair(action, { own: false })).toBe(true)
})

describe('differenceCan', () => {
  const allowed = (...[actor, difference]: Parameters<typeof differenceCan>) =>
    Object.entries(differenceCan(actor, difference)).flatMap(([action, verdict]) => (verdict === true ? [action] : []))
  it.each<[string, Parameters<typeof differenceCan>, string[]]>([
    ['an owner', [personOf('owner'), added], ['adopt', 'remove', 'look']],
    ['an administrator', [personOf('x', { admin: true }), removed], ['restore', 'accept', 'look']],
    ['an auditor', [personOf('x', { auditor: true }), added], []],
    ['a stranger', [personOf('x'), added], []],
    ['an owner who is the new member', [personOf('owner'), { ...added, own: true }], ['remove', 'look']],
    ['an owner who is missing', [personOf('owner'), { ...removed, own: true }], ['accept', 'look']],
    [
      'an owner of an account being decommissioned',
      [personOf('owner'), { ...added, account: { ...account, status: 'decommissioning' } }],
      [],
    ],
  ])('allows the right actions to %s', (_who, args, actions) => {
    expect(allowed(...args)).toEqual(actions)
  })
})
