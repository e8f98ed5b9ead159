import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../../http/filter.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { sandboxStatuses } from './schemas.ts'
import { displayStatusColumn, hasDisplayStatus } from './states.ts'

/** The text must equal the condition of the partial indexes, because PostgreSQL wouldn’t use these indexes otherwise. */
export const notDeletedSql: RawBuilder<boolean> = sql<boolean>`sandboxes.status <> 'deleted'`

export const notDeletedStatuses = sandboxStatuses.filter((status) => status !== 'deleted')

/** The limit is one more than a list counts. */
const maxOwned = 10_001

/** A search for the reference of its request also finds a sandbox. */
function sandboxKeys(text: string): RawBuilder<boolean> | undefined {
  if (!/^sbx-\d{4}-\d{1,9}$/.test(text)) return undefined
  return sql<boolean>`sandboxes.request_id = any (array(select r.id from sandbox_requests r where r.reference = ${text.toUpperCase()}))`
}

export const ownedBy =
  (sandboxId: RawBuilder<unknown>) =>
  (variants: string[], isFuzzy: boolean): RawBuilder<boolean> => {
    const [term = ''] = variants
    // Shorter terms match too many names.
    if (term.length < 3) return sql<boolean>`false`
    const text = sql`(lower(p.display_name || ' ' || coalesce(p.email, '')))`
    const matchesName = sql`${text} like any (${variants.map((variant) => `%${likePattern(variant)}%`)}::text[])`
    return sql<boolean>`${sandboxId} = any (array(select o.sandbox_id from people p join sandbox_owners o on o.person_id = p.id
    where ${isFuzzy ? sql`(${matchesName} or ${term} <% ${text})` : matchesName} limit ${maxOwned}))`
  }

/** The list depends on the time, because it shows which sandbox expires soon. */
export function sandboxList(now: Date): ListDefinition {
  return {
    from: sql`sandboxes`,
    id: sql`sandboxes.id`,
    name: sql`sandboxes.name`,
    searchText: sql`sandboxes.search_text`,
    terms: { from: sql`sandbox_terms`, word: sql`sandbox_terms.word` },
    exactIdColumns: [sql`sandboxes.id`],
    keys: sandboxKeys,
    relatedMatch: ownedBy(sql`sandboxes.id`),
    defaultSort: 'name',
    fields: {
      name: { label: 'Name', type: 'text', column: sql`sandboxes.name`, lowercased: true },
      status: {
        label: 'Status',
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
          sql<boolean>`sandboxes.id = any (array(select o.sandbox_id from sandbox_owners o where o.person_id = any (${ids}::uuid[])))`,
      },
      hosting: { label: 'Hosting', type: 'enum', column: sql`sandboxes.hosting`, values: ['resourceGroup', 'subscription'], sort: false },
      region: { label: 'Region', type: 'enum', column: sql`sandboxes.region`, sort: false },
      budgetPercent: { label: 'Budget used (%)', type: 'number', column: sql`sandboxes.budget_percent` },
      leaseEnd: { label: 'Ends', type: 'date', column: sql`sandboxes.lease_end`, nullsLast: true },
      createdAt: { label: 'Requested', type: 'date', column: sql`sandboxes.created_at` },
      updatedAt: { label: 'Updated', type: 'date', column: sql`sandboxes.updated_at` },
    },
  }
}
