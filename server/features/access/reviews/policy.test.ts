import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canDecide, canReview, canStartReviews, hasEnoughReason, reviewCan, seesAll, seesSome } from './policy.ts'

const [admin, auditor] = [personOf('admin', { admin: true }), personOf('auditor', { auditor: true })]
const [creator, lead, other] = [personOf('creator'), personOf('lead'), personOf('other')]
const review: Parameters<typeof reviewCan>[1] = {
  status: 'open',
  createdBy: { id: 'creator' },
  inCharge: [{ id: 'first' }, { id: 'lead' }],
  pending: 0,
  mine: 0,
  removesOwn: false,
}

describe('canReview', () => {
  it.each([
    [lead, true],
    [admin, true],
    [other, false],
    [auditor, false],
  ])('decides case %#', (actor, allowed) => {
    for (const kind of ['account', 'tower'] as const) expect(canReview(actor, { kind, inCharge: review.inCharge }) === true).toBe(allowed)
  })

  it('gives a different reason for a tower than for an account', () => {
    const reasonOf = (kind: 'account' | 'group' | 'tower') => canReview(other, { kind, inCharge: [] })
    expect(reasonOf('tower')).not.toBe(reasonOf('account'))
    expect(reasonOf('group')).toBe(reasonOf('account'))
  })
})

it.each([
  [admin, false, true],
  [other, true, true],
  [other, false, false],
])('decides canStartReviews case %#', (actor, inCharge, allowed) => {
  expect(canStartReviews(actor, inCharge) === true).toBe(allowed)
})

it.each([
  [admin, true],
  [auditor, true],
  [creator, true],
  [lead, true],
  [other, false],
])('decides seesAll case %#', (actor, allowed) => {
  expect(seesAll(actor, review) === true).toBe(allowed)
  expect(seesSome(actor, review) === true).toBe(allowed)
  expect(seesSome(actor, { ...review, mine: 1 })).toBe(true)
})

describe('reviewCan', () => {
  const allowed = (actor: typeof admin, change: object = {}) => {
    const { close, cancel, export: exports } = reviewCan(actor, { ...review, ...change })
    return [close === true, cancel === true, exports === true]
  }
  it.each([
    [admin, {}, [true, true, true]],
    [creator, {}, [true, true, true]],
    [auditor, {}, [false, false, true]],
    [lead, {}, [false, false, true]],
    [other, {}, [false, false, false]],
    [creator, { pending: 1 }, [false, true, true]],
    [creator, { removesOwn: true }, [true, false, true]],
    [creator, { status: 'scheduled' }, [false, true, false]],
    [creator, { status: 'closing' }, [false, false, true]],
    [creator, { status: 'applied' }, [false, false, true]],
    [creator, { status: 'cancelled' }, [false, false, true]],
  ])('decides case %#', (actor, change, expected) => {
    expect(allowed(actor, change)).toEqual(expected)
  })

  it('gives a different reason for a closed than for a cancelled review', () => {
    const reasonIn = (status: 'closing' | 'applied' | 'cancelled') => reviewCan(creator, { ...review, status }).close
    expect(reasonIn('closing')).toBe(reasonIn('applied'))
    expect(reasonIn('closing')).not.toBe(reasonIn('cancelled'))
  })
})

describe('canDecide', () => {
  type Item = Parameters<typeof canDecide>[1]
  const item: Item = { own: false, deciders: [{ id: 'first' }, { id: 'creator' }], status: 'open', self: false }
  it.each<[typeof admin, Partial<Item>, boolean]>([
    [creator, {}, true],
    [other, {}, false],
    [admin, {}, false],
    [admin, { deciders: [] }, true],
    [other, { deciders: [] }, false],
    [creator, { own: true }, false],
    [admin, { own: true, deciders: [] }, false],
    [creator, { own: true, self: true }, true],
    [admin, { own: true, self: true, deciders: [] }, false],
    [creator, { status: 'scheduled' }, false],
    [creator, { status: 'closing' }, false],
    [creator, { status: 'applied' }, false],
  ])('decides case %#', (actor, change, allowed) => {
    expect(canDecide(actor, { ...item, ...change }) === true).toBe(allowed)
  })

  it('gives different reasons for other reviewers, administrators, early and late decisions', () => {
    const reasons = [{ deciders: [{ id: 'first' }] }, { deciders: [] }, { status: 'scheduled' as const }, { status: 'closing' as const }]
    expect(new Set(reasons.map((change) => canDecide(creator, { ...item, ...change }))).size).toBe(4)
  })
})

it.each([
  [true, 'keep', '  no ', false],
  [true, 'keep', ' yes ', true],
  [true, 'remove', '', true],
  [true, 'pending', '', true],
  [false, 'keep', '', true],
] as const)('decides saysEnough case %#', (reasonToKeep, decision, reason, allowed) => {
  expect(hasEnoughReason(reasonToKeep, decision, reason) === true).toBe(allowed)
})
