import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { replayChanges } from './schemas.ts'

/** What would have gone otherwise, the odd ones first. */
export const replayChangeList: ListDefinition = {
  from: sql`policy_replay_changes c`,
  id: sql`c.approval_id`,
  name: sql`c.approval_id`,
  wholeIds: [sql`c.approval_id`],
  defaultSort: '-odd,-askedAt',
  fields: {
    change: { label: 'What changes', type: 'enum', column: sql`c.change`, values: replayChanges, sort: false },
    odd: { label: 'Look first', type: 'number', column: sql`c.odd` },
    askedAt: { label: 'Asked for', type: 'date', column: sql`c.asked_at` },
  },
}
