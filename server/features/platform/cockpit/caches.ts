import { type RawBuilder, sql } from 'kysely'
import type { QueueName } from '../../../workflows/jobs.ts'

interface Cache {
  title: string
  contents: string
  /** Selects `count`, `oldest` and `newest` of the entries. */
  ages: RawBuilder<unknown>
  oldAfterHours: number
  refresh?: QueueName
  /** Selects `problem`, the reason why the cache can't be refreshed, or no row. */
  problem?: RawBuilder<unknown>
}

export const caches: Record<string, Cache> = {
  people: {
    title: 'Directory people',
    contents: 'People, their managers, and who is disabled.',
    ages: sql`select (select count(*) from people where active)::int as count, min(updated_at) as oldest, max(updated_at) as newest
      from directory_cursors where name = 'users'`,
    oldAfterHours: 1,
    refresh: 'syncDirectory',
  },
  groups: {
    title: 'Approver groups',
    contents: 'Members of directory groups that approve requests or own accounts.',
    ages: sql`select count(*)::int as count, min(checked_at) as oldest, max(checked_at) as newest from directory_groups`,
    oldAfterHours: 1,
    refresh: 'syncDirectory',
  },
  health: {
    title: 'Account health',
    contents: 'Policies, alerts and recommendations of every account, from Resource Graph.',
    ages: sql`select count(*)::int as count, min(h.checked_at) as oldest, max(h.checked_at) as newest
      from account_health h join accounts a on a.id = h.account_id where a.status = 'active'`,
    oldAfterHours: 3,
    refresh: 'checkHealth',
  },
  prices: {
    title: 'Azure prices',
    contents: 'Hourly prices of resources in sandboxes.',
    ages: sql`select count(*)::int as count, min(fetched_at) as oldest, max(fetched_at) as newest from retail_prices`,
    oldAfterHours: 48,
    refresh: 'meterSandboxes',
  },
  stores: {
    title: 'Stores',
    contents: 'Copy of the store directory for when it is unavailable; refreshed once a day.',
    ages: sql`select count(*)::int as count, min(fetched_at) as oldest, max(fetched_at) as newest from stores`,
    oldAfterHours: 48,
  },
  calendars: {
    title: 'Absences from calendars',
    contents: 'Absences of approvers, from their automatic replies; refreshed twice an hour.',
    ages: sql`select count(*)::int as count, min(checked_at) as oldest, max(checked_at) as newest from calendars where checked_at is not null`,
    oldAfterHours: 6,
    problem: sql`select 'Microsoft Graph does not let Slipway read automatic replies. Grant the application permission MailboxSettings.Read, or switch it off under Settings.' as problem
      from calendar_denials`,
  },
}
