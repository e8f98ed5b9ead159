import { sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { accessRequestList, requestFields } from '../../access/requests/list.ts'
import { notDeletedStatuses, ownedBy } from '../sandboxes/list.ts'
import { displayStatusColumn, hasDisplayStatus } from '../sandboxes/states.ts'
import { sandboxRoles } from '../sandboxes/terms.ts'

export function sandboxGroupList(now: Date): ListDefinition {
  return {
    from: sql`access_groups g join sandboxes on sandboxes.id = g.sandbox_id`,
    id: sql`g.id`,
    name: sql`g.name`,
    searchText: sql`g.name`,
    exactIdColumns: [sql`g.id`, sql`g.sandbox_id`],
    relatedMatch: ownedBy(sql`g.sandbox_id`),
    defaultSort: 'name',
    fields: {
      name: { label: 'Name', type: 'text', column: sql`g.name`, lowercased: true },
      status: { label: 'Status', type: 'enum', column: sql`g.status`, values: ['creating', 'ready', 'failed', 'deleting'], sort: false },
      role: { label: 'Role', type: 'enum', column: sql`(g.roles->0->>'roleName')`, values: sandboxRoles, sort: false },
      sandbox: { label: 'Sandbox ID', type: 'id', column: sql`g.sandbox_id`, sort: false },
      sandboxStatus: {
        label: 'Sandbox',
        type: 'enum',
        column: displayStatusColumn(now),
        values: notDeletedStatuses,
        sort: false,
        matches: (statuses) => hasDisplayStatus(statuses, now),
      },
      template: { label: 'Template', type: 'id', column: sql`sandboxes.template_id`, sort: false },
      tower: { label: 'Tower', type: 'id', column: sql`sandboxes.tower_id`, sort: false },
      owner: {
        label: 'Owner',
        type: 'id',
        matches: (ids) =>
          sql<boolean>`g.sandbox_id = any (array(select o.sandbox_id from sandbox_owners o where o.person_id = any (${ids}::uuid[])))`,
      },
      end: { label: 'Ends', type: 'date', column: sql`sandboxes.lease_end`, sort: false },
      createdAt: { label: 'Created', type: 'date', column: sql`g.created_at` },
      updatedAt: { label: 'Updated', type: 'date', column: sql`g.updated_at` },
    },
  }
}

const { reference, status, group, requester, groupId, durationHours, createdAt, updatedAt } = requestFields

export const sandboxRequestList: ListDefinition = {
  ...accessRequestList,
  from: sql`access_requests r left join access_groups on access_groups.id = r.group_id left join sandboxes on sandboxes.id = r.sandbox_id`,
  exactIdColumns: [sql`r.id`, sql`r.group_id`, sql`r.sandbox_id`],
  fields: {
    reference,
    status,
    group,
    sandbox: { label: 'Sandbox', type: 'text', column: sql`sandboxes.name`, lowercased: true, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`sandboxes.tower_id`, sort: false },
    template: { label: 'Template', type: 'id', column: sql`sandboxes.template_id`, sort: false },
    requester,
    sandboxId: { label: 'Sandbox ID', type: 'id', column: sql`r.sandbox_id`, sort: false },
    groupId,
    durationHours,
    createdAt,
    updatedAt,
  },
}
