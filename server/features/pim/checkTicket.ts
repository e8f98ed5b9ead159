import type { Verdict } from '../../access/access.ts'
import type { Clients } from '../../clients/clients.ts'
import { type Ticket, ticketKind } from '../../clients/servicenowTickets.ts'

const unreadable =
  'ServiceNow does not show Slipway all of it. Ask the service desk to let the integration read it; until then use another ticket.'

/** `2026-11-21 09:30:00` is UTC. */
function timeOf(text: string | undefined): Date | undefined {
  return text && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(' ', 'T')}Z`) : undefined
}

const spoken = (date: Date) =>
  `${date.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

const changeStates: Record<string, string> = {
  '-5': 'has not been submitted yet',
  '-4': 'is still being assessed',
  '-3': 'waits for its approval',
  '0': 'has been carried out already and is in review',
  '3': 'is closed',
  '4': 'was cancelled',
}
const incidentStates: Record<string, string> = { '6': 'is resolved', '7': 'is closed', '8': 'was cancelled' }

function changeAllows(number: string, { state, start_date, end_date }: Ticket, now: Date): Verdict {
  if (state !== '-2' && state !== '-1')
    return `${number} ${changeStates[state!] ?? 'is not in a state for work'}. Use a change that is scheduled or being carried out.`
  const [start, end] = [timeOf(start_date), timeOf(end_date)]
  if (!start || !end) return `${number} has no planned start and end. Have them filled in, then try again.`
  if (now < start) return `${number} begins on ${spoken(start)}. Take the role then, or have its window moved.`
  if (now > end) return `The window of ${number} ended on ${spoken(end)}. Have it extended, or use another change.`
  return true
}

/** Whether work may be done under the ticket now. */
export function ticketAllows(ticket: Ticket, now: Date): Verdict {
  const { kind, number, state, active, approval } = ticket
  if (state === undefined || state === '') return `${number}: ${unreadable}`
  if (kind === 'change') return changeAllows(number, ticket, now)
  if (kind === 'incident')
    return active !== 'false' && !incidentStates[state]
      ? true
      : `${number} ${incidentStates[state] ?? 'is closed'}. Use one that is open, or open it again.`
  if (active === 'false' || !['1', '2'].includes(state)) return `${number} is closed. Use one that is still open.`
  return approval === 'requested' || approval === 'rejected'
    ? `${number} ${approval === 'requested' ? 'waits for its approval' : 'was rejected'}. Use one that is approved.`
    : true
}

interface Found {
  verdict: Verdict
  /** What the ticket says it is about, for those who may work under it. */
  title: string | null
}

/**
 * Whether work may be done in the account under this ticket: it is known to ServiceNow, its state and window allow work now, and it is about
 * the account or the service that the account is part of. @throws OutsideError when ServiceNow does not answer: nothing is accepted unchecked
 */
export async function lookAtTicket(
  { servicenow }: Pick<Clients, 'servicenow'>,
  account: { id: string; name: string; family: { id: string } },
  number: string,
  now: Date,
): Promise<Found> {
  const refused = (verdict: string): Found => ({ verdict, title: null })
  const wanted = number.trim().toUpperCase()
  if (!ticketKind(wanted))
    return refused(`${wanted || 'This'} is not the number of a change (CHG…), request (RITM…, SCTASK…) or incident (INC…).`)
  const ticket = await servicenow.findTicket(wanted)
  if (!ticket) return refused(`ServiceNow knows no ${wanted}. Look at the number again.`)
  const allows = ticketAllows(ticket, now)
  if (allows !== true) return refused(allows)
  if (ticket.cmdb_ci === undefined) return refused(`${wanted}: ${unreadable}`)
  if (ticket.cmdb_ci === '') return refused(`${wanted} does not say what it is about. Have ${account.name} set as its configuration item.`)
  const [own, service] = await Promise.all([
    servicenow.getByCorrelationId(account.id),
    servicenow.getServiceByCorrelationId(account.family.id),
  ])
  if (!own && !service)
    return refused(`${account.name} is not in the configuration database, so no ticket can be about it. Ask an administrator to look.`)
  if (ticket.cmdb_ci !== own?.sys_id && ticket.cmdb_ci !== service?.sys_id)
    return refused(
      `${wanted} is about something else than ${account.name}. Use a ticket whose configuration item is ${account.name} or its service.`,
    )
  return { verdict: true, title: ticket.short_description ?? null }
}

/** The verdict of `lookAtTicket` alone. @throws OutsideError when ServiceNow does not answer */
export async function checkTicket(...asked: Parameters<typeof lookAtTicket>): Promise<Verdict> {
  return (await lookAtTicket(...asked)).verdict
}
