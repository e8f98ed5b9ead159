import type { Company, SampleAccount } from '../../sample/shapes.ts'
import { stableId } from '../../sample/stableId.ts'
import { configurationItemId, groupOfFamily, serviceId, sysId, system } from './companyRecords.ts'
import type { SnowRecord } from './tables.ts'

type Rows = Map<string, Map<string, SnowRecord>>

const dayMs = 86_400_000
const cache = new WeakMap<Company, { day: number; rows: Rows }>()

/**
 * Generates changes and requests, by class and sys_id. Each active account has a change scheduled for today, from `CHG0030001` for the
 * first; the first account also has one change of each kind that forbids work. Their times follow the clock.
 */
export function ticketRecords(company: Company, now: Date): Rows {
  const today = Math.floor(now.getTime() / dayMs)
  const stored = cache.get(company)
  if (stored?.day === today) return stored.rows
  const liveAccounts = company.accounts.filter((account) => account.status === 'active')
  const coordinator = sysId(company.people.find(({ persona, enabled }) => !persona && enabled)!.id)
  const tickets = [
    ...liveAccounts.map((account, i) => ticket(account, changeNumber(i), today, coordinator)),
    ...unusualTickets(liveAccounts[0]!, liveAccounts[1]!, today, coordinator),
  ]
  const rows = new Map(
    [...Map.groupBy(tickets, (row) => row.sys_class_name)].map(([name, subset]) => [name, new Map(subset.map((row) => [row.sys_id, row]))]),
  )
  cache.set(company, { day: today, rows })
  return rows
}

export const changeNumber = (index: number) => `CHG${String(30_001 + index).padStart(7, '0')}`

const classes: Record<string, string> = { CHG: 'change_request', RITM: 'sc_req_item', SCTASK: 'sc_task' }

function ticket(
  account: SampleAccount,
  number: string,
  today: number,
  coordinator: string,
  overrides: Record<string, string> = {},
): SnowRecord {
  const className = classes[/^[A-Z]+/.exec(number)![0]]!
  const timeAt = (days: number, time: string) => `${new Date((today + days) * dayMs).toISOString().slice(0, 10)} ${time}`
  return {
    ...system(className, sysId(stableId(`ticket/${number}`)), timeAt(-7, '10:15:00')),
    number,
    active: 'true',
    short_description: `Planned work on ${account.name}`,
    description: `Carried out by the team of ${account.name}.`,
    cmdb_ci: configurationItemId(account),
    assignment_group: groupOfFamily(account.familyId),
    assigned_to: sysId(account.ownerIds[0]!),
    opened_by: coordinator,
    opened_at: timeAt(-7, '10:15:00'),
    priority: '4',
    impact: '3',
    urgency: '3',
    approval: 'approved',
    ...(className === 'change_request'
      ? { type: 'normal', risk: '3', state: '-1', start_date: timeAt(0, '00:00:00'), end_date: timeAt(1, '23:59:59') }
      : { state: '2' }),
    ...overrides,
  }
}

function unusualTickets(account: SampleAccount, otherAccount: SampleAccount, today: number, coordinator: string): SnowRecord[] {
  const timeAt = (days: number) => `${new Date((today + days) * dayMs).toISOString().slice(0, 10)} 09:00:00`
  const malformedTickets: [string, Record<string, string>][] = [
    ['CHG0090001', { state: '-5', approval: 'not requested', short_description: 'Not submitted yet' }],
    ['CHG0090002', { state: '-3', approval: 'requested', short_description: 'Pending approval' }],
    ['CHG0090003', { state: '-2', start_date: timeAt(3), end_date: timeAt(4), short_description: 'Starts in three days' }],
    ['CHG0090004', { start_date: timeAt(-4), end_date: timeAt(-3), short_description: 'Change window has ended' }],
    ['CHG0090005', { state: '3', active: 'false', short_description: 'Closed' }],
    ['CHG0090006', { state: '4', active: 'false', short_description: 'Cancelled' }],
    ['CHG0090007', { cmdb_ci: '', short_description: 'No configuration item' }],
    ['CHG0090008', { cmdb_ci: configurationItemId(otherAccount), short_description: `Planned work on ${otherAccount.name}` }],
    ['CHG0090009', { cmdb_ci: serviceId(account.familyId), short_description: 'Planned work on all accounts of the service' }],
    ['CHG0090010', { start_date: '', end_date: '', short_description: 'No change window' }],
    ['CHG0090011', { opened_by: sysId(account.ownerIds[0]!), short_description: 'Opened by an owner' }],
    ['CHG0090012', { requested_by: sysId(account.ownerIds[0]!), short_description: 'Requested by an owner' }],
    ['CHG0090013', { opened_at: timeAt(-120), sys_created_on: timeAt(-120), short_description: 'Opened months ago' }],
    ['RITM0010001', { short_description: `Rotate the certificates of ${account.name}` }],
    ['RITM0010002', { approval: 'requested', state: '1', short_description: 'Pending approval' }],
    ['RITM0010003', { state: '3', active: 'false', short_description: 'Done' }],
    ['SCTASK0010001', { short_description: `Restore a backup of ${account.name}` }],
  ]
  return malformedTickets.map(([number, overrides]) => ticket(account, number, today, coordinator, overrides))
}
