import type { Clients } from '../clients.ts'

/** Lists open incidents about the account, from any source; `item` is undefined if ServiceNow does not know the account. */
export async function fetchOpenIncidents({ servicenow }: Pick<Clients, 'servicenow'>, accountId: string) {
  const item = await servicenow.getByCorrelationId(accountId)
  return { item, incidents: item ? await servicenow.listOpenIncidents(item.sys_id) : [] }
}
