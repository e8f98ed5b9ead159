import { describe, expect, it } from 'vitest'
import { personOf } from '../../test/personOf.ts'
import { approvalCan, canRemind } from './policy.ts'

type Approval = Parameters<typeof approvalCan>[1]
type Stage = Approval['stages'][number]

const vote = (id: string, overrides: Partial<Stage['decisions'][number]> = {}) => ({ person: { id }, counts: true, ...overrides })
const delegate = { id: 'deputy', onBehalfOf: { id: 'holder', displayName: 'Holder' } }
const stage = (overrides: Partial<Stage> = {}): Stage => ({
  stage: 1,
  approvers: [{ id: 'first' }, { id: 'holder' }, delegate],
  decisions: [],
  ...overrides,
})
const laterStage: Stage = { stage: 2, approvers: [{ id: 'later' }], decisions: [] }
const approvalWith = (overrides: Partial<Approval> = {}, open: Partial<Stage> = {}): Approval => ({
  status: 'pending',
  stage: 1,
  requester: { id: 'requester' },
  stages: [stage(open), laterStage],
  ...overrides,
})
const decides = (id: string, approval: Approval) => approvalCan(personOf(id), approval).decide === true

describe('the decision', () => {
  it.each<[string, Approval, string[]]>([
    ['people with a seat in the open stage', approvalWith(), ['first', 'holder', 'deputy']],
    ['no person once it is decided', approvalWith({ status: 'approved' }), []],
    ['approvers, but not a requester with a seat', approvalWith({ requester: { id: 'first' } }), ['holder', 'deputy']],
    ['approvers without a vote', approvalWith({}, { decisions: [vote('first')] }), ['holder', 'deputy']],
    [
      'approvers without a vote, even if a vote no longer counts',
      approvalWith({}, { decisions: [vote('first', { counts: false })] }),
      ['holder', 'deputy'],
    ],
    ['neither a holder who voted nor their delegate', approvalWith({}, { decisions: [vote('holder')] }), ['first']],
    [
      'a delegate whose holder’s vote does not count',
      approvalWith({}, { decisions: [vote('holder', { counts: false })] }),
      ['first', 'deputy'],
    ],
    ['no holder whose delegate has voted', approvalWith({}, { decisions: [vote('deputy', { onBehalfOf: { id: 'holder' } })] }), ['first']],
    [
      'a holder whose delegate’s vote does not count',
      approvalWith({}, { decisions: [vote('deputy', { onBehalfOf: { id: 'holder' }, counts: false })] }),
      ['first', 'holder'],
    ],
    [
      'neither a holder nor a second delegate once a delegate voted',
      approvalWith({}, { decisions: [vote('other', { onBehalfOf: { id: 'holder' } })] }),
      ['first'],
    ],
    ['people in a later stage once it is open', approvalWith({ stage: 2 }, { decisions: [vote('first')] }), ['later']],
  ])('is allowed for %s', (_title, approval, allowed) => {
    const people = ['first', 'holder', 'deputy', 'later', 'requester', 'stranger']
    expect(people.filter((id) => decides(id, approval))).toEqual(allowed)
  })

  it('gives a different reason for each cause of a denial', () => {
    const reasons = [
      ['first', approvalWith({}, { decisions: [vote('first')] })],
      ['first', approvalWith({}, { decisions: [vote('first', { counts: false })] })],
      ['first', approvalWith({ stage: 2 }, { decisions: [vote('first')] })],
      ['later', approvalWith()],
      ['stranger', approvalWith()],
    ] as const
    expect(new Set(reasons.map(([id, approval]) => approvalCan(personOf(id), approval).decide)).size).toBe(5)
  })

  it('is denied to administrators and auditors without a seat', () => {
    expect(approvalCan(personOf('x', { admin: true, auditor: true }), approvalWith()).decide).not.toBe(true)
  })
})

describe('reassigning and revoking', () => {
  const reassigned = {
    approvers: [{ id: 'other', displayName: 'Other', onBehalfOf: { id: 'first', displayName: 'First' }, reassigned: {} }, { id: 'first' }],
  }
  const allowedActions = (id: string, approval: Approval) => {
    const { reassign, revokeReassignment } = approvalCan(personOf(id), approval)
    return [reassign === true, revokeReassignment === true]
  }
  it.each<[string, string, Approval, boolean[]]>([
    ['the holder of a seat to reassign', 'first', approvalWith(), [true, false]],
    ['no delegate', 'deputy', approvalWith(), [false, false]],
    ['no stranger', 'stranger', approvalWith(), [false, false]],
    ['the holder to revoke instead of reassigning twice', 'first', approvalWith({}, reassigned), [false, true]],
    ['the receiver only to hand it back', 'other', approvalWith({}, reassigned), [false, true]],
    ['no person once it is decided', 'first', approvalWith({ status: 'approved' }, reassigned), [false, false]],
    ['no person for a role whose approvers Azure names', 'first', approvalWith({ subject_kind: 'pimActivation' }), [false, false]],
  ])('allows %s', (_title, id, approval, allowed) => {
    expect(allowedActions(id, approval)).toEqual(allowed)
  })
})

it.each([
  ['requester', true],
  ['first', true],
  ['later', true],
  ['gone', true],
  ['stranger', false],
])('lets %s comment: %s', (id, allowed) => {
  const approval = approvalWith({}, { decisions: [vote('gone')] })
  expect(approvalCan(personOf(id), approval).comment === true).toBe(allowed)
  expect(approvalCan(personOf(id), { ...approval, status: 'approved' }).comment).not.toBe(true)
})

it.each([{ admin: true }, { auditor: true }])('denies comments by %o, who is neither the requester nor an approver', (roles) => {
  expect(approvalCan(personOf('x', roles), approvalWith()).comment).not.toBe(true)
})

describe('canRemind', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  it.each([
    ['requester', {}, null, true],
    ['first', {}, null, false],
    ['requester', { status: 'approved' }, null, false],
    ['requester', { stages: [stage({ approvers: [] }), laterStage] }, null, false],
    ['requester', {}, hoursAgo(23), false],
    ['requester', {}, hoursAgo(24), true],
  ] as const)('allows a reminder by the requester once a day (case %#)', (id, overrides, remindedByRequesterAt, allowed) => {
    const approval = { ...approvalWith(overrides as Partial<Approval>), reminded_by_requester_at: remindedByRequesterAt }
    expect(canRemind(personOf(id), approval, now) === true).toBe(allowed)
  })
})

it('gives another reason for rounds that ended without a decision than for decided ones', () => {
  const reasonOf = (status: string) => approvalCan(personOf('first'), approvalWith({ status })).decide
  const [approved, rejected, cancelled, expired] = ['approved', 'rejected', 'cancelled', 'expired'].map(reasonOf)
  expect(rejected).toBe(approved)
  expect(new Set([approved, cancelled, expired]).size).toBe(3)
})
