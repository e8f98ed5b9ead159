import type { Simulator } from '../core/simulator.ts'
import { setAutomaticReplies } from './mailboxSettings.ts'

const dayMs = 86_400_000
const absenceRatio = 5

/** Makes some approvers absent until Friday of next week, once per simulator. Personas stay available, because people sign in as them. */
export function addSampleAbsences(sim: Simulator): void {
  const created = sim.state.collection<{ at: string }>('sample.absences')
  if (created.get('laid')) return
  const now = sim.clock.now()
  const personas = new Set(sim.company.personas.map(({ id }) => id))
  const leads = sim.company.families.map(({ ownerIds }) => ownerIds.at(-1)!).filter((id) => !personas.has(id))
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const nextFriday = midnight + (((5 - now.getUTCDay() + 7) % 7) + 7) * dayMs
  const dateTimeOf = (ms: number, time: string) => ({
    dateTime: `${new Date(ms).toISOString().slice(0, 10)}T${time}.0000000`,
    timeZone: 'GMT Standard Time',
  })
  sim.state.atomically(() => {
    for (const [n, id] of leads.entries())
      if (n % absenceRatio === 0)
        setAutomaticReplies(sim, id, {
          status: 'scheduled',
          scheduledStartDateTime: dateTimeOf(midnight - dayMs, '18:00:00'),
          scheduledEndDateTime: dateTimeOf(nextFriday, '23:59:00'),
          internalReplyMessage: 'I am on leave. For urgent matters, write to the team.',
        })
    created.set('laid', { at: now.toISOString() })
  })
}
