import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadAccount } from '../accounts/queries.ts'
import { Account, AccountId } from '../accounts/schemas.ts'
import { recordDetails } from '../updates/recordDetails.ts'
import { closeGap } from './gaps.ts'
import { handOver } from './handOver.ts'
import { notifyOwners } from './notify.ts'
import { gapVerdict } from './policy.ts'
import { gapContextOf, lockGap } from './queries.ts'
import { GapResponse } from './schemas.ts'

export const acceptOwnership = operation({
  id: 'acceptOwnership',
  method: 'POST',
  path: '/accounts/{id}/ownership/accept',
  tag: 'accounts',
  summary: 'Accept ownership after an owner left or moved',
  description: 'Allowed for proposed owners, owners of the family and leads of the tower. The first person to accept becomes the owner.',
  access: 'approver',
  params: AccountId,
  body: GapResponse,
  responses: { 200: Account },
  errors: ['notFound', 'conflict', 'alreadyDecided'],
  async handler(call) {
    const { db, actor, params, body, now, allow, audit, changed } = call
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { gap, facts } = await lockGap(db, actor, params.id, body.gapId)
    allow(gapVerdict(actor, 'accept', facts))
    const before = await loadAccount(db, actor, params.id)
    if (!(await handOver(db, params.id, gap.person.id, actor.id, now())))
      throw new Failure('conflict', 'You’re disabled in the directory, so you can’t become an owner.')
    await closeGap(db, gap.id, { outcome: 'accepted', successorId: actor.id, now: now() })
    await db
      .updateTable('ownership_proposals')
      .set({ status: 'accepted', answered_at: now() })
      .where('gap_id', '=', gap.id)
      .where('person_id', '=', actor.id)
      .execute()
    const otherOwnerIds = gap.validOwners.map((owner) => owner.id).filter((id) => id !== gap.person.id)
    await notifyOwners(db, gapContextOf(gap), otherOwnerIds, actor.displayName)
    const after = await loadAccount(db, actor, params.id)
    // The new owner sees more fields than before. These fields did not change, so only the owners are compared.
    await recordDetails(call, { ...after, owners: before.owners }, after, `${actor.displayName} replaced ${gap.person.displayName}.`)
    await call.jobs.send(db, 'checkHealth', { accountId: params.id })
    audit({ subject, before, after })
    await changed('account', params.id)
    return after
  },
})
