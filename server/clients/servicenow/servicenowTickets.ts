import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'

export const hiddenFieldMessage = (field: string, rows: string) =>
  `ServiceNow doesn’t let Slipway read the field ${field} of ${rows}. Ask the ServiceNow administrators to grant Slipway’s user access.`

/**
 * People who opened a ticket, or for whom it was opened: `caller_id` of incidents, `requested_by` of changes, `requested_for` of requests.
 */
const openers = ['opened_by', 'caller_id', 'requested_by', 'requested_for', 'request_item.opened_by', 'request_item.requested_for']
const openerFields = openers.flatMap((opener) => ['email', 'user_name', 'employee_number'].map((field) => `${opener}.${field}`))

const Ticket = Type.Object({
  sys_id: Type.String(),
  number: Type.String(),
  short_description: Type.Optional(Type.String()),
  /** ServiceNow silently omits this field if the integration can't read it. */
  active: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  priority: Type.Optional(Type.String()),
  approval: Type.Optional(Type.String()),
  cmdb_ci: Type.Optional(Type.String()),
  /** UTC, as `2026-11-21 09:30:00`; empty if the time is not set. */
  start_date: Type.Optional(Type.String()),
  end_date: Type.Optional(Type.String()),
  correlation_id: Type.Optional(Type.String()),
  /** UTC. The author of a ticket can set this time, but not the creation time of the row. */
  opened_at: Type.Optional(Type.String()),
  sys_created_on: Type.Optional(Type.String()),
  /** User name of the author of the row, which the author can't change either. */
  sys_created_by: Type.Optional(Type.String()),
  /** IDs of people. Each table has only some of these fields. */
  opened_by: Type.Optional(Type.String()),
  'opened_by.email': Type.Optional(Type.String()),
  ...Object.fromEntries(openerFields.map((field) => [field, Type.Optional(Type.String())])),
})
export type Ticket = Static<typeof Ticket> & { kind: TicketKind }
type TicketKind = 'change' | 'request' | 'task' | 'incident'

const kinds: Record<string, { kind: TicketKind; table: string }> = {
  CHG: { kind: 'change', table: 'change_request' },
  RITM: { kind: 'request', table: 'sc_req_item' },
  SCTASK: { kind: 'task', table: 'sc_task' },
  INC: { kind: 'incident', table: 'incident' },
}

const shape = {
  sysparm_fields: [
    'sys_id,number,short_description,active,state,priority,approval,cmdb_ci,start_date,end_date,correlation_id',
    'opened_at,opened_by,sys_created_on,sys_created_by',
    ...openerFields,
  ].join(','),
  sysparm_exclude_reference_link: true,
}

interface NewIncident {
  /** Slipway's ID of the subject. Tickets have this ID as their key, so that a repeated call returns the same ticket. */
  correlationId: string
  title: string
  description: string
  itemSysId: string | undefined
  /** 1 is the highest. */
  impact: 1 | 2 | 3
  urgency: 1 | 2 | 3
  /** Assignment group. Without one, ServiceNow's rules choose the group. */
  groupSysId?: string | undefined
  callerSysId?: string | undefined
}

/** Impact and urgency from which ServiceNow computes this priority. By default, the priority is their sum minus one. */
export const levelsOfPriority = {
  1: { impact: 1, urgency: 1 },
  2: { impact: 2, urgency: 1 },
  3: { impact: 2, urgency: 2 },
  4: { impact: 3, urgency: 2 },
  5: { impact: 3, urgency: 3 },
} as const

/** Returns lower-case email addresses, user names and employee numbers of all people who opened the ticket or for whom it was opened. */
export function openersOf(ticket: Ticket): Set<string> {
  const fields: Record<string, unknown> = ticket
  const openerValues = ['sys_created_by', ...openerFields].map((field) => fields[field])
  return new Set(openerValues.flatMap((value) => (typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [])))
}

export function ticketKind(number: string): { kind: TicketKind; table: string } | undefined {
  const prefix = /^([A-Z]+)\d{3,20}$/.exec(number.toUpperCase())?.[1]
  return prefix === undefined ? undefined : kinds[prefix]
}

