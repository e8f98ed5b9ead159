import { sql } from 'kysely'
import { auditKey } from '../../../audit/auditKey.ts'
import { loadCheckpoints, loadHead } from '../../../audit/stored.ts'
import { operation } from '../../../http/operation.ts'
import { auditCan } from './policy.ts'
import { AuditStatus } from './schemas.ts'
import { lastVerification } from './verifications.ts'

export const getAuditStatus = operation({
  id: 'getAuditStatus',
  method: 'GET',
  path: '/audit/status',
  tag: 'audit',
  summary: 'Get the status of the audit trail: chained, signed and verified events',
  access: 'adminOrAuditor',
  responses: { 200: AuditStatus },
  async handler({ db, actor, config }) {
    const [chainHead, [checkpoint], waitingCount, verification, tableOwnership] = await Promise.all([
      loadHead(db),
      loadCheckpoints(db, { last: 1 }),
      sql<{ count: number; since: Date | null }>`select count(*) as count,
          (select e.at from audit_events e where e.id = (array_agg(p.event_id order by p.number))[1]) as since
        from (select number, event_id from audit_pending order by number limit 10001) p`.execute(db),
      lastVerification(db),
      sql<{ owns: boolean }>`
        select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'audit_events'::regclass`.execute(db),
    ])
    const key = auditKey(config)
    return {
      lastSeq: chainHead?.seq ?? 0,
      lastHash: chainHead?.hash ?? null,
      waiting: waitingCount.rows[0]?.count ?? 0,
      waitingSince: waitingCount.rows[0]?.since?.toISOString() ?? null,
      checkpoint: checkpoint ?? null,
      key: { id: key.id, publicKey: key.publicPem },
      kept: config.audit.checkpoints ? ('file' as const) : ('log' as const),
      warnings: [
        ...(config.mode === 'production' && !config.audit.checkpoints ? (['checkpointsAreKept'] as const) : []),
        ...(tableOwnership.rows[0]?.owns ? (['ownsTrail'] as const) : []),
      ],
      verification,
      can: auditCan(actor),
    }
  },
})
