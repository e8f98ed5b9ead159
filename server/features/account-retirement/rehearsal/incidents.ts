import type { Clients } from '../../../clients/clients.ts'

/** Open incidents about the account's configuration item. */
export async function askIncidents({ servicenow }: Clients, accountId: string) {
  const item = await servicenow.getByCorrelationId(accountId)
  const incidents = item ? await servicenow.listOpenIncidents(item.sys_id) : []
  return incidents.map(({ number, short_description, priority, opened_at }) => ({
    number,
    title: short_description ?? '',
    priority: priority || null,
    openedAt: opened_at ? `${opened_at.replace(' ', 'T')}Z` : null,
  }))
}
