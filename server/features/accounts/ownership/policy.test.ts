import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { type GapFacts, gapCan, roleIn } from './policy.ts'

const facts: GapFacts = {
  reason: 'moved',
  ownerIds: ['owner', 'mover'],
  familyOwnerIds: ['owner', 'family'],
  towerLeadIds: ['lead'],
  requestedIds: ['asked'],
  own: false,
}
const allowed = (id: string, change: Partial<GapFacts> = {}, admin = false) =>
  Object.entries(gapCan(personOf(id, { admin }), { ...facts, ...change }))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

it.each<[string, string, Partial<GapFacts>, boolean, string[]]>([
  ['an owner', 'owner', {}, false, ['propose', 'keep']],
  ['who was asked', 'asked', {}, false, ['accept', 'decline']],
  ['an owner of the family', 'family', {}, false, ['accept', 'propose', 'keep']],
  ['a lead of the tower', 'lead', {}, false, ['accept', 'propose', 'keep']],
  ['an administrator', 'boss', {}, true, ['propose', 'keep']],
  ['somebody else', 'x', {}, false, []],
  ['the mover', 'mover', { own: true }, false, ['propose']],
  ['another account of the mover that leads the tower', 'lead', { own: true }, false, ['propose']],
  ['another account of who left that leads the tower', 'lead', { own: true, reason: 'left' }, false, ['accept', 'propose']],
  ['an owner, when somebody left', 'owner', { reason: 'left' }, false, ['propose']],
])('about a gap, %s may do no more than that', (_who, id, change, admin, expected) => {
  expect(allowed(id, change, admin)).toEqual(expected)
})

it.each([
  ['asked', {}, 'proposed'],
  ['owner', {}, 'owner'],
  ['family', {}, 'familyOwner'],
  ['lead', {}, 'towerLead'],
  ['x', { admin: true, auditor: true }, 'admin'],
  ['x', { auditor: true }, 'auditor'],
  ['x', {}, undefined],
] as const)('%s with %j has to do with it as %s', (id, rights, role) => {
  expect(roleIn(personOf(id, rights), facts)).toBe(role)
})
