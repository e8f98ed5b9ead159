import { type RawBuilder, sql } from 'kysely'
import type { ListDefinition } from '../../../http/list.ts'
import { environments } from '../../accounts/accounts/schemas.ts'

export const endingDays = 30

/** Access groups of sandboxes have no account, so access to sandboxes, which ends with the sandbox, is left out. */
export const endingFrom: RawBuilder<unknown> = sql`group_assignments m
  join access_groups g on g.id = m.group_id join accounts a on a.id = g.account_id join people p on p.id = m.person_id`

/**
 * Matches the last assignment of a membership that ends within `endingDays` or is overdue. A person can have two assignments of a group,
 * and the membership ends with the last one.
 */
export function isEnding(now: Date): RawBuilder<boolean> {
  return sql<boolean>`m.status in ('granting', 'active') and m.ends_at <= ${new Date(now.getTime() + endingDays * 86_400_000)}
    and not exists (select from group_assignments o where o.group_id = m.group_id and o.person_id = m.person_id
      and o.status in ('scheduled', 'granting', 'active') and o.starts_at <= m.ends_at and (o.ends_at is null or (o.ends_at, o.id) > (m.ends_at, m.id)))`
}

export const endingList: ListDefinition = {
  from: endingFrom,
  id: sql`m.id`,
  searchText: sql`lower(concat_ws(' ', p.display_name, p.email, g.name, a.name))`,
  exactIdColumns: [sql`m.id`, sql`m.person_id`, sql`m.group_id`, sql`a.id`],
  defaultSort: 'endsAt',
  fields: {
    endsAt: { label: 'Ends', type: 'date', column: sql`m.ends_at` },
    person: { label: 'Person', type: 'id', column: sql`m.person_id`, sort: false },
    group: { label: 'Access group', type: 'id', column: sql`m.group_id`, sort: false },
    account: { label: 'Account', type: 'id', column: sql`a.id`, sort: false },
    accountName: { label: 'Account name', type: 'text', column: sql`a.name_key`, lowercased: true },
    environment: { label: 'Environment', type: 'enum', column: sql`a.environment`, values: environments, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`a.tower_id`, sort: false },
    via: { label: 'Origin', type: 'enum', column: sql`m.via`, values: ['request', 'admin', 'adopted'], sort: false },
  },
}
