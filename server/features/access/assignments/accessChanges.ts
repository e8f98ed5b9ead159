import { sql } from 'kysely'
import type { ChangeEvidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { formatDay, formatHours } from '../../../format.ts'

const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

export async function accessChanges(db: Db, requestId: string): Promise<ChangeEvidence[]> {
  const { rows } = await sql<{ held: string[]; until: Date | null; group: string; hours: number | null; inAccount: boolean }>`
    select array(
        select distinct h.name from group_assignments m join access_groups h on h.id = m.group_id
        where m.person_id = r.requester_id and m.status in ('scheduled', 'granting', 'active', 'revoking')
          and (h.account_id = g.account_id or h.sandbox_id = g.sandbox_id) order by 1 limit 20) as held,
      (select m.ends_at from group_assignments m where m.id = r.extends_assignment_id) as until,
      g.name as "group", r.duration_hours as hours, g.account_id is not null as "inAccount"
    from access_requests r join access_groups g on g.id = r.group_id where r.id = ${requestId}`.execute(db)
  const { held, until, group, hours, inAccount } = rows[0]!
  const endText = hours === null ? 'permanent' : until ? formatDay(addHours(until, hours)) : `${formatHours(hours)} after approval`
  return [
    {
      label: inAccount ? 'Groups in this account' : 'Groups in this sandbox',
      before: held.join(', '),
      after: (held.includes(group) ? held : [...held, group]).join(', '),
    },
    { label: 'Ends', before: until ? formatDay(until) : '', after: endText },
  ]
}
