import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { countErasure } from './erasure.ts'
import { auditReaderIds, isSameIdentityAsAny, loadErasures } from './erasureRequests.ts'
import { auditCan, requestErasureCan } from './policy.ts'
import { AuditErasure } from './schemas.ts'

const confirmationPeriodMs = 7 * 86_400_000

const Body = Type.Object(
  {
    personId: Uuid,
    reason: Type.String({
      minLength: 10,
      maxLength: 1_000,
      description: 'Legal reason for the erasure, which stays in the audit trail permanently.',
    }),
    alsoByName: Type.Optional(
      Type.Boolean({ description: 'Whether to also erase content that has only the person’s name, which other people can share.' }),
    ),
  },
  { additionalProperties: false },
)

export const requestAuditErasure = operation({
  id: 'requestAuditErasure',
  method: 'POST',
  path: '/audit/erasures',
  tag: 'audit',
  summary: 'Request the erasure of a person’s data from the audit trail',
  description:
    'Another administrator must confirm the request within 7 days. Before that, nothing is altered. Neither administrator can be the person, or the actor of an affected event. Both calls need a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  body: Body,
  responses: { 201: AuditErasure },
  errors: ['conflict'],
  async handler({ db, actor, body, now, allow, audit, changed }) {
    const { reason, alsoByName = false } = body
    const personId = body.personId.toLowerCase()
    const subject = { kind: 'person', id: personId }
    audit({ subject })
    allow(auditCan(actor).erase)
    const { actors, nameActors, byName, ...counts } = await countErasure(db, personId)
    const actorsToErase = alsoByName ? [...new Set([...actors, ...nameActors])] : actors
    allow(
      requestErasureCan({
        isPerson: await isSameIdentityAsAny(db, actor.id, [personId]),
        acted: await isSameIdentityAsAny(db, actor.id, actorsToErase),
      }),
    )
    const { who, subject: subjectPart, what } = counts
    if (who + subjectPart + what + (alsoByName ? byName : 0) === 0)
      throw new Failure('conflict', 'The audit trail has no data about this person that can be erased now. Nothing was changed.')
    const at = now()
    await db
      .updateTable('audit_erasure_requests')
      .set({ status: 'expired', closed_at: at })
      .where('person_id', '=', personId)
      .where('status', '=', 'open')
      .where('expires_at', '<=', at)
      .execute()
    const id = uuidv7()
    const expiresAt = new Date(at.getTime() + confirmationPeriodMs)
    await db
      .insertInto('audit_erasure_requests')
      .values({
        id,
        person_id: personId,
        reason,
        by_name: alsoByName,
        requested_by: actor.id,
        requested_at: at,
        expires_at: expiresAt,
        actors: actorsToErase,
        who,
        subject: subjectPart,
        what: what + (alsoByName ? byName : 0),
        closed_by: null,
        closed_at: null,
        request_id: null,
      })
      .execute()
    audit({ subject, after: { erasureId: id, reason, alsoByName, expiresAt: expiresAt.toISOString() } })
    await changed('auditErasure', id, await auditReaderIds(db))
    return (await loadErasures(db, { actor, now: at, where: sql<boolean>`r.id = ${id}` }))[0]!
  },
})
