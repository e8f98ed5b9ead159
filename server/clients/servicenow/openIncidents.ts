import type { Clients } from '../clients.ts'

/** Incidents ServiceNow has open about the account, whoever opened them; without an item it knows no such account. */
export async function askOpenIncidents({ servicenow }: Pick<Clients, 'servicenow'>, accountId: string) {
  const item = await servicenow.getByCorrelationId(accountId)
  return { item, incidents: item ? await servicenow.listOpenIncidents(item.sys_id) : [] }
}
