import { sql } from 'kysely'
import { Type } from 'typebox'
import { isActor } from '../../../auth/sameIdentity.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { AccessReviewItem, ReviewDecisions } from './itemSchemas.ts'
import { loadItems } from './items.ts'
import { canDecideItem, hasEnoughReason } from './policy.ts'
import { reviewKind } from './queries.ts'
import { AccessReviewId } from './schemas.ts'

export const decideAccessReviewItems = operation({
  id: 'decideAccessReviewItems',
  method: 'POST',
  path: '/account-access/reviews/{id}/decisions',
  tag: 'account-access',
  summary: 'Decide on memberships in an access review, all or none',
  description: 'You can change a decision, or reset it with `pending`, until the review closes. Nothing is removed before that.',
  access: 'approver',
  params: AccessReviewId,
  body: ReviewDecisions,
  responses: { 200: Type.Object({ items: Type.Array(AccessReviewItem) }) },
  errors: ['notFound', 'wrongState', 'forbidden'],
  async handler({ db, actor, params, body, now, allow, audit, changed }) {
    // A shared lock lets many people decide at the same time, but not while the review is being closed.
    const review = await db.selectFrom('access_reviews').selectAll().where('id', '=', params.id).forShare().executeTakeFirst()
    if (!review) throw new Failure('notFound', 'This review doesn’t exist.')
    const subject = { kind: reviewKind, id: review.id }
    audit({ subject })
    const ids = body.items.map(({ id }) => id.toLowerCase())
    const duplicateIndex = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (duplicateIndex >= 0) {
      const message = 'A membership appears twice.'
      throw new Failure('invalidRequest', message, { errors: [{ field: `items.${duplicateIndex}.id`, message }] })
    }
    const rows = await db
      .selectFrom('access_review_items')
      .select(['id', 'decision', 'reason', isActor(actor, sql`access_review_items.person_id`).as('own')])
      .select(
        sql<{ id: string }[]>`coalesce((select json_agg(json_build_object('id', d.person_id)) from access_review_deciders d
          where d.item_id = access_review_items.id), '[]'::json)`.as('deciders'),
      )
      .where('review_id', '=', review.id)
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    const itemsById = new Map(rows.map((row) => [row.id, row]))
    const missing = ids.findIndex((id) => !itemsById.has(id))
    if (missing >= 0) throw new Failure('notFound', `Membership ${missing + 1} in your list isn’t in this review.`)
    const isSelfReview = review.reviewers === 'self'
    // Authorization is checked before the status, so that a denial doesn’t reveal the status.
    for (const { own, deciders } of rows) allow(canDecideItem(actor, { own, deciders, status: 'open', self: isSelfReview }))
    for (const { own, deciders } of rows) {
      const verdict = canDecideItem(actor, { own, deciders, status: review.status, self: isSelfReview })
      if (verdict !== true) throw new Failure('wrongState', verdict)
    }
    const errors = body.items.flatMap(({ decision, reason }, itemIndex) => {
      const verdict = hasEnoughReason(review.reason_to_keep, decision, reason)
      return verdict === true ? [] : [{ field: `items.${itemIndex}.reason`, message: verdict }]
    })
    if (errors.length > 0) throw new Failure('invalidRequest', errors[0]!.message, { errors })
    for (const { id, decision, reason } of body.items)
      await db
        .updateTable('access_review_items')
        .set(
          decision === 'pending'
            ? { decision, reason: '', decided_by: null, decided_by_name: null, decided_at: null }
            : { decision, reason: reason.trim(), decided_by: actor.id, decided_by_name: actor.displayName, decided_at: now() },
        )
        .where('id', '=', id)
        .execute()
    audit({
      subject,
      before: rows.map(({ id, decision, reason }) => ({ id, decision, reason })),
      after: body.items.map(({ id, decision, reason }) => ({ id: id.toLowerCase(), decision, reason: reason.trim() })),
    })
    await changed(reviewKind, review.id)
    const items = await loadItems(db, actor, review, ids)
    return { items: ids.map((id) => items.find((item) => item.id === id)!) }
  },
})
