import { sql } from 'kysely'
import type { RestoreDifference } from '../../../../db/tables.ts'
import { formatDay, formatMoment } from '../../../../format.ts'
import { updateSubject } from '../../../accounts/updates/facts.ts'
import type { CompareContext } from './compareContext.ts'

type Phase = 'approved' | 'grace' | 'removing' | 'gone' | 'expired' | 'deleting' | 'removal'

interface PendingDeletion {
  id: string
  name: string
  phase: Phase
  /** The time at which its next deletion starts or started; null for an approved decommission. */
  at: Date | null
}

const details: Record<Phase, (at: Date, isDue: boolean) => string> = {
  approved: () => 'The decommission is approved. It removes access immediately, and resources after the grace period.',
  grace: (at, isDue) =>
    isDue
      ? `The grace period ended on ${formatDay(at)}. Its resources are deleted immediately.`
      : `Access is removed. Its resources are deleted on ${formatDay(at)}.`,
  removing: () => 'Its resources are being deleted. The run continues immediately.',
  gone: (at, isDue) => `Its groups and record are deleted ${isDue ? 'immediately' : `on ${formatDay(at)}`}.`,
  expired: (at) => `The lease ended on ${formatMoment(at)}. Access ends and compute stops immediately, and the sandbox’s deletion starts.`,
  deleting: (at, isDue) => `Its deletion was requested. Its resources are deleted ${isDue ? 'immediately' : `on ${formatMoment(at)}`}.`,
  removal: () => 'Its resources are being deleted. The run continues immediately.',
}

/**
 * Lists accounts and sandboxes that Slipway deletes after the acceptance, the next first. Their owners might have undone the deletion after
 * the time of the data, so the restored data alone doesn't show whether it should still happen.
 */
export async function listPendingDeletions({ db, now }: Pick<CompareContext, 'db' | 'now'>): Promise<RestoreDifference[]> {
  const { rows } = await sql<PendingDeletion>`
    select a.id::text, 'Account ' || a.name as name, d.phase,
      case d.phase when 'grace' then d.grace_ends_at when 'gone' then d.restorable_until else d.started_at end as at
    from account_decommissions d join accounts a on a.id = d.account_id where d.phase in ('grace', 'removing', 'gone')
    union all
    select a.id::text, 'Account ' || a.name, 'approved', null
    from work_runs w join account_updates u on w.subject_kind = ${updateSubject} and u.id = w.subject_id join accounts a on a.id = u.account_id
    where w.kind = 'decommissionAccount' and w.status not in ('succeeded', 'cancelled')
      and not exists (select from account_decommissions d where d.update_id = u.id)
    union all
    select s.id::text, 'Sandbox ' || s.name,
      case when s.removing_at is not null then 'removal' when s.status = 'deleting' then 'deleting' else 'expired' end,
      case when s.removing_at is not null then s.removing_at when s.status = 'deleting' then s.delete_at else s.lease_end end
    from sandboxes s
    where s.status <> 'deleted'
      and (s.removing_at is not null or s.status = 'deleting' or s.status in ('active', 'frozen') and s.lease_end <= ${now()})
    order by at nulls first, name`.execute(db)
  return rows.map(({ id, name, phase, at }) => ({
    kind: 'pendingDeletion',
    side: 'planned',
    id,
    name,
    detail: details[phase](at ?? now(), at === null || at <= now()),
  }))
}
