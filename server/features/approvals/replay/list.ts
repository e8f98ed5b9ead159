import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { replayChanges } from './schemas.ts'

export const replayChangeList: ListDefinition = {
  from: sql`policy_replay_changes c`,
  id: sql`c.approval_id`,
  searchText: sql`(select lower(concat_ws(' ', a.facts#>>'{target,name}', p.display_name, p.email, n.reference, n.name))
    from approvals a join people p on p.id = a.requester_id left join lateral (
      select reference, name from account_requests where id = a.subject_id
      union all select reference, name from sandbox_requests where id = a.subject_id
      union all select u.reference, acc.name from account_updates u join accounts acc on acc.id = u.account_id where u.id = a.subject_id
      union all select r.reference, g.name from access_requests r join access_groups g on g.id = r.group_id where r.id = a.subject_id) n on true
    where a.id = c.approval_id)`,
  exactIdColumns: [sql`c.approval_id`],
  defaultSort: '-odd,-requestedAt',
  fields: {
    change: { label: 'Change', type: 'enum', column: sql`c.change`, values: replayChanges, sort: false },
    odd: { label: 'Check first', type: 'number', column: sql`c.odd` },
    requestedAt: { label: 'Requested', type: 'date', column: sql`c.requested_at` },
  },
}
