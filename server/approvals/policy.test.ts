import { describe, expect, it } from 'vitest'
import { personOf } from '../../test/personOf.ts'
import { approvalCan, canRemind } from './policy.ts'

type Approval = Parameters<typeof approvalCan>[1]
type Stage = Approval['stages'][number]

const vote = (id: string, change: Partial<Stage['decisions'][number]> = {}) => ({ person: { id }, counts: true, ...change })
const delegate = { id: 'deputy', onBehalfOf: { id: 'holder', displayName: 'Holder' } }
const stage = (change: Partial<Stage> = {}): Stage => ({
  stage: 1,
  approvers: [{ id: 'first' }, { id: 'holder' }, delegate],
  decisions: [],
  ...change,
})
const later: Stage = { stage: 2, approvers: [{ id: 'later' }], decisions: [] }
const approvalWith = (change: Partial<Approval> = {}, open: Partial<Stage> = {}): Approval => ({
  status: 'pending',
  stage: 1,
  requester: { id: 'requester' },
  stages: [stage(open), later],
  ...change,
})
const decides = (id: string, approval: Approval) => approvalCan(personOf(id), approval).decide === true

describe('deciding', () => {
  it.each<[string, Approval, string[]]>([
    ['those with a seat in the open stage', approvalWith(), ['first', 'holder', 'deputy']],
    ['nobody once it is decided', approvalWith({ status: 'approved' }), []],
    ['never the requester, whatever seat there is', approvalWith({ requester: { id: 'first' } }), ['holder', 'deputy']],
    ['nobody twice', approvalWith({}, { decisions: [vote('first')] }), ['holder', 'deputy']],
    [
      'nobody twice, even if the vote no longer counts',
      approvalWith({}, { decisions: [vote('first', { counts: false })] }),
      ['holder', 'deputy'],
    ],
    ['one of a holder and a stand-in', approvalWith({}, { decisions: [vote('holder')] }), ['first']],
    [
      'a stand-in whose holder has voted without effect',
      approvalWith({}, { decisions: [vote('holder', { counts: false })] }),
      ['first', 'deputy'],
    ],
    [
      'a holder whose stand-in has voted no more',
      approvalWith({}, { decisions: [vote('deputy', { onBehalfOf: { id: 'holder' } })] }),
      ['first'],
    ],
    [
      'a holder whose stand-in has voted without effect',
      approvalWith({}, { decisions: [vote('deputy', { onBehalfOf: { id: 'holder' }, counts: false })] }),
      ['first', 'holder'],
    ],
    ['one of two stand-ins', approvalWith({}, { decisions: [vote('other', { onBehalfOf: { id: 'holder' } })] }), ['first']],
    ['those of the later stage once it is open', approvalWith({ stage: 2 }, { decisions: [vote('first')] }), ['later']],
  ])('%s', (_what, approval, allowed) => {
    const everybody = ['first', 'holder', 'deputy', 'later', 'requester', 'stranger']
    expect(everybody.filter((id) => decides(id, approval))).toEqual(allowed)
  })

  it('is told apart: voted, voted in vain, another stage, a later stage, a stranger', () => {
    const reasons = [
      ['first', approvalWith({}, { decisions: [vote('first')] })],
      ['first', approvalWith({}, { decisions: [vote('first', { counts: false })] })],
      ['first', approvalWith({ stage: 2 }, { decisions: [vote('first')] })],
      ['later', approvalWith()],
      ['stranger', approvalWith()],
    ] as const
    expect(new Set(reasons.map(([id, approval]) => approvalCan(personOf(id), approval).decide)).size).toBe(5)
  })

  it('is no matter of roles', () => {
    expect(approvalCan(personOf('x', { admin: true, auditor: true }), approvalWith()).decide).not.toBe(true)
  })
})

describe('passing on and taking back', () => {
  const reassigned = {
    approvers: [{ id: 'other', displayName: 'Other', onBehalfOf: { id: 'first', displayName: 'First' }, reassigned: {} }, { id: 'first' }],
  }
  const can = (id: string, approval: Approval) => {
    const { reassign, revokeReassignment } = approvalCan(personOf(id), approval)
    return [reassign === true, revokeReassignment === true]
  }
  it.each<[string, string, Approval, boolean[]]>([
    ['one passes an own seat on', 'first', approvalWith(), [true, false]],
    ['a stand-in does not', 'deputy', approvalWith(), [false, false]],
    ['a stranger does not', 'stranger', approvalWith(), [false, false]],
    ['not twice, but it is taken back', 'first', approvalWith({}, reassigned), [false, true]],
    ['the other goes no further, but may give it back', 'other', approvalWith({}, reassigned), [false, true]],
    ['nobody once it is decided', 'first', approvalWith({ status: 'approved' }, reassigned), [false, false]],
    ['not for a role whose approvers Azure names', 'first', approvalWith({ subject_kind: 'pimActivation' }), [false, false]],
  ])('%s', (_what, id, approval, allowed) => {
    expect(can(id, approval)).toEqual(allowed)
  })
})

it.each([
  ['requester', true],
  ['first', true],
  ['later', true],
  ['gone', true],
  ['stranger', false],
])('%s comments: %s', (id, allowed) => {
  const approval = approvalWith({}, { decisions: [vote('gone')] })
  expect(approvalCan(personOf(id), approval).comment === true).toBe(allowed)
  expect(approvalCan(personOf(id), { ...approval, status: 'approved' }).comment).not.toBe(true)
})

it.each([{ admin: true }, { auditor: true }])('does not let %o comment without taking part', (rights) => {
  expect(approvalCan(personOf('x', rights), approvalWith()).comment).not.toBe(true)
})

describe('canRemind', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  it.each([
    ['requester', {}, null, true],
    ['first', {}, null, false],
    ['requester', { status: 'approved' }, null, false],
    ['requester', { stages: [stage({ approvers: [] }), later] }, null, false],
    ['requester', {}, hoursAgo(23), false],
    ['requester', {}, hoursAgo(24), true],
  ] as const)('case %#', (id, change, remindedByRequesterAt, allowed) => {
    const approval = { ...approvalWith(change as Partial<Approval>), reminded_by_requester_at: remindedByRequesterAt }
    expect(canRemind(personOf(id), approval, now) === true).toBe(allowed)
  })
})
