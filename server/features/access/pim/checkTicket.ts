import type { Verdict } from '../../../auth/access.ts'
import { accountsOfHuman } from '../../../auth/sameHuman.ts'
import type { Clients } from '../../../clients/clients.ts'
import { openersOf, type Ticket, ticketKind } from '../../../clients/servicenow/servicenowTickets.ts'
import type { Db } from '../../../db/database.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { settingValue } from '../../../settings/queries.ts'
import { type TicketPolicy, type TicketRules, ticketRulesOf } from '../../../settings/ticketPolicy.ts'

const unreadable =
  'ServiceNow doesn’t show Slipway all fields of this ticket. Ask the service desk to allow it, and use another ticket until then.'

/** ServiceNow sends `2026-11-21 09:30:00` in UTC. */
function timeOf(text: string | undefined): Date | undefined {
  return text && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(' ', 'T')}Z`) : undefined
}

const spoken = (date: Date) =>
  `${date.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

const changeStates = {
  '-5': 'has not been submitted yet',
  '-4': 'is still being assessed',
  '-3': 'is pending approval',
  '-2': 'is only scheduled',
  '-1': 'is already in progress',
  '0': 'is complete and in review',
  '3': 'is closed',
  '4': 'was cancelled',
} as const satisfies Record<string, string>
const requestStates = ['1', '2']
const incidentStates = { '6': 'is resolved', '7': 'is closed', '8': 'was cancelled' } as const satisfies Record<string, string>

function changeAllows({ number, state = '', start_date, end_date }: Ticket, { changeStates: allowed }: TicketRules, now: Date): Verdict {
  if (!allowed.includes(state))
    return `${number} ${isKeyOf(changeStates, state) ? changeStates[state] : 'is not in a state for work'}. Use a change in a state for work.`
  const [start, end] = [timeOf(start_date), timeOf(end_date)]
  if (!start || !end) return `${number} has no planned start and end. Add them, then try again.`
  if (now < start) return `${number} starts on ${spoken(start)}. Activate the role then, or change the planned start.`
  if (now > end) return `The window of ${number} ended on ${spoken(end)}. Extend it, or use another change.`
  return true
}

function stateAllows(ticket: Ticket, rules: TicketRules, at: Date): Verdict {
  const { kind, number, state, active, approval } = ticket
  if (state === undefined || state === '') return `${number}: ${unreadable}`
  if (kind === 'change') return changeAllows(ticket, rules, at)
  const open = `Use one that is ${kind === 'incident' ? 'open, or reopen it' : 'still open'}.`
  if (kind === 'incident')
    return active !== 'false' && rules.incidentStates.includes(state)
      ? true
      : `${number} ${isKeyOf(incidentStates, state) ? incidentStates[state] : active === 'false' ? 'is closed' : 'is not in a state that counts'}. ${open}`
  if (active === 'false' || !requestStates.includes(state)) return `${number} is closed. ${open}`
  if (!rules.requestStates.includes(state)) return `${number} isn’t in a state that counts. ${open}`
  return approval === 'requested' || approval === 'rejected'
    ? `${number} ${approval === 'requested' ? 'is pending approval' : 'was rejected'}. Use one that is approved.`
    : true
}

const minute = 60_000
const day = 1_440 * minute

/** Checks the ticket’s age. The row’s creation time counts too, because the opening time can be edited. */
function ageAllows({ number, opened_at, sys_created_on }: Ticket, { minAgeMinutes, maxAgeDays }: TicketRules, now: Date): Verdict {
  const [opened, created] = [timeOf(opened_at), timeOf(sys_created_on)]
  if (!opened || !created) return `${number}: ${unreadable}`
  const youngest = now.getTime() - Math.max(opened.getTime(), created.getTime())
  if (youngest < minAgeMinutes * minute)
    return `${number} was opened less than ${minAgeMinutes} minutes ago. Wait, or use a ticket that was opened earlier.`
  if (now.getTime() - Math.min(opened.getTime(), created.getTime()) > maxAgeDays * day)
    return `${number} was opened more than ${maxAgeDays} days ago. Use a more recent ticket.`
  return true
}

type HumanAccounts = Awaited<ReturnType<typeof accountsOfHuman>>

/** Collects all names by which ServiceNow can know the person, with any of their accounts, in lower case. */
function namesOf(accounts: HumanAccounts): string[] {
  return accounts.flatMap(({ email, user_principal_name, employee_id }) =>
    [email, email?.split('@')[0], user_principal_name, user_principal_name?.split('@')[0], employee_id].flatMap((name) =>
      name ? [name.toLowerCase()] : [],
    ),
  )
}

/** Checks that the ticket was opened neither by nor for the person. Slipway opens tickets under its own name and knows for whom. */
async function openerAllows(db: Db, ticket: Ticket, personId: string): Promise<Verdict> {
  const { number, opened_by, sys_created_by } = ticket
  if (opened_by === undefined || sys_created_by === undefined || ticket['opened_by.email'] === undefined) return `${number}: ${unreadable}`
  const openers = openersOf(ticket)
  const raised = await db.selectFrom('incidents').select('raised_by').where('number', '=', number).execute()
  const accounts = await accountsOfHuman(db, personId)
  const own =
    namesOf(accounts).some((name) => openers.has(name)) || raised.some(({ raised_by }) => accounts.some(({ id }) => id === raised_by))
  return own ? `${number} was opened by you or for you. Use a ticket that another person opened.` : true
}

interface TicketUse {
  account: { id: string; name: string; family: { id: string } }
  number: string
  personId: string
  /** The role whose rules apply; left out, the rules for all roles do. */
  roleDefinitionId?: string | undefined
  /** Replaces the policy’s rules. */
  rules?: TicketRules | undefined
  now: Date
  at?: Date | undefined
}

interface TicketResult {
  verdict: Verdict
  /** The ticket’s short description, only for people who can work under it. */
  title: string | null
}

/** A missing ticket and an unrelated one give the same message, so that it reveals nothing about ServiceNow. */
export const unknownTicket = (number: string, account: { name: string }) =>
  `ServiceNow has no ${number} about ${account.name}. Check the number, and that ${account.name} or its service is the configuration item.`

/**
 * Checks whether the ticket allows a role in the account: it is about the account or its service, has a state and age that the policy
 * accepts, and was opened neither by nor for the person, unless the policy allows that.
 * @throws OutsideError when ServiceNow doesn’t answer, because no ticket is accepted unchecked
 */
export async function lookAtTicket(
  { db, clients: { servicenow } }: { db: Db; clients: Pick<Clients, 'servicenow'> },
  { account, number, personId, roleDefinitionId, rules: given, now, at = now }: TicketUse,
): Promise<TicketResult> {
  const refused = (verdict: string): TicketResult => ({ verdict, title: null })
  const wanted = number.trim().toUpperCase()
  if (!ticketKind(wanted))
    return refused(`${wanted || 'This'} isn’t the number of a change (CHG…), request (RITM…, SCTASK…) or incident (INC…).`)
  const [ticket, own, service] = await Promise.all([
    servicenow.findTicket(wanted),
    servicenow.getByCorrelationId(account.id),
    servicenow.getServiceByCorrelationId(account.family.id),
  ])
  if (!own && !service)
    return refused(`${account.name} isn’t in the configuration database, so no ticket can be about it. Ask an administrator.`)
  const about = [own?.sys_id, service?.sys_id].flatMap((id) => id ?? [])
  if (!ticket?.cmdb_ci || !about.includes(ticket.cmdb_ci)) return refused(unknownTicket(wanted, account))
  const rules = given ?? ticketRulesOf((await settingValue(db, 'pimTickets')) as TicketPolicy, roleDefinitionId)
  for (const verdict of [
    stateAllows(ticket, rules, at),
    ageAllows(ticket, rules, now),
    rules.ownTickets ? true : await openerAllows(db, ticket, personId),
  ])
    if (verdict !== true) return refused(verdict)
  return { verdict: true, title: ticket.short_description ?? null }
}

export async function checkTicket(...asked: Parameters<typeof lookAtTicket>): Promise<Verdict> {
  return (await lookAtTicket(...asked)).verdict
}
