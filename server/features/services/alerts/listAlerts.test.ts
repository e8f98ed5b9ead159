import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type AlertApp, accountOf, newKey, send, startAlertApp } from './alerts.fixture.ts'

let app: AlertApp
let accountId: string
beforeAll(async () => {
  app = await startAlertApp()
  accountId = accountOf(app, 0).id
  const to = { accountId, key: (await newKey(app, accountId)).key, query: '?humanReadable=true' }
  const otherId = accountOf(app, 1).id
  await send(app, to, { title: 'Disk of till 7 is full', severity: 'critical', link: 'https://grafana.example/d/1', resource: 'till-7' })
  app.pass(1_000)
  await send(app, to, { title: 'Certificate ends soon', severity: 'info' })
  app.pass(1_000)
  await send(app, to, { title: 'Queue is stuck', severity: 'warning' })
  await send(app, { accountId: otherId, key: (await newKey(app, otherId)).key }, { title: 'Somewhere else' })
  await app.resolve()
  app.pass(1_000)
  await send(app, to, { title: 'Certificate ends soon', status: 'resolved' })
  await app.group()
})
afterAll(() => app.close())

const owner = () => app.as(app.persona('Daniel').id)
const path = (query = '') => `/accounts/${accountId}/alerts${query}`
const titles = async (query: string) => (await owner().get(path(query))).body.items.map(({ title }: { title: string }) => title)

describe('listAlerts', () => {
  it('shows the account’s alerts, newest first, with their incidents', async () => {
    const { status, body } = await owner().get(path())
    expect([status, body.total]).toEqual([200, 3])
    expect(body.items).toMatchObject([
      { title: 'Certificate ends soon', severity: 'info', priority: 5, state: 'cleared', count: 1, incident: { status: 'open' } },
      { title: 'Queue is stuck', severity: 'medium', state: 'firing', problem: null },
      {
        ...{
          title: 'Disk of till 7 is full',
          description: expect.stringContaining('till-7'),
          source: 'plain',
          severity: 'critical',
        },
        ...{ resource: 'till-7', link: 'https://grafana.example/d/1' },
        incident: {
          number: expect.stringMatching(/^INC\d+$/),
          link: expect.stringMatching(/^https:.*\/incident\.do\?sys_id=[0-9a-f]{32}$/),
        },
      },
    ])
  })

  it('filters, searches, sorts and pages', async () => {
    expect(await titles('?filter=state==firing;severity=in=(critical,high)')).toEqual(['Disk of till 7 is full'])
    expect(await titles('?filter=state==cleared')).toEqual(['Certificate ends soon'])
    expect(await titles('?search=till-7')).toEqual(['Disk of till 7 is full'])
    expect(await titles('?search=certifcate')).toEqual(['Certificate ends soon'])
    expect(await titles('?sort=lastSeen&size=1&page=2')).toEqual(['Queue is stuck'])
  })

  roleSuite(
    'listAlerts',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown account, and rejects an invalid filter or sort field', async () => {
    expect((await owner().get('/accounts/00000000-0000-4000-8000-000000000000/alerts')).status).toBe(404)
    expect((await owner().get(path('?filter=nonsense==1'))).body.code).toBe('invalidFilter')
    expect((await owner().get(path('?sort=title'))).status).toBe(400)
  })
})
