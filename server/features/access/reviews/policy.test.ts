import { describe, expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canDecideItem, canReview, canSeeAll, canSeePart, canStartReviews, hasEnoughReason, reviewCan } from './policy.ts'

const [admin, auditor] = [personOf('admin', { admin: true }), personOf('auditor', { auditor: true })]
const [creator, lead, otherPerson] = [personOf('creator'), personOf('lead'), personOf('other')]
const review: Parameters<typeof reviewCan>[1] = {
  status: 'open',
  createdBy: { id: 'creator' },
  responsiblePeople: [{ id: 'first' }, { id: 'lead' }],
  pending: 0,
  mine: 0,
  removesOwnAccess: false,
}

describe('canReview', () => {
  it.each([
    [lead, true],
    [admin, true],
    [otherPerson, false],
    [auditor, false],
  ])('allows only owners of the scope and administrators to start a review (case %#)', (actor, isAllowed) => {
    for (const kind of ['account', 'tower'] as const)
      expect(canReview(actor, { kind, responsiblePeople: review.responsiblePeople }) === true).toBe(isAllowed)
  })

  it('gives a different reason for a tower than for an account', () => {
    const reasonOf = (kind: 'account' | 'group' | 'tower') => canReview(otherPerson, { kind, responsiblePeople: [] })
    expect(reasonOf('tower')).not.toBe(reasonOf('account'))
    expect(reasonOf('group')).toBe(reasonOf('account'))
  })
})

it.each([
  [admin, false, true],
  [otherPerson, true, true],
  [otherPerson, false, false],
])('allows only people with a scope and administrators to start reviews (case %#)', (actor, isInCharge, isAllowed) => {
  expect(canStartReviews(actor, isInCharge) === true).toBe(isAllowed)
})

it.each([
  [admin, true],
  [auditor, true],
  [creator, true],
  [lead, true],
  [otherPerson, false],
])('shows a whole review only to its owners, creator, administrators and auditors (case %#)', (actor, isAllowed) => {
  expect(canSeeAll(actor, review) === true).toBe(isAllowed)
  expect(canSeePart(actor, review) === true).toBe(isAllowed)
  expect(canSeePart(actor, { ...review, mine: 1 })).toBe(true)
})

describe('reviewCan', () => {
  const isAllowed = (actor: typeof admin, overrides: object = {}) => {
    const { close, cancel, export: exports } = reviewCan(actor, { ...review, ...overrides })
    return [close === true, cancel === true, exports === true]
  }
  it.each([
    [admin, {}, [true, true, true]],
    [creator, {}, [true, true, true]],
    [auditor, {}, [false, false, true]],
    [lead, {}, [false, false, true]],
    [otherPerson, {}, [false, false, false]],
    [creator, { pending: 1 }, [false, true, true]],
    [creator, { removesOwnAccess: true }, [true, false, true]],
    [creator, { status: 'scheduled' }, [false, true, false]],
    [creator, { status: 'closing' }, [false, false, true]],
    [creator, { status: 'applied' }, [false, false, true]],
    [creator, { status: 'cancelled' }, [false, false, true]],
  ])('decides the actions on a review (case %#)', (actor, overrides, expected) => {
    expect(isAllowed(actor, overrides)).toEqual(expected)
  })

  it('gives different reasons for a closed and a cancelled review', () => {
    const reasonIn = (status: 'closing' | 'applied' | 'cancelled') => reviewCan(creator, { ...review, status }).close
    expect(reasonIn('closing')).toBe(reasonIn('applied'))
    expect(reasonIn('closing')).not.toBe(reasonIn('cancelled'))
  })
})

describe('canDecideItem', () => {
  type Item = Parameters<typeof canDecideItem>[1]
  const item: Item = { own: false, deciders: [{ id: 'first' }, { id: 'creator' }], status: 'open', self: false }
  it.each<[typeof admin, Partial<Item>, boolean]>([
    [creator, {}, true],
    [otherPerson, {}, false],
    [admin, {}, false],
    [admin, { deciders: [] }, true],
    [otherPerson, { deciders: [] }, false],
    [creator, { own: true }, false],
    [admin, { own: true, deciders: [] }, false],
    [creator, { own: true, self: true }, true],
    [admin, { own: true, self: true, deciders: [] }, false],
    [creator, { status: 'scheduled' }, false],
    [creator, { status: 'closing' }, false],
    [creator, { status: 'applied' }, false],
  ])('allows decisions on an item only to its reviewers, while the review is open (case %#)', (actor, overrides, isAllowed) => {
    expect(canDecideItem(actor, { ...item, ...overrides }) === true).toBe(isAllowed)
  })

  it('gives different reasons for other reviewers, administrators, early and late decisions', () => {
    const reasons = [{ deciders: [{ id: 'first' }] }, { deciders: [] }, { status: 'scheduled' as const }, { status: 'closing' as const }]
    expect(new Set(reasons.map((overrides) => canDecideItem(creator, { ...item, ...overrides }))).size).toBe(4)
  })
})

it.each([
  [true, 'keep', '  no ', false],
  [true, 'keep', ' yes ', true],
  [true, 'remove', '', true],
  [true, 'pending', '', true],
  [false, 'keep', '', true],
] as const)('decides whether a decision has the required reason (case %#)', (reasonToKeep, decision, reason, isAllowed) => {
  expect(hasEnoughReason(reasonToKeep, decision, reason) === true).toBe(isAllowed)
})
