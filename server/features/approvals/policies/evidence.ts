import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { loadPolicyChanges } from './queries.ts'
import type { PolicyChangeSummary } from './schemas.ts'

const effectFlags: Record<PolicyChangeSummary['effect'], Evidence['flags']> = {
  approvers: [{ tone: 'warn', text: 'This changes who decides on all later requests.' }],
  votes: [{ tone: 'warn', text: 'This changes how many votes later requests need.' }],
  deadlines: [{ tone: 'warn', text: 'This changes when later requests expire, or when substitutes can decide.' }],
  reminders: [{ tone: 'info', text: 'This changes only reminders. The same people decide.' }],
  none: [],
}

interface ReplayResult {
  replayed: number
  changed: number
  reminders: number
  stale: boolean
}

function describeReplay(result: ReplayResult | undefined): string {
  if (!result) return 'Not replayed'
  if (result.stale) return 'Outdated: the version was edited after its replay'
  const { changed, replayed, reminders } = result
  const difference = changed === 0 ? `No difference in approval in ${replayed}` : `${changed} of ${replayed} would have a different result`
  return reminders > 0 ? `${difference}; different reminders in ${reminders}` : difference
}

export async function policyChangeEvidence({ db, now }: { db: Db; now: Date }, changeId: string): Promise<Evidence> {
  const [change] = await loadPolicyChanges(db, [changeId])
  if (!change) throw new Error(`There is no policy change ${changeId}.`)
  const sinceDate = new Date(now.getTime() - 90 * 86_400_000)
  const [{ rows }, replay, similar] = await Promise.all([
    sql<{ requested: number; waiting: number }>`
      select (select count(*) from approvals a where a.subject_kind = ${change.kind} and a.opened_at > ${sinceDate}) as requested,
        (select count(*) from approvals a where a.subject_kind = ${change.kind} and a.status = 'pending') as waiting`.execute(db),
    sql<ReplayResult>`
      select r.checked - r.unrecorded as replayed, c.changed, c.reminders,
        r.rules <> jsonb_build_object('reject', p.reject, 'approve', p.approve, 'stages', p.stages) as stale
      from policy_replays r join approval_policies p on p.id = r.policy_id and p.version = r.policy_version
      cross join lateral (select count(*) filter (where not c.simulated ? 'onlyReminders')::int as changed,
        count(*) filter (where c.simulated ? 'onlyReminders')::int as reminders from policy_replay_changes c where c.replay_id = r.id) c
      where r.policy_id = ${change.policyId} and r.policy_version = ${change.toVersion} and r.status = 'done'
      order by r.started_at desc limit 1`.execute(db),
    sql<Omit<NonNullable<Evidence['similar']>[number], 'at' | 'waitedHours' | 'decidedBy'> & { at: Date; waited: number }>`
      select a.subject_id as id, '' as reference, coalesce(nullif(a.facts->'target'->>'name', ''), 'Policy') as name, a.status as outcome,
        p.display_name as requester, a.closed_at as at, extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from approvals a join people p on p.id = a.requester_id
      where a.subject_kind = 'policyChange' and a.closed_at is not null and a.status <> 'cancelled' and a.subject_id <> ${change.id}
      order by a.closed_at desc limit 5`.execute(db),
  ])
  const zeroMoney = { amount: 0, currency: 'GBP' }
  const { requested = 0, waiting = 0 } = rows[0] ?? {}
  const [result] = replay.rows
  return {
    changes: change.lines.map(({ part, before, after, code }) => ({
      label: part,
      before: before ?? '',
      after: after ?? '',
      requested: true,
      ...(code && { code }),
    })),
    cost: null,
    facts: [
      { label: 'Rules', value: change.kindName },
      {
        label: 'Version',
        value: change.fromVersion === null ? `${change.toVersion}, the first` : `${change.toVersion}, after ${change.fromVersion}`,
      },
      {
        label: 'Replay on past requests',
        value: describeReplay(result),
      },
      { label: 'Requests in 90 days', value: String(requested) },
      { label: 'Pending requests', value: `${waiting}; they keep the version they were submitted under` },
    ],
    purpose: change.changeNote,
    owners: [],
    monthlyBudget: zeroMoney,
    catalogueEstimate: zeroMoney,
    flags: effectFlags[change.effect],
    requesterOwns: { accounts: 0, inFamily: 0 },
    familyBudget: { accounts: 0, monthly: zeroMoney },
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}
