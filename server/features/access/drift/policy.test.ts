import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canResolve, type DifferenceFacts, differenceCan, isAccessKept, ownAccessVerdict, type Resolution, resolutions } from './policy.ts'

const account: DifferenceFacts['account'] = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [{ id: 'owner' }] }
const addedDifference: DifferenceFacts = {
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
const removedDifference: DifferenceFacts = { ...addedDifference, kind: 'removed', granted: true }
const groupMissing: DifferenceFacts = { ...addedDifference, kind: 'groupMissing', memberKind: null, person: null }
const disabledPerson = { person: { id: 'someone', active: false } }
const conflict = { conflict: { group: 'other', reason: 'Separation of duties.' } }

describe('canResolve', () => {
  const allowed = (difference: DifferenceFacts) => resolutions.filter((action) => canResolve(action, difference) === true)
  it.each<[string, DifferenceFacts, Resolution[]]>([
    ['a new member', addedDifference, ['adopt', 'remove']],
    ['a missing member', removedDifference, ['restore', 'accept']],
    ['a missing group', groupMissing, ['restore', 'accept']],
    ['a resolved difference', { ...addedDifference, status: 'adopted' }, []],
    ['an account being decommissioned', { ...addedDifference, account: { ...account, status: 'decommissioning' } }, []],
    ['a new member who was granted access since', { ...addedDifference, granted: true }, []],
    ['a missing member whose grant ended since', { ...removedDifference, granted: false }, []],
    ['a missing group with a grant', { ...groupMissing, granted: true }, ['restore', 'accept']],
    ['a new member who is disabled', { ...addedDifference, ...disabledPerson }, ['remove']],
    ['a missing member who is disabled', { ...removedDifference, ...disabledPerson }, ['accept']],
    ['a missing group with a disabled member', { ...groupMissing, ...disabledPerson }, ['restore', 'accept']],
    ['an unknown new member', { ...addedDifference, person: null }, ['remove']],
    ['an unknown missing member', { ...removedDifference, person: null }, ['restore', 'accept']],
    ['a nested group', { ...addedDifference, memberKind: 'group', person: null }, ['adopt', 'remove']],
    [
      'a nested group where access has a maximum duration',
      { ...addedDifference, memberKind: 'group', person: null, maxDurationHours: 8 },
      ['remove'],
    ],
    [
      'a missing nested group where access has a maximum duration',
      { ...removedDifference, memberKind: 'group', person: null, maxDurationHours: 8 },
      ['restore', 'accept'],
    ],
    ['a new member where access has a maximum duration', { ...addedDifference, maxDurationHours: 8 }, ['adopt', 'remove']],
    ['a new member with a conflict', { ...addedDifference, ...conflict }, ['remove']],
    ['a missing member with a conflict', { ...removedDifference, ...conflict }, ['restore', 'accept']],
  ])('allows only the actions that can resolve %s', (_title, difference, actions) => {
    expect(allowed(difference)).toEqual(actions)
  })
})

it.each<['allows' | 'denies', Resolution]>([
  ['denies', 'adopt'],
  ['denies', 'restore'],
  ['allows', 'remove'],
  ['allows', 'accept'],
])('%s “%s” as the resolution of a difference in your own access', (decision, action) => {
  const keepsAccess = decision === 'denies'
  expect(isAccessKept(action)).toBe(keepsAccess)
  expect(ownAccessVerdict(action, { own: true }) === true).toBe(!keepsAccess)
  expect(ownAccessVerdict(action, { own: false })).toBe(true)
})

describe('differenceCan', () => {
  const allowed = (...[actor, difference]: Parameters<typeof differenceCan>) =>
    Object.entries(differenceCan(actor, difference)).flatMap(([action, verdict]) => (verdict === true ? [action] : []))
  it.each<[string, Parameters<typeof differenceCan>, string[]]>([
    ['an owner', [personOf('owner'), addedDifference], ['adopt', 'remove', 'look']],
    ['an administrator', [personOf('x', { admin: true }), removedDifference], ['restore', 'accept', 'look']],
    ['an auditor', [personOf('x', { auditor: true }), addedDifference], []],
    ['a stranger', [personOf('x'), addedDifference], []],
    ['an owner who is the new member', [personOf('owner'), { ...addedDifference, own: true }], ['remove', 'look']],
    ['an owner who is missing', [personOf('owner'), { ...removedDifference, own: true }], ['accept', 'look']],
    [
      'an owner of an account being decommissioned',
      [personOf('owner'), { ...addedDifference, account: { ...account, status: 'decommissioning' } }],
      [],
    ],
  ])('allows %s only the actions of their role', (_title, args, actions) => {
    expect(allowed(...args)).toEqual(actions)
  })
})
