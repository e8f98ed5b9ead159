import type { Config } from '../../config.ts'
import { ticketKind } from './servicenowTickets.ts'

type Installation = Pick<Config, 'outside'>

const at = ({ outside }: Installation, path: string) => `${new URL(outside.servicenow.endpoint).origin}/${path}`

export const incidentLink = (config: Installation, sysId: string): string => at(config, `incident.do?sys_id=${encodeURIComponent(sysId)}`)

/** Links to a ticket by number; null if it is not a ServiceNow ticket. */
export function ticketLink(config: Installation, number: string | null): string | null {
  const known = number && ticketKind(number)
  return known ? at(config, `${known.table}.do?sysparm_query=${encodeURIComponent(`number=${number}`)}`) : null
}
