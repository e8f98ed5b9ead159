import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canOpen, type EmergencyFacts, emergencyCan } from './policy.ts'

const facts: EmergencyFacts = { status: 'active', person: { id: 'me' }, own: false, owners: [{ id: 'x' }, { id: 'owner' }], overdue: false }
const allowed = (id: string, change: Partial<EmergencyFacts> = {}, rights = {}) =>
  Object.entries(emergencyCan(personOf(id, rights), { ...facts, ...change }))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

describe('who', () => {
  it.each<[string, string, Partial<EmergencyFacts>, object, string[]]>([
    ['the person, while it lasts', 'me', { own: true }, {}, ['end']],
    ['the person, when it is over', 'me', { own: true, status: 'ended', overdue: true }, {}, ['write']],
    ['an owner', 'owner', {}, {}, ['end']],
    ['an owner, when it is written', 'owner', { status: 'report', overdue: true }, {}, ['review']],
    ['an administrator, when it is written and overdue', 'a', { status: 'report', overdue: true }, { admin: true }, ['review', 'lift']],
    ['another account of the person, as administrator', 'a', { status: 'report', overdue: true, own: true }, { admin: true }, []],
    ['another account of the person, while it lasts', 'a', { own: true }, { admin: true }, ['end']],
    ['an auditor', 'g', { overdue: true }, { auditor: true }, []],
    ['somebody else', 'z', { status: 'report', overdue: true }, {}, []],
  ])('%s', (_who, id, change, rights, expected) => {
    expect(allowed(id, change, rights)).toEqual(expected)
  })
})

describe('when', () => {
  it.each<[EmergencyFacts['status'], boolean, boolean, boolean]>([
    ['opening', true, false, false],
    ['active', true, false, false],
    ['ending', false, false, false],
    ['ended', false, true, false],
    ['report', false, false, true],
    ['closing', false, false, false],
    ['closed', false, false, false],
    ['failed', false, false, false],
  ])('%s: ended %s, written %s, reviewed %s', (status, end, write, review) => {
    expect([allowed('me', { status }).includes('end'), allowed('me', { status }).includes('write')]).toEqual([end, write])
    expect(allowed('owner', { status }).includes('review')).toBe(review)
  })

  it('is called off once', () => {
    expect(allowed('me', { status: 'opening', ended: true })).toEqual([])
    expect(allowed('me', { status: 'active', ended: true })).toEqual(['end'])
  })

  it('says what the moment is for', () => {
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
])('may be opened in %j with %j: %s', (place, own, expected) => {
  expect(canOpen(place as never, own) === true).toBe(expected)
})
