import { Type } from 'typebox'
import { excludesActor } from '../../../auth/sameIdentity.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { fetchUnknownPeople, requirePeople, upsertPeople } from '../../../people/requirePeople.ts'
import { Uuid } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { proposeSuccessor } from './notify.ts'
import { gapVerdict } from './policy.ts'
import { gapContextOf, loadGap, lockGap } from './queries.ts'
import { GapResponse, OwnershipGap } from './schemas.ts'

export const proposeOwner = operation({
  id: 'proposeOwner',
  method: 'POST',
  path: '/accounts/{id}/ownership/propose',
  tag: 'accounts',
  summary: 'Propose an owner for an account whose owner left or moved',
  access: 'approver',
  stepUp: stepUpAsAdministrator,
  params: AccountId,
  body: Type.Object({ ...GapResponse.properties, personId: Uuid }, { additionalProperties: false }),
  responses: { 200: OwnershipGap },
  errors: ['notFound', 'conflict', 'alreadyDecided', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, [preparation.body.personId]),
  async handler({ db, actor, params, body, config, now, allow, audit, changed }, foundPeople) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { gap, facts } = await lockGap(db, actor, params.id, body.gapId)
    allow(gapVerdict(actor, 'propose', facts))
    await upsertPeople(db, config, foundPeople)
    allow(await excludesActor(db, actor, [body.personId], 'propose yourself'))
    await requirePeople(db, config, 'personId', [body.personId], foundPeople)
    const personId = body.personId.toLowerCase()
    if (gap.validOwners.some((owner) => owner.id === personId)) {
      const message = 'This person already owns the account'
      throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'personId', message }] })
    }
    const existingProposal = gap.proposals.find((each) => each.person.id === personId)
    const reason = existingProposal?.reason ?? `Proposed by ${actor.displayName}`
    const proposal = { status: 'proposed' as const, proposed_by: actor.id, requested_at: now(), answered_at: null }
    await db
      .insertInto('ownership_proposals')
      .values({ gap_id: gap.id, person_id: personId, rank: 0, reason, ...proposal })
      .onConflict((conflict) => conflict.columns(['gap_id', 'person_id']).doUpdateSet(proposal))
      .execute()
    await proposeSuccessor(
      db,
      gapContextOf(gap),
      personId,
      existingProposal?.notified ? `${actor.displayName} proposed you as owner again` : reason,
      actor.id,
    )
    const after = await loadGap(db, actor, gap.id)
    audit({ subject, before: { gap: gap.id, proposals: gap.proposals }, after: { gap: gap.id, proposals: after.proposals } })
    await changed('account', params.id)
    return after
  },
})
