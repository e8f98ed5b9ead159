import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { badRequest } from './graphError.ts'
import { requireUser } from './users.ts'

interface Moment {
  dateTime: string
  timeZone: string
}
interface AutomaticReplies {
  status: 'disabled' | 'alwaysEnabled' | 'scheduled'
  externalAudience: 'none' | 'contactsOnly' | 'all'
  scheduledStartDateTime: Moment
  scheduledEndDateTime: Moment
  internalReplyMessage: string
  externalReplyMessage: string
}
type IdRoute = { Params: { id: string } }

const hourMs = 3_600_000

export function registerMailboxSettings(app: FastifyInstance, sim: Simulator): void {
  const repliesOf = (id: string): AutomaticReplies => set(sim).get(id) ?? noReplies(sim.clock.now())
  const contextOf = (id: string, suffix = '') => `${sim.origins.graph}/v1.0/$metadata#users('${id}')/mailboxSettings${suffix}`

  app.get<IdRoute>('/v1.0/users/:id/mailboxSettings', (request) => {
    const { id } = requireUser(sim, request.params.id)
    return {
      '@odata.context': contextOf(id),
      archiveFolder: null,
      timeZone: 'GMT Standard Time',
      delegateMeetingMessageDeliveryOptions: 'sendToDelegateOnly',
      dateFormat: 'dd/MM/yyyy',
      timeFormat: 'HH:mm',
      userPurpose: 'user',
      automaticRepliesSetting: repliesOf(id),
      language: { locale: 'en-GB', displayName: 'English (United Kingdom)' },
      workingHours: {
        daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        startTime: '09:00:00.0000000',
        endTime: '17:30:00.0000000',
        timeZone: { name: 'GMT Standard Time' },
      },
    }
  })

  app.get<IdRoute>('/v1.0/users/:id/mailboxSettings/automaticRepliesSetting', (request) => {
    const { id } = requireUser(sim, request.params.id)
    return { '@odata.context': contextOf(id, '/automaticRepliesSetting'), ...repliesOf(id) }
  })

  app.patch<IdRoute & { Body?: { automaticRepliesSetting?: Record<string, unknown> } }>('/v1.0/users/:id/mailboxSettings', (request) => {
    const { id } = requireUser(sim, request.params.id)
    const { automaticRepliesSetting: change = {}, ...otherSettings } = request.body ?? {}
    const [unknownSetting] = Object.keys(otherSettings)
    if (unknownSetting !== undefined)
      throw badRequest(`Invalid value specified for property '${unknownSetting}' of resource 'mailboxSettings'.`)
    const automaticRepliesSetting = setAutomaticReplies(sim, id, readReplies(change))
    return { '@odata.context': contextOf(id), automaticRepliesSetting }
  })
}

const set = (sim: Simulator) => sim.state.collection<AutomaticReplies>('graph.automaticReplies')

export function setAutomaticReplies(sim: Simulator, id: string, change: Partial<AutomaticReplies>): AutomaticReplies {
  const replies = { ...(set(sim).get(id) ?? noReplies(sim.clock.now())), ...change }
  set(sim).set(id, replies)
  return replies
}

/** A mailbox without automatic replies has them off, with the times that Outlook would propose. */
function noReplies(now: Date): AutomaticReplies {
  const begins = Math.floor(now.getTime() / hourMs) * hourMs
  const timeAt = (ms: number): Moment => ({ dateTime: `${new Date(ms).toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' })
  return {
    status: 'disabled',
    externalAudience: 'all',
    scheduledStartDateTime: timeAt(begins),
    scheduledEndDateTime: timeAt(begins + 24 * hourMs),
    internalReplyMessage: '',
    externalReplyMessage: '',
  }
}

const isMoment = (value: unknown): boolean => {
  const { dateTime, timeZone, ...suffix } = (value ?? {}) as Partial<Moment>
  return typeof timeZone === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(String(dateTime)) && Object.keys(suffix).length === 0
}
const checks: Record<keyof AutomaticReplies, (value: unknown) => boolean> = {
  status: (value) => ['disabled', 'alwaysEnabled', 'scheduled'].includes(String(value)),
  externalAudience: (value) => ['none', 'contactsOnly', 'all'].includes(String(value)),
  scheduledStartDateTime: isMoment,
  scheduledEndDateTime: isMoment,
  internalReplyMessage: (value) => typeof value === 'string',
  externalReplyMessage: (value) => typeof value === 'string',
}

function readReplies(change: Record<string, unknown>): Partial<AutomaticReplies> {
  for (const [name, value] of Object.entries(change))
    if (!(name in checks) || !checks[name as keyof AutomaticReplies](value))
      throw badRequest(`Invalid value specified for property '${name}' of resource 'automaticRepliesSetting'.`)
  return change
}
