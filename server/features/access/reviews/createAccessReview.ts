import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { startReview } from './open/openAccessReview.ts'
import { canReview } from './policy.ts'
import { entriesWithTimeout, previewReview } from './preview.ts'
import { dueDate, insertReview, loadReview, reviewKind } from './queries.ts'
import { AccessReview, NewAccessReview } from './schemas.ts'
import { requireScope, subjectOf } from './scope.ts'
import { requireNoOverlap } from './unfinished.ts'

const dayMs = 86_400_000
const yearMs = 366 * dayMs

/** @throws invalidRequest */
function startOf(startsAt: string | null, now: Date): Date {
  if (startsAt === null) return now
  const at = new Date(startsAt)
  const delayMs = at.getTime() - now.getTime()
  // The caller's day can have started up to 24 hours ago.
  if (delayMs > -dayMs && delayMs <= yearMs) return at < now ? now : at
  const message = delayMs > 0 ? 'A review can start at most a year from now.' : 'Choose today or a later date.'
  throw new Failure('invalidRequest', message, { errors: [{ field: 'startsAt', message }] })
}

export const createAccessReview = operation({
  id: 'createAccessReview',
  method: 'POST',
  path: '/account-access/reviews',
  tag: 'account-access',
  summary: 'Start an access review of an account, a group or a tower, now or later',
  description:
    'When the review starts, Slipway records all members and notifies the reviewers. Owners can review their accounts, leads their tower, and administrators everything. A review can’t overlap a scheduled or open review of the same or an overlapping scope, such as a tower and an account or group in it. If such a review lasts longer than planned, the next review starts after it.',
  access: 'owner',
  body: NewAccessReview,
  responses: { 201: AccessReview },
  errors: ['notFound', 'conflict'],
  prepare: async (preparation) => ({
    entries: await entriesWithTimeout(preparation, preparation.body),
    found: await fetchUnknownPeople(preparation, preparation.body.reviewerIds),
  }),
  async handler({ db, actor, body, config, jobs, now, allow, audit, changed }, { entries, found }) {
    const { scope, reviewers } = body
    audit({ subject: subjectOf(scope) })
    const namedScope = await requireScope(db, scope)
    allow(canReview(actor, namedScope))
    if (reviewers === 'named' && body.reviewerIds.length === 0) {
      const message = 'Enter at least one reviewer.'
      throw new Failure('invalidRequest', message, { errors: [{ field: 'reviewerIds', message }] })
    }
    if (reviewers === 'named') await requirePeople(db, config, 'reviewerIds', body.reviewerIds, found)
    const { problem } = await previewReview({ db, actor }, body, entries)
    if (problem) throw new Failure('conflict', problem)
    const id = uuidv7()
    const at = now()
    const startsAt = startOf(body.startsAt, at)
    await requireNoOverlap({ db, actor }, scope, startsAt, dueDate(startsAt, body.days), at)
    await insertReview(db, { ...body, id, name: body.name.trim(), startsAt, createdBy: actor.id, previousId: null, now: at })
    if (startsAt <= at) await startReview({ db, jobs }, id)
    audit({ subject: { kind: reviewKind, id }, after: { ...body, of: namedScope.name } })
    await changed(reviewKind, id)
    return reply(201, await loadReview(db, actor, id), { location: `/account-access/reviews/${id}` })
  },
})
