import { type Static, Type } from 'typebox'
import { OutsideError } from '../outsideError.ts'
import type { Send } from '../pipeline.ts'

/**
 * People who opened a ticket, or for whom it was opened: `caller_id` of incidents, `requested_by` of changes, `requested_for` of requests.
 */
const openers = ['opened_by', 'caller_id', 'requested_by', 'requested_for', 'request_item.opened_by', 'request_item.requested_for']
const openerFields = openers.flatMap((opener) => ['email', 'user_name', 'employee_number'].map((field) => `${opener}.${field}`))

const Ticket = Type.Object({
  sys_id: Type.String(),
  number: Type.String(),
  short_description: Type.Optional(Type.String()),
  /** Silently omitted if the integration can't read it. */
  active: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  priority: Type.Optional(Type.String()),
  approval: Type.Optional(Type.String()),
  cmdb_ci: Type.Optional(Type.String()),
  /** UTC, as `2026-11-21 09:30:00`; empty if there is none. */
  start_date: Type.Optional(Type.String()),
  end_date: Type.Optional(Type.String()),
  correlation_id: Type.Optional(Type.String()),
  /** UTC. The ticket's author can set `opened_at`, but not the creation time of the row. */
  opened_at: Type.Optional(Type.String()),
  sys_created_on: Type.Optional(Type.String()),
  /** User name of the row's author, which can't be set either. */
  sys_created_by: Type.Optional(Type.String()),
  /** IDs of people; each table has only some of these fields. */
  opened_by: Type.Optional(Type.String()),
  'opened_by.email': Type.Optional(Type.String()),
  ...Object.fromEntries(openerFields.map((field) => [field, Type.Optional(Type.String())])),
})
/** A change, request or incident. All values are text, as in ServiceNow's responses. */
export type Ticket = Static<typeof Ticket> & { kind: TicketKind }
export type TicketKind = 'change' | 'request' | 'task' | 'incident'

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

export interface NewIncident {
  /** Slipway's ID of the subject: the key that makes opening it safe to repeat. */
  correlationId: string
  title: string
  description: string
  itemSysId: string | undefined
  /** 1 is the highest. */
  impact: 1 | 2 | 3
  urgency: 1 | 2 | 3
  /** Assignment group; without one, ServiceNow's rules decide. */
  groupSysId?: string | undefined
  callerSysId?: string | undefined
}

/** Impact and urgency from which ServiceNow computes this priority: by default, their sum minus one. */
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
  const named = ['sys_created_by', ...openerFields].map((field) => fields[field])
  return new Set(named.flatMap((value) => (typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [])))
}

export function ticketKind(number: string): { kind: TicketKind; table: string } | undefined {
  const prefix = /^([A-Z]+)\d{3,20}$/.exec(number.toUpperCase())?.[1]
  return prefix === undefined ? undefined : kinds[prefix]
}

