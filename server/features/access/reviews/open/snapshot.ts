import { sql } from 'kysely'
import { ExternalError } from '../../../../clients/externalError.ts'
import { inTransaction } from '../../../../db/database.ts'
import type { ReviewOther } from '../../../../db/tables.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { groupsOf, membershipsOf, membersOf } from '../memberships.ts'
import { scopeOf } from '../scope.ts'
import type { ReviewInput } from './reviewInput.ts'

/** A review waits this long for the directory. After that, it opens with the members in the record alone. */
const maxWaitMs = 10 * 60_000

export const takeSnapshot: Step<ReviewInput> = {
  name: 'takeSnapshot',
  title: 'Record the members',
  async run({ db, clients, input, checkpoint, saveCheckpoint, now }) {
    const review = await db.selectFrom('access_reviews').selectAll().where('id', '=', input.reviewId).executeTakeFirstOrThrow()
    if (review.status !== 'scheduled') return {}
    const scope = scopeOf(review)
    const groups = await groupsOf(db, scope)
    let members: Awaited<ReturnType<typeof membersOf>> | undefined
    try {
      members = await membersOf(clients, groups)
    } catch (error) {
      if (!(error instanceof ExternalError && error.retryable)) throw error
      const waitStartedAt = Number(checkpoint['since'] ?? now().getTime())
      if (!checkpoint['since']) await saveCheckpoint({ since: waitStartedAt })
      if (now().getTime() - waitStartedAt < maxWaitMs)
        return new Wait('Couldn’t reach the directory, which is needed to find members that were added there.', error.retryAfterMs)
    }
    const nameOf = new Map(groups.map(({ id, name }) => [id, name]))
    const otherMembers = members?.others.map((each): ReviewOther => ({ ...each, group: nameOf.get(each.groupId)! })) ?? []
    const count = await inTransaction(db, async (tx) => {
      await tx.deleteFrom('access_review_items').where('review_id', '=', review.id).execute()
      await tx
        .updateTable('access_reviews')
        .set({ directory_answered: members !== undefined, not_reviewed: JSON.stringify(otherMembers) })
        .where('id', '=', review.id)
        .where('status', '=', 'scheduled')
        .execute()
      const { numAffectedRows } = await sql`
        insert into access_review_items (review_id, group_id, person_id, account_name, group_name, person_name, department, via, since, until)
        select ${review.id}, x.group_id, x.person_id, a.name, g.name, p.display_name, p.department, x.via, x.since, x.until
        from (${membershipsOf(scope, members?.entries ?? [])}) x
        join access_groups g on g.id = x.group_id
        join accounts a on a.id = g.account_id
        join people p on p.id = x.person_id`.execute(tx)
      return Number(numAffectedRows ?? 0)
    })
    return { memberships: count }
  },
}
