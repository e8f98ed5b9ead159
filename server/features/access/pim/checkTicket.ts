import type { Verdict } from '../../../auth/access.ts'
import { findLinkedUsers } from '../../../auth/sameIdentity.ts'
import type { Clients } from '../../../clients/clients.ts'
import { openersOf, type Ticket, ticketKind } from '../../../clients/servicenow/servicenowTickets.ts'
import type { Db } from '../../../db/database.ts'
import { formatMoment } from '../../../format.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { loadSetting } from '../../../settings/queries.ts'
import { type TicketPolicy, type TicketRules, ticketRulesOf } from '../../../settings/ticketPolicy.ts'

const unreadableMessage =
  'Slipway can’t read all fields of this ticket in ServiceNow. Use another ticket, or ask the service desk to grant access to the fields.'

/** ServiceNow sends `2026-11-21 09:30:00` in UTC. */
function timeOf(text: string | undefined): Date | undefined {
  return text && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(' ', 'T')}Z`) : undefined
}

export const changeStateLabels = {
  '-5': 'has not been submitted yet',
  '-4': 'is still being assessed',
  '-3': 'is pending approval',
  '-2': 'is scheduled but not started',
  '-1': 'is already in progress',
  '0': 'is complete and in review',
  '3': 'is closed',
  '4': 'was cancelled',
} as const satisfies Record<string, string>
const requestStates = ['1', '2']
export const incidentStateLabels = { '6': 'is resolved', '7': 'is closed', '8': 'was cancelled' } as const satisfies Record<string, string>

function changeVerdict(
  { number, state = '', start_date, end_date }: Ticket,
  { changeStates: allowedStates }: TicketRules,
  now: Date,
): Verdict {
  if (!allowedStates.includes(state))
    return `${number} ${isKeyOf(changeStateLabels, state) ? changeStateLabels[state] : 'is in a state that doesn’t allow work'}. Use a change whose state allows work.`
  const [start, end] = [timeOf(start_date), timeOf(end_date)]
  if (!start || !end) return `${number} has no planned start and end. Add them, then try again.`
  if (now < start) return `${number} starts on ${formatMoment(start)}. Activate the role then, or change the planned start.`
  if (now > end) return `The window of ${number} ended on ${formatMoment(end)}. Extend it, or use another change.`
  return true
}

function stateVerdict(ticket: Ticket, rules: TicketRules, at: Date): Verdict {
  const { kind, number, state, active, approval } = ticket
  if (state === undefined || state === '') return `${number}: ${unreadableMessage}`
  if (kind === 'change') return changeVerdict(ticket, rules, at)
  const openHint = `Use a ticket that is ${kind === 'incident' ? 'open, or reopen this one' : 'still open'}.`
  if (kind === 'incident')
    return active !== 'false' && rules.incidentStates.includes(state)
      ? true
      : `${number} ${isKeyOf(incidentStateLabels, state) ? incidentStateLabels[state] : active === 'false' ? 'is closed' : 'isn’t in an accepted state'}. ${openHint}`
  if (active === 'false' || !requestStates.includes(state)) return `${number} is closed. ${openHint}`
  if (!rules.requestStates.includes(state)) return `${number} isn’t in an accepted state. ${openHint}`
  return approval === 'requested' || approval === 'rejected'
    ? `${number} ${approval === 'requested' ? 'is pending approval' : 'was rejected'}. Use an approved request.`
    : true
}

export const ticketProblems = {
  own: (number: string) => `${number} was opened by you or for you. Use a ticket that another person opened.`,
  young: (number: string, minutes: number) =>
    `${number} was opened less than ${minutes} minutes ago. Wait, or use a ticket that was opened earlier.`,
}

const minute = 60_000
const day = 1_440 * minute

/** Checks the age of the ticket. The creation time of its row counts too, because people can edit the opening time. */
function ageVerdict({ number, opened_at, sys_created_on }: Ticket, { minAgeMinutes, maxAgeDays }: TicketRules, now: Date): Verdict {
  const [opened, created] = [timeOf(opened_at), timeOf(sys_created_on)]
  if (!opened || !created) return `${number}: ${unreadableMessage}`
  const youngestAgeMs = now.getTime() - Math.max(opened.getTime(), created.getTime())
  if (youngestAgeMs < minAgeMinutes * minute) return ticketProblems.young(number, minAgeMinutes)
  if (now.getTime() - Math.min(opened.getTime(), created.getTime()) > maxAgeDays * day)
    return `${number} was opened more than ${maxAgeDays} days ago. Use a more recent ticket.`
  return true
}

type LinkedUsers = Awaited<ReturnType<typeof findLinkedUsers>>

/** Collects all names under which ServiceNow can have the person, with any of their user accounts, in lower case. */
function namesOf(accounts: LinkedUsers): string[] {
  return accounts.flatMap(({ email, user_principal_name, employee_id }) =>
    [email, email?.split('@')[0], user_principal_name, user_principal_name?.split('@')[0], employee_id].flatMap((name) =>
      name ? [name.toLowerCase()] : [],
    ),
  )
}

/**
 * Checks that the ticket was opened neither by nor for the person. Slipway opens tickets under its own name, so its record says for whom
 * they were opened.
 */
async function openerVerdict(db: Db, ticket: Ticket, personId: string): Promise<Verdict> {
  const { number, opened_by, sys_created_by } = ticket
  if (opened_by === undefined || sys_created_by === undefined || ticket['opened_by.email'] === undefined)
    return `${number}: ${unreadableMessage}`
  const openers = openersOf(ticket)
  const raisedIncidents = await db.selectFrom('incidents').select('raised_by').where('number', '=', number).execute()
  const accounts = await findLinkedUsers(db, personId)
  const isOwnTicket =
    namesOf(accounts).some((name) => openers.has(name)) ||
    raisedIncidents.some(({ raised_by }) => accounts.some(({ id }) => id === raised_by))
  return isOwnTicket ? ticketProblems.own(number) : true
}

interface TicketUse {
  account: { id: string; name: string; family: { id: string } }
  number: string
  personId: string
  /** The role whose rules apply. Without a role, the rules for all roles apply. */
  roleDefinitionId?: string | undefined
  /** These rules replace the rules of the policy. */
  rules?: TicketRules | undefined
  now: Date
  at?: Date | undefined
}

interface TicketResult {
  verdict: Verdict
  /** The short description of the ticket, only for people who can use the ticket. */
  title: string | null
}

/** A missing ticket and an unrelated ticket give the same message, so that the message reveals nothing about ServiceNow. */
export const unknownTicket = (number: string, account: { name: string }) =>
  `ServiceNow has no ${number} for ${account.name}. Check the number, and that ${account.name} or its service is the ticket’s configuration item.`

/**
 * Checks whether the ticket allows a role in the account. The ticket must be about the account or its service, and must have a state and an
 * age that the policy accepts. It must be opened neither by nor for the person, unless the policy allows that.
 * @throws ExternalError if ServiceNow doesn’t respond, because no ticket is accepted unchecked
 */
export async function fetchTicketResult(
  { db, clients: { servicenow } }: { db: Db; clients: Pick<Clients, 'servicenow'> },
  { account, number, personId, roleDefinitionId, rules: ticketRules, now, at = now }: TicketUse,
): Promise<TicketResult> {
  const rejectedTicket = (verdict: string): TicketResult => ({ verdict, title: null })
  const ticketNumber = number.trim().toUpperCase()
  if (!ticketKind(ticketNumber))
    return rejectedTicket(`${ticketNumber || 'This'} isn’t the number of a change (CHG…), request (RITM…, SCTASK…) or incident (INC…).`)
  const [ticket, accountItem, service] = await Promise.all([
    servicenow.findTicket(ticketNumber),
    servicenow.getByCorrelationId(account.id),
    servicenow.getServiceByCorrelationId(account.family.id),
  ])
  if (!accountItem && !service)
    return rejectedTicket(
      `${account.name} isn’t in the configuration database, so no ticket can refer to it. Ask an administrator to add it.`,
    )
  const relatedSysIds = [accountItem?.sys_id, service?.sys_id].flatMap((id) => id ?? [])
  if (!ticket?.cmdb_ci || !relatedSysIds.includes(ticket.cmdb_ci)) return rejectedTicket(unknownTicket(ticketNumber, account))
  const rules = ticketRules ?? ticketRulesOf((await loadSetting(db, 'pimTickets')) as TicketPolicy, roleDefinitionId)
  for (const verdict of [
    stateVerdict(ticket, rules, at),
    ageVerdict(ticket, rules, now),
    rules.ownTickets ? true : await openerVerdict(db, ticket, personId),
  ])
    if (verdict !== true) return rejectedTicket(verdict)
  return { verdict: true, title: ticket.short_description ?? null }
}

export async function checkTicket(...ticketQuery: Parameters<typeof fetchTicketResult>): Promise<Verdict> {
  return (await fetchTicketResult(...ticketQuery)).verdict
}
