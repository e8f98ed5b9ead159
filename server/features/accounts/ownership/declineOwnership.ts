import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { gapVerdict } from './policy.ts'
import { gapContextOf, loadGap, lockGap } from './queries.ts'
import { GapResponse, OwnershipGap } from './schemas.ts'
import { proposeNext } from './successors.ts'

export const declineOwnership = operation({
  id: 'declineOwnership',
  method: 'POST',
  path: '/accounts/{id}/ownership/decline',
  tag: 'accounts',
  summary: 'Decline proposed ownership, so that the next candidate is proposed',
  access: 'approver',
  params: AccountId,
  body: GapResponse,
  responses: { 200: OwnershipGap },
  errors: ['notFound', 'conflict', 'alreadyDecided'],
  async handler({ db, actor, params, body, now, allow, audit, changed }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { gap, facts } = await lockGap(db, actor, params.id, body.gapId)
    allow(gapVerdict(actor, 'decline', facts))
    await db
      .updateTable('ownership_proposals')
      .set({ status: 'declined', answered_at: now() })
      .where('gap_id', '=', gap.id)
      .where('person_id', '=', actor.id)
      .execute()
    if (gap.reason === 'left') await proposeNext(db, gapContextOf(gap), now())
    const after = await loadGap(db, actor, gap.id)
    audit({ subject, before: { gap: gap.id, proposals: gap.proposals }, after: { gap: gap.id, proposals: after.proposals } })
    await changed('account', params.id)
    return after
  },
})
