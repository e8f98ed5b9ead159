import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { cancelUnfinished, plan } from '../../server/features/access/reviews/reviews.fixture.ts'
import type { TestApp } from '../app.ts'
import { administration, administrator, inDays, membership, ownership, pickAccount, withoutBeneficiary } from './accessParties.ts'
import type { Attack, Target } from './attack.ts'
import { towerLeads } from './world.ts'

async function newReview(app: TestApp): Promise<Target> {
  const { account, owner, otherApproverId } = await pickAccount(app)
  const body = plan({ kind: 'account', id: account.id })
  return {
    call: { method: 'POST', path: '/account-access/reviews', body },
    beneficiaryId: owner,
    ...ownership(app, account),
    otherApproverId,
  }
}

async function newTowerReview(app: TestApp): Promise<Target> {
  const { account, owner, otherApproverId } = await pickAccount(app)
  const body = plan({ kind: 'tower', id: account.towerId, environments: [account.environment] })
  return {
    call: { method: 'POST', path: '/account-access/reviews', body },
    beneficiaryId: owner,
    ...towerLeads(app, account.towerId),
    otherApproverId,
  }
}

async function openReview(app: TestApp, decision: 'pending' | 'keep' | 'remove') {
  const { account, readers, beneficiaryId, owner, otherApproverId } = await pickAccount(app)
  await cancelUnfinished(app, { kind: 'group', id: readers.id })
  const reviewer = otherApproverId
  const [id, itemId, now] = [uuidv7(), randomUUID(), new Date()]
  await app.db
    .insertInto('access_reviews')
    .values({
      id,
      reference: `REV-2026-9${id.slice(-5)}`,
      name: 'Spring clean',
      group_id: readers.id,
      reviewers: 'named',
      default_decision: 'keep',
      reason_to_keep: false,
      recurrence: 'none',
      days: 8,
      starts_at: now,
      due_at: inDays(8),
      status: 'open',
      opened_at: now,
      created_by: app.persona('Niamh').id,
      not_reviewed: '[]',
      updated_at: now,
    })
    .execute()
  await app.db.insertInto('access_review_named').values({ review_id: id, person_id: reviewer, position: 0 }).execute()
  const decisionFields = decision === 'pending' ? {} : { decision, decided_by: reviewer, decided_by_name: 'The reviewer', decided_at: now }
  const item = { id: itemId, review_id: id, group_id: readers.id, person_id: beneficiaryId, ...decisionFields }
  await app.db
    .insertInto('access_review_items')
    .values({ ...item, account_name: account.name, group_name: readers.name, person_name: 'Priya' })
    .execute()
  return { id, itemId, beneficiaryId, owner, path: `/account-access/reviews/${id}` }
}

async function reviewDecision(app: TestApp): Promise<Target> {
  const { id, itemId, beneficiaryId, owner, path } = await openReview(app, 'pending')
  return {
    call: { method: 'POST', path: `${path}/decisions`, body: { items: [{ id: itemId, decision: 'keep', reason: 'It is needed.' }] } },
    beneficiaryId,
    grant: async (person_id) =>
      void (await app.db.insertInto('access_review_named').values({ review_id: id, person_id, position: 1 }).execute()),
    revoke: async (personId) =>
      void (await app.db.deleteFrom('access_review_named').where('review_id', '=', id).where('person_id', '=', personId).execute()),
    otherApproverId: owner,
  }
}

async function reviewClosure(app: TestApp): Promise<Target> {
  const { path, beneficiaryId, owner } = await openReview(app, 'keep')
  return { call: { method: 'POST', path: `${path}/close` }, beneficiaryId, ...administration(app), otherApproverId: owner }
}

async function reviewCancellation(app: TestApp): Promise<Target> {
  const { path, beneficiaryId, owner } = await openReview(app, 'remove')
  const call = { method: 'POST', path: `${path}/cancel`, body: { reason: 'Started by mistake.' } } as const
  return { call, beneficiaryId, ...administration(app), otherApproverId: owner }
}

const difference =
  (kind: 'added' | 'removed') =>
  async (app: TestApp): Promise<Target> => {
    const { account, readers, beneficiaryId, owner, otherApproverId } = await pickAccount(app)
    if (kind === 'removed') await membership(app, readers.id, beneficiaryId, owner)
    const [id, now] = [uuidv7(), new Date()]
    await app.db
      .insertInto('access_differences')
      .values({
        id,
        account_id: account.id,
        group_id: readers.id,
        kind,
        member_id: beneficiaryId,
        member_kind: 'person',
        member_name: 'Priya',
        person_id: beneficiaryId,
        first_seen_at: now,
        last_seen_at: now,
      })
      .execute()
    const body = { action: kind === 'added' ? 'adopt' : 'restore' }
    const singleCall = { method: 'POST', path: `/account-access/differences/${id}`, body } as const
    const bulkCall = { method: 'POST', path: '/account-access/differences', body: { ...body, ids: [id] } } as const
    return {
      ...(kind === 'added' ? { call: singleCall, others: [bulkCall] } : { call: bulkCall, others: [singleCall] }),
      beneficiaryId,
      ...ownership(app, account),
      otherApproverId,
    }
  }

async function comparison(app: TestApp): Promise<Target> {
  const { account, owner, otherApproverId } = await pickAccount(app)
  return {
    call: { method: 'POST', path: `/accounts/${account.id}/reconcileAccess` },
    beneficiaryId: owner,
    ...ownership(app, account),
    otherApproverId,
  }
}

export const reviewAttacks: Attack[] = [
  ...[newReview, newTowerReview].map((prepare) => ({
    operation: 'createAccessReview',
    effect: 'decides' as const,
    prepare,
    allowed: withoutBeneficiary('a review has no effect until it ends, and people can’t decide on their own memberships'),
  })),
  { operation: 'decideAccessReviewItems', effect: 'decides', prepare: reviewDecision },
  {
    operation: 'closeAccessReview',
    effect: 'decides',
    prepare: reviewClosure,
    allowed: withoutBeneficiary('it applies decisions of other people, once all decisions are made'),
  },
  { operation: 'cancelAccessReview', effect: 'erases', prepare: reviewCancellation, allowed: { administrator } },
  { operation: 'resolveAccessDifference', effect: 'grants', prepare: difference('added'), allowed: { administrator } },
  { operation: 'resolveAccessDifferences', effect: 'grants', prepare: difference('removed'), allowed: { administrator } },
  {
    operation: 'reconcileAccount',
    effect: 'decides',
    prepare: comparison,
    allowed: withoutBeneficiary('it only finds differences, and other people decide on them'),
  },
]
