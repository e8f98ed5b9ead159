import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../../../auth/keys.ts'
import { type AlertApp, alertPath, cloudEvent, groupsOf, send, startAlertApp } from './alerts.fixture.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const ask = (to: { accountId: string; key: string }, headers: Record<string, string>, query = '') =>
  app.app.inject({ method: 'OPTIONS', url: alertPath(to.accountId, to.key, query), headers: { host: '127.0.0.1:8080', ...headers } })
const eventGrid = { 'webhook-request-origin': 'eventgrid.azure.net' }

describe('allowAlertSender', () => {
  it('answers the request that Event Grid sends before its first event, which is then accepted', async () => {
    const to = await app.place()
    const answer = await ask(to, { ...eventGrid, 'webhook-request-rate': '1000' }, '?humanReadable=true')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'webhook-allowed-origin': 'eventgrid.azure.net',
      'webhook-allowed-rate': '30000',
      allow: 'OPTIONS, POST',
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(await groupsOf(app, to.accountId)).toEqual([])
    expect((await send(app, { ...to, type: 'application/cloudevents+json; charset=utf-8' }, cloudEvent())).status).toBe(202)
  })

  it('denies a caller without a key of the account as for alerts, and pages of other sites', async () => {
    const to = await app.place()
    for (const key of [mintKey('slwa', app.config.keySecret).key, 'nonsense', (await app.place()).key]) {
      const [asked, sent] = [await ask({ ...to, key }, eventGrid), await send(app, { ...to, key }, { title: 'x' })]
      expect([asked.statusCode, asked.json().message]).toEqual([401, sent.body.message])
      expect(asked.headers['webhook-allowed-origin']).toBeUndefined()
    }
    expect((await ask(to, { ...eventGrid, origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  it.each([{}, { 'webhook-request-origin': 'a b' }, { 'webhook-request-origin': '' }])('returns 400 for %j', async (headers) => {
    expect((await ask(await app.place(), headers as Record<string, string>)).statusCode).toBe(400)
  })
})

it('responds to every example of the guide as documented', async () => {
  const to = await app.place()
  const guide = readFileSync(new URL('../../../../docs/alerts.md', import.meta.url), 'utf8')
  const examples = [...guide.matchAll(/^ {4}curl -X (\w+) "\$SLIPWAY_ALERT_URL(\S*)"((?:.|\n {4})*)/gm)].map(([, method, query, rest]) => ({
    method: method as 'POST' | 'OPTIONS',
    url: alertPath(to.accountId, to.key, query),
    headers: {
      host: '127.0.0.1:8080',
      ...Object.fromEntries([...rest!.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name, value]) => [name, value])),
    },
    ...(/-d '([^']*)'/.exec(rest!)?.[1] === undefined ? {} : { payload: /-d '([^']*)'/.exec(rest!)![1]! }),
  }))
  const statuses: number[] = []
  for (const example of examples) statuses.push((await app.app.inject(example)).statusCode)
  expect(statuses).toEqual([202, 202, 202, 200, 200, 202, 202])
  await app.resolve()
  expect((await groupsOf(app, to.accountId)).map(({ title, count, state }) => [title, count, state]).toSorted()).toEqual([
    ['Backup of till-7 failed', 1, 'firing'],
    ['Till 7 is offline', 1, 'firing'],
    ['uk.example.freezer.warm.fired: freezer-3', 2, 'cleared'],
    ['uk.example.freezer.warm.fired: freezer-4', 1, 'firing'],
  ])
})
