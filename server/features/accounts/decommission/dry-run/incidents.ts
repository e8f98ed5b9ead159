import type { Clients } from '../../../../clients/clients.ts'
import { isOpen, statusOf } from '../../../../clients/servicenow/incidentStates.ts'
import { fetchOpenIncidents } from '../../../../clients/servicenow/openIncidents.ts'
import { incidentLink } from '../../../../clients/servicenow/servicenowLinks.ts'
import type { Config } from '../../../../config.ts'

export async function fetchIncidents({ clients, config }: { clients: Clients; config: Config }, accountId: string) {
  const { incidents } = await fetchOpenIncidents(clients, accountId)
  return incidents
    .filter((each) => isOpen(statusOf(each)))
    .map(({ sys_id, number, short_description, priority, opened_at }) => ({
      number,
      url: incidentLink(config, sys_id),
      title: short_description ?? '',
      priority: priority || null,
      openedAt: opened_at ? `${opened_at.replace(' ', 'T')}Z` : null,
    }))
}
