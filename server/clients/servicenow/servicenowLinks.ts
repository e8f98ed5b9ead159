import type { Config } from '../../config.ts'
import { ticketKind } from './servicenowTickets.ts'

type Installation = Pick<Config, 'outside'>

const at = ({ outside }: Installation, path: string) => `${new URL(outside.servicenow.endpoint).origin}/${path}`

/** An incident as a person opens it in ServiceNow. */
export const incidentLink = (config: Installation, sysId: string): string => at(config, `incident.do?sys_id=${encodeURIComponent(sysId)}`)

/** A ticket of which the number alone is known; null for one that is no ticket of ServiceNow. */
export function ticketLink(config: Installation, number: string | null): string | null {
  const known = number && ticketKind(number)
  return known ? at(config, `${known.table}.do?sysparm_query=${encodeURIComponent(`number=${number}`)}`) : null
}
