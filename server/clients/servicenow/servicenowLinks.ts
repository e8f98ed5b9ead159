import type { Config } from '../../config.ts'
import { ticketKind } from './servicenowTickets.ts'

type Installation = Pick<Config, 'external'>

const linkTo = ({ external }: Installation, path: string) => `${new URL(external.servicenow.endpoint).origin}/${path}`

export const incidentLink = (config: Installation, sysId: string): string =>
  linkTo(config, `incident.do?sys_id=${encodeURIComponent(sysId)}`)

/** Returns the link to a ticket by number; null if it is not a ServiceNow ticket. */
export function ticketLink(config: Installation, number: string | null): string | null {
  const kind = number && ticketKind(number)
  return kind ? linkTo(config, `${kind.table}.do?sysparm_query=${encodeURIComponent(`number=${number}`)}`) : null
}
