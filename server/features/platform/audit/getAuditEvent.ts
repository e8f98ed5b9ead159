import { sql } from 'kysely'
import { type AuditRecord, auditParts, chainStart, partHash, recordColumns, recordHash } from '../../../audit/record.ts'
import { loadCheckpoints } from '../../../audit/stored.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { contentNames } from './contentNames.ts'
import { loadEvents } from './queries.ts'
import { AuditEventDetail, AuditEventId } from './schemas.ts'

export const getAuditEvent = operation({
  id: 'getAuditEvent',
  method: 'GET',
  path: '/audit/events/{id}',
  tag: 'audit',
  summary: 'Get an audit event with the values before and after, and its proof in the chain',
  access: 'adminOrAuditor',
  params: AuditEventId,
  responses: { 200: AuditEventDetail },
  errors: ['notFound'],
  async handler({ db, params }) {
    const [event] = await loadEvents(db, [params.id])
    if (!event) throw new Failure('notFound', 'This audit event doesn’t exist. Check that you copied the whole ID.')
    const { rows } = await sql<AuditRecord>`select ${recordColumns} from audit_events e where e.id = ${event.id}`.execute(db)
    const record = rows[0]!
    const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
    const [before, after] = [parse(record.before), parse(record.after)]
    return {
      ...event,
      before,
      after,
      names: await contentNames(db, before, after),
      chainLink: await loadChainLink(db, record),
      erasure: await loadErasure(db, event.id),
    }
  },
})

async function loadChainLink(db: Db, record: AuditRecord) {
  const link = await db.selectFrom('audit_chain').selectAll().where('event_id', '=', record.id).executeTakeFirst()
  if (!link) return null
  const previous = await db
    .selectFrom('audit_chain')
    .select('hash')
    .where('seq', '=', link.seq - 1)
    .executeTakeFirst()
  const [hash, previousHash] = [link.hash.toString('hex'), previous?.hash.toString('hex') ?? chainStart]
  const hashes = {
    who: link.who_hash.toString('hex'),
    subject: link.subject_hash.toString('hex'),
    what: link.what_hash.toString('hex'),
  }
  const erasedParts = await db.selectFrom('audit_erasures').select(['part', 'hash']).where('event_id', '=', record.id).execute()
  const isComplete = auditParts.every((part) => {
    const hash = partHash(record, part)
    return hash === hashes[part] || erasedParts.some((each) => each.part === part && (each.hash?.toString('hex') ?? undefined) === hash)
  })
  const [checkpoint] = await loadCheckpoints(db, { after: link.seq - 1, first: 1 })
  const isIntact = isComplete && recordHash(previousHash, link.seq, record, hashes) === hash
  return { seq: link.seq, hash, previousHash, parts: hashes, valid: isIntact, checkpoint: checkpoint ?? null }
}

async function loadErasure(db: Db, eventId: string) {
  const { rows } = await sql<{ eventId: string; at: Date; by: string; reason: string | null }>`
    select o.id as "eventId", o.at, o.actor_name as by, o.after->>'reason' as reason
    from audit_erasures x join audit_events o on o.request_id = x.request_id and o.outcome = 'allowed'
      and o.operation in ('confirmAuditErasure', 'eraseAuditPersonalData')
    where x.event_id = ${eventId} order by o.at desc limit 1`.execute(db)
  const erasure = rows[0]
  return erasure ? { ...erasure, at: erasure.at.toISOString() } : null
}
