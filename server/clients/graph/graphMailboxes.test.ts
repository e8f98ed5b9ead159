import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graphAudience, platformServicePrincipalId } from '../../../simulator/core/constants.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import { toUtcDate, UnknownTimeZone } from './windowsZones.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clearCache())

const ids = () => world.sim.company.people.slice(0, 23).map(({ id }) => id)
const set = async (id: string, automaticRepliesSetting: object) => {
  const token = await world.sim.mintToken({ oid: platformServicePrincipalId, audience: graphAudience })
  const response = await fetch(`${world.sim.origins.graph}/v1.0/users/${id}/mailboxSettings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ automaticRepliesSetting }),
  })
  expect(response.status).toBe(200)
}
const timeIn = (dateTime: string, timeZone: string) => ({ dateTime, timeZone })

describe('absencesOf', () => {
  it('reads twenty absences per call, with times in any zone', async () => {
    const [firstId, otherId] = ids()
    const scheduledStartDateTime = timeIn('2026-12-01T08:00:00.0000000', 'W. Central Africa Standard Time')
    const scheduledEndDateTime = timeIn('2026-12-04T00:00:00.0000000', 'Europe/London')
    await set(firstId!, {
      status: 'scheduled',
      scheduledStartDateTime,
      scheduledEndDateTime,
      internalReplyMessage: 'In hospital until Friday',
    })
    await set(otherId!, { status: 'alwaysEnabled' })
    world.clearCache()
    const absences = await world.clients.graph.absencesOf([...ids(), '00000000-0000-4000-8000-000000000000'])
    expect(absences.slice(0, 3)).toEqual([
      { isAbsent: true, startsAt: new Date('2026-12-01T07:00:00Z'), endsAt: new Date('2026-12-04T00:00:00Z') },
      { isAbsent: true, startsAt: null, endsAt: null },
      { isAbsent: false, startsAt: null, endsAt: null },
    ])
    expect(absences.at(-1)).toEqual({ isAbsent: false, startsAt: null, endsAt: null })
    expect(world.calls('graph').filter((call) => call.endsWith('$batch'))).toHaveLength(2)
    expect(JSON.stringify(absences) + world.log()).not.toContain('hospital')
  })

  it('returns the reason why a mailbox cannot be read, and does not request it twice', async () => {
    const denied = { error: { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' } }
    world.sim.faults.add({ service: 'graph', path: ids()[0]!, action: { kind: 'status', status: 403, body: denied } })
    const headers = { 'retry-after': '7' }
    world.sim.faults.add({ service: 'graph', path: ids()[1]!, action: { kind: 'status', status: 429, headers } })
    const absences = await world.clients.graph.absencesOf(ids().slice(0, 3))
    world.sim.faults.clear()
    expect(absences).toMatchObject([{ status: 403 }, { status: 429, retryAfterMs: 7_000 }, { isAbsent: false }])
    expect(world.calls('graph').filter((call) => call.endsWith('$batch'))).toHaveLength(1)
  })
})

describe('absencesOf a mailbox with an unknown time zone', () => {
  it('returns an error for this mailbox only, and none if no absence is scheduled', async () => {
    const [firstId, otherId] = ids()
    const unknown = timeIn('2026-12-01T08:00:00', 'Customized Time Zone')
    const times = { scheduledStartDateTime: unknown, scheduledEndDateTime: unknown }
    await set(firstId!, { status: 'scheduled', ...times })
    await set(otherId!, { status: 'disabled', ...times })
    world.clearCache()
    expect(await world.clients.graph.absencesOf(ids().slice(0, 3))).toMatchObject([
      { code: 'unknownTimeZone', retryable: false },
      { isAbsent: false },
      { isAbsent: false },
    ])
  })
})

describe('toUtcDate', () => {
  it.each([
    ['2026-07-03T18:00:00.0000000', 'GMT Standard Time', '2026-07-03T17:00:00.000Z'],
    ['2026-12-03T18:00:00', 'Tokyo Standard Time', '2026-12-03T09:00:00.000Z'],
    ['2026-12-03T18:00:00Z', 'UTC', '2026-12-03T18:00:00.000Z'],
    ['soon', 'UTC', undefined],
  ])('reads the time %s in the zone %s', (dateTime, timeZone, moment) => {
    expect(toUtcDate({ dateTime, timeZone })?.toISOString()).toBe(moment)
  })

  it('throws for an unknown zone, instead of reading the time as UTC', () => {
    expect(() => toUtcDate({ dateTime: '2026-12-03T18:00:00', timeZone: 'Customized Time Zone' })).toThrow(UnknownTimeZone)
  })
})