export function servicenowTickets(send: Send) {
  async function find(table: string, kind: TicketKind, field: 'number' | 'correlation_id', value: string): Promise<Ticket | undefined> {
    if (!isPlain(value)) return undefined
    const query = { ...shape, sysparm_query: `${field}=${value}`, sysparm_limit: 10 }
    const reply = await send({ method: 'GET', path: `/api/now/table/${table}`, query, accept: [404] })
    if (reply.status === 404) return undefined
    // ServiceNow ignores conditions that it can't parse, and returns every row.
    const found = reply.list(Ticket, 'result').find((row) => row[field]?.toLowerCase() === value.toLowerCase())
    return found && { ...found, kind }
  }
  const incidentOf = (correlationId: string) => find('incident', 'incident', 'correlation_id', correlationId)
  const incidentPath = (sysId: string) => `/api/now/table/incident/${encodeURIComponent(sysId)}`

  async function readIncident(sysId: string): Promise<(Ticket & { state: string }) | undefined> {
    const reply = await send({ method: 'GET', path: incidentPath(sysId), query: shape, accept: [404] })
    if (reply.status === 404) return undefined
    const { result } = reply.as(One)
    if (result.state !== undefined) return { ...result, state: result.state, kind: 'incident' }
    const message =
      'ServiceNow doesn’t let Slipway read the field state of incidents. Ask the ServiceNow administrators to grant Slipway’s user access.'
    throw new OutsideError({ service: 'ServiceNow', code: 'hiddenField', message, retryable: false })
  }

  return {
    /** Finds a ticket by number; undefined if it is missing or of an unknown kind. */
    async findTicket(number: string): Promise<Ticket | undefined> {
      const known = ticketKind(number)
      return known && find(known.table, known.kind, 'number', number.toUpperCase())
    },

    /** Opens an incident, or returns the one with this correlation ID. */
    async openIncident(wanted: NewIncident): Promise<Ticket> {
      const existing = await incidentOf(wanted.correlationId)
      if (existing) return existing
      const body = {
        correlation_id: wanted.correlationId,
        correlation_display: 'Slipway',
        short_description: wanted.title,
        description: wanted.description,
        impact: String(wanted.impact),
        urgency: String(wanted.urgency),
        category: 'cloud',
        ...(wanted.itemSysId ? { cmdb_ci: wanted.itemSysId } : {}),
        ...(wanted.groupSysId ? { assignment_group: wanted.groupSysId } : {}),
        ...(wanted.callerSysId ? { caller_id: wanted.callerSysId } : {}),
      }
      return { ...(await send({ method: 'POST', path: '/api/now/table/incident', query: shape, body })).as(One).result, kind: 'incident' }
    },

    /** Adds a note to an incident, once per `key`, even after a lost response. */
    async noteOnIncident(sysId: string, key: string, note: string): Promise<void> {
      const path = incidentPath(sysId)
      const text = `[${key}] ${note}`
      const query = { sysparm_fields: 'sys_id,work_notes', sysparm_display_value: true }
      const before = (await send({ method: 'GET', path, query })).as(Noted).result.work_notes ?? ''
      if (before.includes(`[${key}]`)) return
      await send({ method: 'PATCH', path, query: shape, body: { work_notes: text } })
    },

    readIncident,

    /** Resolves an incident with a note; a resolved, closed or cancelled incident is fine. */
    async resolveIncident(sysId: string, closeNotes: string): Promise<void> {
      const state = (await readIncident(sysId))?.state
      if (state === undefined || isOver(state)) return
      const body = { state: '6', close_code: 'Solution provided', close_notes: closeNotes }
      await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body, idempotent: true })
    },

    /** Reopens a resolved incident. Returns false if it was closed, cancelled or deleted. */
    async reopenIncident(sysId: string, why: string): Promise<boolean> {
      const state = (await readIncident(sysId))?.state
      if (state === undefined || state === '7' || state === '8') return false
      // State and note are written together, so an open incident already has its note.
      if (state === '6') await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body: { state: '2', work_notes: why } })
      return true
    },

    async setIncidentLevels(sysId: string, { impact, urgency }: Pick<NewIncident, 'impact' | 'urgency'>): Promise<void> {
      const body = { impact: String(impact), urgency: String(urgency) }
      await send({ method: 'PATCH', path: incidentPath(sysId), query: shape, body, idempotent: true })
    },

    /** Closes an incident with a note; repeating it is fine. */
    async closeIncident(sysId: string, closeNotes: string): Promise<void> {
      const path = incidentPath(sysId)
      const { state } = (await send({ method: 'GET', path, query: shape })).as(One).result
      if (state === '7' || state === '8') return
      const body = { state: '7', close_code: 'Solution provided', close_notes: closeNotes }
      await send({ method: 'PATCH', path, query: shape, body, idempotent: true })
    },
  }
}

export function isOver(state: string | undefined): boolean {
  return state === '6' || state === '7' || state === '8'
}

const One = Type.Object({ result: Ticket })
const Noted = Type.Object({ result: Type.Object({ sys_id: Type.String(), work_notes: Type.Optional(Type.String()) }) })

/** Tells whether a value is safe in an encoded query: without another condition or a script that ServiceNow would run. */
export function isPlain(value: string): boolean {
  return value !== '' && !/[\^\r\n]/.test(value) && !/^\s*javascript:/i.test(value)
}
