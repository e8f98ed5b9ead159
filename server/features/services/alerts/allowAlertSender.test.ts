import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../../../auth/keys.ts'
import { type AlertApp, alertPath, cloudEvent, groupsOf, send, startAlertApp } from './alerts.fixture.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const sendRequest = (to: { accountId: string; key: string }, headers: Record<string, string>, query = '') =>
  app.app.inject({ method: 'OPTIONS', url: alertPath(to.accountId, to.key, query), headers: { host: '127.0.0.1:8080', ...headers } })
const eventGrid = { 'webhook-request-origin': 'eventgrid.azure.net' }

describe('allowAlertSender', () => {
  it('responds to the validation request of Event Grid, whose events are then accepted', async () => {
    const to = await app.place()
    const response = await sendRequest(to, { ...eventGrid, 'webhook-request-rate': '1000' }, '?humanReadable=true')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'webhook-allowed-origin': 'eventgrid.azure.net',
      'webhook-allowed-rate': '30000',
      allow: 'OPTIONS, POST',
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(await groupsOf(app, to.accountId)).toEqual([])
    expect((await send(app, { ...to, type: 'application/cloudevents+json; charset=utf-8' }, cloudEvent())).status).toBe(202)
  })

  it('denies a caller without an alert key of the account, and pages of other sites', async () => {
    const to = await app.place()
    for (const key of [mintKey('slwa', app.config.keySecret).key, 'nonsense', (await app.place()).key]) {
      const [validationResponse, sendResponse] = [
        await sendRequest({ ...to, key }, eventGrid),
        await send(app, { ...to, key }, { title: 'x' }),
      ]
      expect([validationResponse.statusCode, validationResponse.json().message]).toEqual([401, sendResponse.body.message])
      expect(validationResponse.headers['webhook-allowed-origin']).toBeUndefined()
    }
    expect((await sendRequest(to, { ...eventGrid, origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  it.each([{}, { 'webhook-request-origin': 'a b' }, { 'webhook-request-origin': '' }])('returns 400 for %j', async (headers) => {
    expect((await sendRequest(await app.place(), headers as Record<string, string>)).statusCode).toBe(400)
  })
})

it('responds to every example of the guide as documented', async () => {
  const to = await app.place()
  const guide = readFileSync(new URL('../../../../docs/alerts.md', import.meta.url), 'utf8')
  const examples = [...guide.matchAll(/^ {4}curl -X (\w+) "\$SLIPWAY_ALERT_URL(\S*)"((?:.|\n {4})*)/gm)].map(
    ([, method, query, remaining]) => ({
      method: method as 'POST' | 'OPTIONS',
      url: alertPath(to.accountId, to.key, query),
      headers: {
        host: '127.0.0.1:8080',
        ...Object.fromEntries([...remaining!.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name, value]) => [name, value])),
      },
      ...(/-d '([^']*)'/.exec(remaining!)?.[1] === undefined ? {} : { payload: /-d '([^']*)'/.exec(remaining!)![1]! }),
    }),
  )
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
