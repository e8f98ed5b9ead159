import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { transferredActions } from './notify.ts'
import { type GapFacts, gapCan, roleIn } from './policy.ts'

const facts: GapFacts = {
  reason: 'moved',
  ownerIds: ['owner', 'mover'],
  familyOwnerIds: ['owner', 'family'],
  towerLeadIds: ['lead'],
  requestedIds: ['asked'],
  own: false,
}
const allowed = (id: string, overrides: Partial<GapFacts> = {}, isAdmin = false) =>
  Object.entries(gapCan(personOf(id, { admin: isAdmin }), { ...facts, ...overrides }))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

it.each<[string, string, Partial<GapFacts>, boolean, string[]]>([
  ['an owner', 'owner', {}, false, ['propose', 'keep']],
  ['a person who was asked', 'asked', {}, false, ['accept', 'decline']],
  ['an owner of the family', 'family', {}, false, ['accept', 'propose', 'keep']],
  ['a lead of the tower', 'lead', {}, false, ['accept', 'propose', 'keep']],
  ['an administrator', 'boss', {}, true, ['propose', 'keep']],
  ['another person', 'x', {}, false, []],
  ['the owner who moved', 'mover', { own: true }, false, ['propose']],
  ['a tower lead that is another account of the owner who moved', 'lead', { own: true }, false, ['propose']],
  ['a tower lead that is another account of the owner who left', 'lead', { own: true, reason: 'left' }, false, ['accept', 'propose']],
  ['an owner, after another owner left', 'owner', { reason: 'left' }, false, ['propose']],
])('allows %s only the actions of their role in a gap', (_title, id, overrides, isAdmin, expected) => {
  expect(allowed(id, overrides, isAdmin)).toEqual(expected)
})

it('offers an owner who moved, in the notification, exactly what they can do', () => {
  expect(Object.keys(transferredActions)).toEqual(allowed('mover', { own: true }))
})

it.each([
  ['asked', {}, 'proposed'],
  ['owner', {}, 'owner'],
  ['family', {}, 'familyOwner'],
  ['lead', {}, 'towerLead'],
  ['x', { admin: true, auditor: true }, 'admin'],
  ['x', { auditor: true }, 'auditor'],
  ['x', {}, undefined],
] as const)('gives %s with %j the role %s in a gap', (id, rights, role) => {
  expect(roleIn(personOf(id, rights), facts)).toBe(role)
})
