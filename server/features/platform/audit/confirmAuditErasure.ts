import { sql } from 'kysely'
import { auditKey } from '../../../audit/auditKey.ts'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { countErasure, eraseEvents } from './erasure.ts'
import { auditReaderIds, isSameIdentityAsAny, loadErasures, lockErasure } from './erasureRequests.ts'
import { auditCan, erasureCan } from './policy.ts'
import { AuditErasure, AuditEventId } from './schemas.ts'

export const confirmAuditErasure = operation({
  id: 'confirmAuditErasure',
  method: 'POST',
  path: '/audit/erasures/{id}/confirm',
  tag: 'audit',
  summary: 'Confirm the erasure of a person’s data from the audit trail',
  description:
    'Needs a step-up sign-in by an administrator other than the requester. Only data that identifies the person is replaced. An erasure can’t be undone, and its record is permanent.',
  access: 'admin',
  stepUp: 'always',
  params: AuditEventId,
  responses: { 200: AuditErasure },
  errors: ['notFound', 'conflict', 'wrongState'],
  async handler({ db, actor, params, config, requestId, now, allow, audit, changed }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('slipway audit erasure', 0))`.execute(db)
    const at = now()
    const { row, erasure } = await lockErasure(db, { id: params.id, actor, now: at })
    const subject = { kind: 'person', id: row.person_id }
    audit({ subject })
    allow(auditCan(actor).erase)
    if (erasure.status !== 'open')
      throw new Failure('wrongState', `This erasure request is no longer open (status: ${erasure.status}). Nothing was changed.`)
    allow(erasure.can.confirm!)
    // Either administrator might have become the actor of an altered event since the request, so both are checked again.
    const { actors, nameActors } = await countErasure(db, row.person_id)
    const actorsToErase = row.by_name ? [...actors, ...nameActors] : actors
    const openErasureFacts = { status: erasure.status, isPerson: false, isRequester: false }
    allow(erasureCan(actor, { ...openErasureFacts, acted: await isSameIdentityAsAny(db, actor.id, actorsToErase) }).confirm)
    if (await isSameIdentityAsAny(db, row.requested_by, actorsToErase))
      throw new Failure(
        'conflict',
        `The erasure would alter events by ${erasure.requestedBy}. Nothing was changed. Another administrator must request the erasure.`,
      )
    await updateRow(db, 'audit_erasure_requests', row.id, {
      status: 'confirmed',
      closed_by: actor.id,
      closed_at: at,
      request_id: requestId,
    })
    const { id, person_id: personId, by_name: byName, requested_by: requestedBy, reason } = row
    const { counts, order } = await eraseEvents(db, { id, personId, byName, requestId, key: auditKey(config) })
    audit({ subject, after: { ...order, requestedBy, reason, alsoByName: byName, ...counts } })
    await changed('auditErasure', id, await auditReaderIds(db))
    return (await loadErasures(db, { actor, now: at, where: sql<boolean>`r.id = ${id}` }))[0]!
  },
})
