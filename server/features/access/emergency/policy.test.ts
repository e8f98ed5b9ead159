import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canOpen, type EmergencyFacts, emergencyCan } from './policy.ts'

const facts: EmergencyFacts = { status: 'active', person: { id: 'me' }, own: false, owners: [{ id: 'x' }, { id: 'owner' }], overdue: false }
const allowed = (id: string, overrides: Partial<EmergencyFacts> = {}, roles = {}) =>
  Object.entries(emergencyCan(personOf(id, roles), { ...facts, ...overrides }))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

describe('actions by person', () => {
  it.each<[string, string, Partial<EmergencyFacts>, object, string[]]>([
    ['the person while active', 'me', { own: true }, {}, ['end']],
    ['the person after the end', 'me', { own: true, status: 'ended', overdue: true }, {}, ['write']],
    ['an owner', 'owner', {}, {}, ['end']],
    ['an owner after the report', 'owner', { status: 'report', overdue: true }, {}, ['review']],
    ['an administrator after an overdue report', 'a', { status: 'report', overdue: true }, { admin: true }, ['review', 'lift']],
    ['the person’s second account, an administrator', 'a', { status: 'report', overdue: true, own: true }, { admin: true }, []],
    ['the person’s second account while active', 'a', { own: true }, { admin: true }, ['end']],
    ['an auditor', 'g', { overdue: true }, { auditor: true }, []],
    ['another person', 'z', { status: 'report', overdue: true }, {}, []],
  ])('allows %s only the actions of their role', (_title, id, overrides, roles, expected) => {
    expect(allowed(id, overrides, roles)).toEqual(expected)
  })
})

describe('actions by status', () => {
  it.each<[EmergencyFacts['status'], boolean, boolean, boolean]>([
    ['opening', true, false, false],
    ['active', true, false, false],
    ['ending', false, false, false],
    ['ended', false, true, false],
    ['report', false, false, true],
    ['closing', false, false, false],
    ['closed', false, false, false],
    ['failed', false, false, false],
  ])('allows only these actions while %s: end %s, report %s, review %s', (status, end, write, review) => {
    expect([allowed('me', { status }).includes('end'), allowed('me', { status }).includes('write')]).toEqual([end, write])
    expect(allowed('owner', { status }).includes('review')).toBe(review)
  })

  it('allows a cancellation only once', () => {
    expect(allowed('me', { status: 'opening', ended: true })).toEqual([])
    expect(allowed('me', { status: 'active', ended: true })).toEqual(['end'])
  })

  it('gives a reason that fits the status', () => {
    const verdictsFor = (status: EmergencyFacts['status']) => emergencyCan(personOf('me', { admin: true }), { ...facts, status })
    expect(verdictsFor('closing').review).toBe(verdictsFor('closed').review)
    expect(verdictsFor('active').review).not.toBe(verdictsFor('closed').review)
    expect(new Set((['opening', 'active', 'ending'] as const).map((status) => verdictsFor(status).write)).size).toBe(1)
    expect(verdictsFor('report').write).not.toBe(verdictsFor('active').write)
  })
})

const account = { kind: 'cloud', status: 'active', subscriptionId: 's', owners: [] } as const
it.each([
  [account, { open: null, overdue: null }, true],
  [account, { open: 'EMG-1', overdue: null }, false],
  [account, { open: null, overdue: 'EMG-1' }, false],
  [{ ...account, status: 'decommissioned' as const }, { open: null, overdue: null }, false],
])('decides whether access can start in %j with %j: %s', (place, caller, expected) => {
  expect(canOpen(place as never, caller) === true).toBe(expected)
})
