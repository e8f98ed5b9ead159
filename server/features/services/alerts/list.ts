import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { severities } from './schemas.ts'

export const alertList: ListDefinition = {
  from: sql`alert_groups g`,
  id: sql`g.id`,
  searchText: sql`g.search_text`,
  exactIdColumns: [sql`g.id`],
  defaultSort: '-lastSeen',
  fields: {
    title: { label: 'Title', type: 'text', column: sql`g.title`, sort: false },
    severity: { label: 'Severity', type: 'enum', column: sql`g.severity`, values: severities, sort: false },
    state: { label: 'State', type: 'enum', column: sql`g.state`, values: ['firing', 'cleared'], sort: false },
    source: {
      label: 'Format',
      type: 'enum',
      column: sql`g.source`,
      values: ['azure', 'alertmanager', 'cloudEvents', 'plain'],
      sort: false,
    },
    incident: { label: 'Incident', type: 'text', column: sql`g.incident_number`, sort: false },
    count: { label: 'Count', type: 'number', column: sql`g.count`, sort: false },
    lastSeen: { label: 'Last seen', type: 'date', column: sql`g.last_seen` },
  },
}
