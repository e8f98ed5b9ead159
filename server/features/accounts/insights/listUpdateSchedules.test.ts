import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
const clock = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => clock })
})
afterAll(() => app.close())

const machineFamilies = /ledger|payroll|treasury|tax|property/i
const having = (environment: string) =>
  app.company.accounts.filter(
    ({ status, kind, name, ...account }) =>
      status === 'active' && kind === 'cloud' && machineFamilies.test(name) && account.environment === environment,
  )
const path = (id: string) => `/accounts/${id}/updateManagementSchedules`
const admin = () => app.as(app.persona('Niamh').id)
const named = (items: { name: string }[]) => items.map(({ name }) => name)

describe('listUpdateSchedules', () => {
  it('returns the next windows as timestamps, and what they do', async () => {
    const { body } = await admin().get(path(having('production').find(({ region }) => region === 'uksouth')!.id))
    expect(body.schedules).toMatchObject([
      {
        recurrence: 'Every month on the third Sunday',
        startsAtClock: '02:00',
        minutes: 235,
        timeZone: 'Europe/London',
        nextWindows: [
          { startsAt: '2026-12-20T02:00:00.000Z', endsAt: '2026-12-20T05:55:00.000Z' },
          { startsAt: '2027-01-17T02:00:00.000Z' },
          { startsAt: '2027-02-21T02:00:00.000Z' },
        ],
        classifications: ['Critical', 'Security'],
        reboot: 'ifRequired',
      },
    ])
  })

  it('returns every machine: covered by name, by a filter, or by nothing', async () => {
    const some = [...having('production').slice(0, 5), ...having('test').slice(0, 4)]
    const answers = await Promise.all(some.map(({ id }) => admin().get(path(id))))
    for (const [place, { body }] of answers.entries()) {
      const machines = await app.context.clients.arm.listResources(some[place]!.subscriptionId, {
        type: 'Microsoft.Compute/virtualMachines',
      })
      const covered = body.schedules.flatMap((schedule: { machines: { name: string }[] }) => named(schedule.machines))
      expect([...covered, ...named(body.uncoveredMachines)].sort()).toEqual(machines.map(({ name }) => name).sort())
    }
    const schedules = answers.flatMap(({ body }) => body.schedules)
    expect(new Set(schedules.map(({ dynamic }: { dynamic: boolean }) => dynamic))).toEqual(new Set([true, false]))
    expect(answers.flatMap(({ body }) => body.uncoveredMachines).length).toBeGreaterThan(0)
  })

  it('returns a setting it does not understand as Azure writes it', async () => {
    const account = having('production')[6]!
    const { arm } = app.context.clients
    const [configuration] = await arm.listMaintenanceConfigurations(account.subscriptionId)
    const sample = configuration?.id ?? ''
    const odd = { startDateTime: '2026-01-01 02:00', duration: '02:00', timeZone: 'Mars Standard Time', recurEvery: 'Fortnight' }
    const put = app.simulator.state.collection('arm.resources')
    put.set(sample.toLowerCase(), {
      resource: {
        ...{
          id: sample,
          name: sample.split('/').at(-1),
          type: 'Microsoft.Maintenance/maintenanceConfigurations',
          location: 'uksouth',
          tags: {},
        },
        ...{ createdTime: '2026-01-01T00:00:00.000Z', changedTime: '2026-01-01T00:00:00.000Z' },
        properties: { maintenanceScope: 'InGuestPatch', maintenanceWindow: odd },
      },
    })
    expect((await admin().get(path(account.id))).body.schedules).toMatchObject([
      { recurrence: null, recurEvery: 'Fortnight', timeZone: 'Mars Standard Time', nextWindows: [], reboot: 'unknown', minutes: 120 },
    ])
  })

  roleSuite(
    'listUpdateSchedules',
    () => app,
    () => ({ path: path(having('production')[0]!.id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('returns 502 when Azure fails, and reads again on the next call', async () => {
    const { id } = having('production')[8]!
    const refused = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'configurationAssignments', action: refused })
    expect((await admin().get(path(id))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(id))).status).toBe(200)
  })
})
