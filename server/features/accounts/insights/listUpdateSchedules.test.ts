import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
const clock = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => clock })
})
afterAll(() => app.close())

const machineFamilies = /ledger|payroll|treasury|tax|property/i
const accountsWith = (environment: string) =>
  app.company.accounts.filter(
    ({ status, kind, name, ...account }) =>
      status === 'active' && kind === 'cloud' && machineFamilies.test(name) && account.environment === environment,
  )
const path = (id: string) => `/accounts/${id}/updateManagementSchedules`
const admin = () => app.as(app.persona('Niamh').id)
const listNames = (items: { name: string }[]) => items.map(({ name }) => name)

describe('listUpdateSchedules', () => {
  it('returns each schedule’s recurrence, and its next windows as timestamps', async () => {
    const { body } = await admin().get(path(accountsWith('production').find(({ region }) => region === 'uksouth')!.id))
    expect(body.schedules).toMatchObject([
      {
        recurrence: expect.stringContaining('third Sunday'),
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

  it('returns every VM: covered by name, by a filter, or not at all', async () => {
    const accounts = [...accountsWith('production').slice(0, 5), ...accountsWith('test').slice(0, 4)]
    const responses = await Promise.all(accounts.map(({ id }) => admin().get(path(id))))
    for (const [index, { body }] of responses.entries()) {
      const machines = await app.context.clients.arm.listResources(accounts[index]!.subscriptionId, {
        type: 'Microsoft.Compute/virtualMachines',
      })
      const coveredNames = body.schedules.flatMap((schedule: { machines: { name: string }[] }) => listNames(schedule.machines))
      expect([...coveredNames, ...listNames(body.uncoveredMachines)].sort()).toEqual(machines.map(({ name }) => name).sort())
    }
    const schedules = responses.flatMap(({ body }) => body.schedules)
    expect(new Set(schedules.map(({ dynamic }: { dynamic: boolean }) => dynamic))).toEqual(new Set([true, false]))
    expect(responses.flatMap(({ body }) => body.uncoveredMachines).length).toBeGreaterThan(0)
  })

  it('returns an unknown setting in Azure’s spelling', async () => {
    const { arm } = app.context.clients
    const accounts = accountsWith('production').slice(9, 15)
    const configurations = await Promise.all(accounts.map(({ subscriptionId }) => arm.listMaintenanceConfigurations(subscriptionId)))
    const index = configurations.findIndex(({ length }) => length === 1)
    const account = accounts[index]!
    const sample = configurations[index]![0]!.id
    const malformedWindow = {
      startDateTime: '2026-01-01 02:00',
      duration: '02:00',
      timeZone: 'Mars Standard Time',
      recurEvery: 'Fortnight',
    }
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
        properties: { maintenanceScope: 'InGuestPatch', maintenanceWindow: malformedWindow },
      },
    })
    expect((await admin().get(path(account.id))).body.schedules).toMatchObject([
      { recurrence: null, recurEvery: 'Fortnight', timeZone: 'Mars Standard Time', nextWindows: [], reboot: 'unknown', minutes: 120 },
    ])
  })

  roleSuite(
    'listUpdateSchedules',
    () => app,
    () => ({ path: path(accountsWith('production')[0]!.id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('returns 502 when Azure fails, and reads again on the next call', async () => {
    const { id } = accountsWith('production')[8]!
    const failureResponse = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'configurationAssignments', action: failureResponse })
    expect((await admin().get(path(id))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(id))).status).toBe(200)
  })
})