export function servicenowTickets(send: Send) {
  async function findTicketBy(
    table: string,
    kind: TicketKind,
    field: 'number' | 'correlation_id',
    value: string,
  ): Promise<Ticket | undefined> {
    if (!isPlainText(value)) return undefined
    const query = { ...shape, sysparm_query: `${field}=${value}`, sysparm_limit: 10 }
    const reply = await send({ method: 'GET', path: `/api/now/table/${table}`, query, accept: [404] })
    if (reply.status === 404) return undefined
    // ServiceNow ignores conditions that it can't parse, and returns every row.
    const matchingTicket = reply.list(Ticket, 'result').find((row) => row[field]?.toLowerCase() === value.toLowerCase())
    return matchingTicket && { ...matchingTicket, kind }
  }
  const incidentOf = (correlationId: string) => findTicketBy('incident', 'incident', 'correlation_id', correlationId)
  const incidentPath = (sysId: string) => `/api/now/table/incident/${encodeURIComponent(sysId)}`

  async function fetchIncident(sysId: string): Promise<(Ticket & { state: string }) | undefined> {
    const reply = await send({ method: 'GET', path: incidentPath(sysId), query: shape, accept: [404] })
    if (reply.status === 404) return undefined
    const { result } = reply.as(TicketResponse)
    if (result.state !== undefined) return { ...result, state: result.state, kind: 'incident' }
    const message = hiddenFieldMessage('state', 'incidents')
    throw new ExternalError({ service: 'ServiceNow', code: 'hiddenField', message, retryable: false })
  }

  return {
    /** Finds a ticket by number; undefined if it is missing or of an unknown kind. */
    async findTicket(number: string): Promise<Ticket | undefined> {
      const knownKind = ticketKind(number)
      return knownKind && findTicketBy(knownKind.table, knownKind.kind, 'number', number.toUpperCase())
    },

    /** Opens an incident, or returns the one with this correlation ID. */
    async openIncident(newIncident: NewIncident): Promise<Ticket> {
      const existing = await incidentOf(newIncident.correlationId)
      if (existing) return existing
      const body = {
        correlation_id: newIncident.correlationId,
        correlation_display: 'Slipway',
        short_description: newIncident.title,
        description: newIncident.description,
        impact: String(newIncident.impact),
        urgency: String(newIncident.urgency),
        category: 'cloud',
        ...(newIncident.itemSysId ? { cmdb_ci: newIncident.itemSysId } : {}),
        ...(newIncident.groupSysId ? { assignment_group: newIncident.groupSysId } : {}),
        ...(newIncident.callerSysId ? { caller_id: newIncident.callerSysId } : {}),
      }
      return {
        ...(await send({ method: 'POST', path: '/api/now/table/incident', query: shape, body })).as(TicketResponse).result,
        kind: 'incident',
      }
    },

    /** Adds a note to an incident, once per `key`, even if a response is lost. */
    async addWorkNote(sysId: string, key: string, note: string): Promise<void> {
      const path = incidentPath(sysId)
      const text = `[${key}] ${note}`
      const query = { sysparm_fields: 'sys_id,work_notes', sysparm_display_value: true }
      const before = (await send({ method: 'GET', path, query })).as(WorkNoteResponse).result.work_notes ?? ''
      if (before.includes(`[${key}]`)) return
      await send({ method: 'PATCH', path, query: shape, body: { work_notes: text } })
    },

    readIncident: fetchIncident,

    /** Resolves an incident with a note. The call also succeeds if the incident is resolved, closed or cancelled. */
    async resolveIncident(sysId: string, closeNotes: string): Promise<void> {
      const state = (await fetchIncident(sysId))?.state
      if (state === undefined || isClosedState(state)) return
      const body = { state: '6', close_code: 'Solution provided', close_notes: closeNotes }
      await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body, idempotent: true })
    },

    /**
     * Reopens a resolved incident.
     * @returns false if the incident was closed, cancelled or deleted
     */
    async reopenIncident(sysId: string, reason: string): Promise<boolean> {
      const state = (await fetchIncident(sysId))?.state
      if (state === undefined || state === '7' || state === '8') return false
      // State and note are written in one request, so an open incident already has its note.
      if (state === '6') await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body: { state: '2', work_notes: reason } })
      return true
    },

    async setIncidentLevels(sysId: string, { impact, urgency }: Pick<NewIncident, 'impact' | 'urgency'>): Promise<void> {
      const body = { impact: String(impact), urgency: String(urgency) }
      await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body, idempotent: true })
    },

    /** Closes an incident with a note. The call is idempotent. */
    async closeIncident(sysId: string, closeNotes: string): Promise<void> {
      const path = incidentPath(sysId)
      const { state } = (await send({ method: 'GET', path, query: shape })).as(TicketResponse).result
      if (state === '7' || state === '8') return
      const body = { state: '7', close_code: 'Solution provided', close_notes: closeNotes }
      await send({ method: 'PATCH', path, query: shape, body, idempotent: true })
    },
  }
}

export function isClosedState(state: string | undefined): boolean {
  return state === '6' || state === '7' || state === '8'
}

const TicketResponse = Type.Object({ result: Ticket })
const WorkNoteResponse = Type.Object({ result: Type.Object({ sys_id: Type.String(), work_notes: Type.Optional(Type.String()) }) })

/**
 * Returns whether a value is safe in an encoded query, which means that it contains neither another condition nor a script that ServiceNow
 * would run.
 */
export function isPlainText(value: string): boolean {
  return value !== '' && !/[\^\r\n]/.test(value) && !/^\s*javascript:/i.test(value)
}
