import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathOfSubject } from '../../../web/subjects.ts'
import { describeServiceError, responseProblems } from '../../clients/serviceResponse.ts'
import { subjects } from '../../subjects.ts'
import { kinds } from '../kinds.ts'
import { type DeliveryApp, day, startDeliveryApp } from './delivery.fixture.ts'
import { decrypt, encrypt } from './encryption.ts'
import { hasPage, linkTo } from './links.ts'
import { messageOf } from './message.ts'

vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())

const hostile = {
  html: '<img src=x onerror=alert(1)><script>alert(2)</script>"\'>',
  headers: 'Free money\r\nBcc: everyone@northgate.example\r\nContent-Type: text/html\r\n\r\n<b>body</b>',
  otherLines: 'A\u2028B\u2029C\u0085D\u001b[31mE',
  turned: 'invoice\u202Efdp.exe\u2066\u200B\u200F',
  slack: '<!channel> <@U123> <https://evil.example|Approve> *bold* @here',
  markdown: '[Approve now](https://evil.example) **bold** # heading ![x](https://evil.example/x.png)',
  formula: '=HYPERLINK("https://evil.example")',
}

describe('notification contents as plain text (CVE-2024-55224, CVE-2023-6484, JumpServer lina 2264)', () => {
  it.each(Object.entries(hostile))('has no markup in an email: %s', async (_name, payload) => {
    const notification = await app.notify(['Ravi'], { title: payload, body: `“${payload}”` })
    await app.deliver()
    const mail = app.mails().at(-1)!
    expect(mail.envelopeTo).toEqual([app.persona('Ravi').email])
    expect(mail.to).toEqual([app.persona('Ravi').email])
    expect(Object.keys(mail.headers)).not.toContain('bcc')
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u200f]/u)
    expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/)
    expect(mail.text).not.toMatch(/[^\P{Cc}\n\r\t]|[\u202e\u2066]/u)
    const tags = [...mail.html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name!.toLowerCase())
    expect(new Set(tags)).toEqual(new Set(['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'h1', 'a']))
    const links = [...mail.html.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual([`http://127.0.0.1:8080/app/accounts/${notification.subjectId}`, 'http://127.0.0.1:8080/app/me/notifications'])
    expect(mail.html).not.toMatch(/\son\w+=(?![^<]*&)/)
  })

  it.each(Object.entries(hostile))('has no markup in a chat message: %s', async (_name, payload) => {
    const channels = await Promise.all((['slack', 'teams'] as const).map((type) => app.channel(type, { topics: ['decisionNeeded'] })))
    const notification = await app.notify(['Tomasz'], { kind: 'decisionNeeded', subjectKind: 'approval', title: payload, body: payload })
    await app.deliver()
    const [slack, teams] = channels.map(({ url }) => JSON.parse(app.posts(url)[0]!.body))
    const link = `http://127.0.0.1:8080/app/approvals?id=${notification.subjectId}`
    expect(slack.text).not.toMatch(/<|>|@(?!\u2060)|\*(?!\u2060)/)
    expect(kindsOf(slack)).toEqual(new Set(['header', 'plain_text', 'section', 'context', 'actions', 'button']))
    expect(kindsOf(teams)).toEqual(new Set(['message', 'AdaptiveCard', 'RichTextBlock', 'TextRun', 'Action.OpenUrl']))
    // The link leads to the page where the decision is made. The message itself can't make a decision.
    expect(urlsOf(slack)).toEqual([link])
    expect(urlsOf(teams)).toEqual([link])
  })

  it('is shortened if it is too long for the receiver', async () => {
    const slack = await app.channel('slack', { topics: ['groupReady'] })
    const teams = await app.channel('teams', { topics: ['groupReady'] })
    const notification = await app.notify(['Tomasz'], { kind: 'groupReady', title: '🛒'.repeat(400), body: 'x'.repeat(20_000) })
    await app.deliver()
    expect((await app.deliveries(notification.subjectId)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    expect([app.posts(slack.url).length, app.posts(teams.url).length]).toEqual([1, 1])
  })
})

function* walk(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    yield [name, each]
    yield* walk(each)
  }
}
const kindsOf = (card: object) => new Set([...walk(card)].filter(([name]) => name === 'type').map(([, value]) => value))
const urlsOf = (card: object) =>
  [...walk(card)].filter(([name, value]) => name === 'url' && typeof value === 'string').map(([, value]) => value)

describe('a webhook', () => {
  it('is accepted by the official verifier of Standard Webhooks, and contains a CloudEvent', async () => {
    const hook = await app.channel('webhook', { topics: ['undone'] })
    const notification = await app.notify(['Tomasz'], { kind: 'undone', title: 'It is “undone”', body: 'Zürich – ok' })
    await app.deliver()
    const [post] = app.posts(hook.url)
    expect(new Webhook(hook.secret).verify(post!.body, post!.headers)).toEqual({
      specversion: '1.0',
      id: (await app.deliveries(notification.subjectId)).at(-1)!.id,
      source: 'http://127.0.0.1:8080',
      type: 'slipway.undone',
      subject: `account/${notification.subjectId}`,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      datacontenttype: 'application/json',
      data: {
        kind: 'undone',
        label: kinds.undone.label,
        group: 'accounts',
        title: 'It is “undone”',
        body: 'Zürich – ok',
        subject: { kind: 'account', id: notification.subjectId, url: `http://127.0.0.1:8080/app/accounts/${notification.subjectId}` },
      },
    })
    expect(post!.headers['content-type']).toMatch(/^application\/cloudevents\+json/)
    expect(() => new Webhook(hook.secret).verify(post!.body.replace('undone', 'redone'), post!.headers)).toThrow()
    expect(() => new Webhook(`whsec_${btoa('another secret of some length')}`).verify(post!.body, post!.headers)).toThrow()
  })

  it('is signed with both secrets for a day after a rotation, and then only with the new one', async () => {
    const hook = await app.channel('webhook', { topics: ['restored'] })
    const niamh = app.as(app.persona('Niamh').id)
    const rotateResponse = await niamh.post(`/admin/notification-channels/${hook.id}/rotate`)
    expect(rotateResponse.body.secret).toMatch(/^whsec_/)
    await app.notify(['Tomasz'], { kind: 'restored' })
    await app.deliver()
    const [firstPost] = app.posts(hook.url)
    for (const secret of [hook.secret, rotateResponse.body.secret]) new Webhook(secret).verify(firstPost!.body, firstPost!.headers)
    app.pass(day)
    await app.notify(['Tomasz'], { kind: 'restored' })
    await app.deliver()
    const secondPost = app.posts(hook.url)[1]!
    expect(secondPost.headers['webhook-signature']!.split(' ')).toHaveLength(1)
    const position = Number(secondPost.headers['webhook-timestamp'])
    expect(Math.abs(position - Date.now() / 1_000 - 86_400)).toBeLessThan(60)
    app.pass(-day)
  })

  it('reports any rejected delivery without the webhook’s URL', async () => {
    const slack = await app.channel('slack', { topics: ['undone'] })
    const action = { kind: 'status', status: 404, body: JSON.stringify({ message: `Route ${slack.url} not found` }) } as const
    app.simulator.faults.add({ service: 'chat', path: '/services/', action })
    const notification = await app.notify(['Tomasz'], { kind: 'undone' })
    await app.deliver()
    app.simulator.faults.clear()
    const row = (await app.deliveries(notification.subjectId)).find(({ channel_id }) => channel_id === slack.id)!
    expect([row.status, row.answer]).toEqual([
      'failed',
      expect.stringContaining(describeServiceError('', 404, undefined, undefined).slice(0, -1)),
    ])
    const stored = [
      await app.db.selectFrom('deliveries').selectAll().execute(),
      await app.db.selectFrom('notification_channels').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain('secretOfTheChannel')
  })

  it('doesn’t follow a redirect', async () => {
    const hook = await app.channel('webhook', { topics: ['undone'], name: 'Redirected' })
    const action = { kind: 'status', status: 307, headers: { location: `${app.simulator.origins.chat}/receivers/elsewhere` } } as const
    app.simulator.faults.add({ service: 'chat', path: hook.url.slice(hook.url.lastIndexOf('/')), action })
    const notification = await app.notify(['Tomasz'], { kind: 'undone' })
    await app.deliver()
    app.simulator.faults.clear()
    const row = (await app.deliveries(notification.subjectId)).find(({ channel_id }) => channel_id === hook.id)!
    expect([row.status, row.answer]).toEqual(['failed', expect.stringContaining(responseProblems.redirect(''))])
    expect(app.posts(`${app.simulator.origins.chat}/receivers/elsewhere`)).toEqual([])
  })
})

describe('a link in a notification', () => {
  it.each(subjects.map(({ kind }) => kind))('points to the portal for %s', (kind) => {
    const inPortal = pathOfSubject(kind, 'some-id')
    expect(linkTo('https://slipway.example', kind, 'some-id')).toBe(`https://slipway.example${inPortal}`)
    expect(hasPage(kind)).toBe(inPortal !== '/app/')
  })

  it('doesn’t point to another site, whatever the subject’s name', () => {
    for (const kind of ['__proto__', 'constructor', 'https://evil.example', '//evil.example'])
      expect(linkTo('https://slipway.example', kind, '../..//evil.example')).toBe('https://slipway.example/app/')
    expect(linkTo('https://slipway.example', 'account', '../../x?y#z')).toBe('https://slipway.example/app/accounts/..%2F..%2Fx%3Fy%23z')
  })
})

it('decrypts an encrypted value only with the same key, and only if it is unchanged', () => {
  const sealedUrl = encrypt('https://hooks.example/secret', 'k'.repeat(32))
  expect(sealedUrl.includes('hooks')).toBe(false)
  expect(decrypt(sealedUrl, 'k'.repeat(32))).toBe('https://hooks.example/secret')
  expect(decrypt(sealedUrl, 'l'.repeat(32))).toBeUndefined()
  sealedUrl[sealedUrl.length - 1]! ^= 1
  expect(decrypt(sealedUrl, 'k'.repeat(32))).toBeUndefined()
})

it('shows the stored name of a kind that no longer exists', () => {
  const row = { id: '1', kind: 'bygone', subject_kind: 'thing', subject_id: 'x', title: 't', body: '', created_at: new Date() }
  expect(messageOf('https://slipway.example', row)).toMatchObject({ label: 'bygone', link: 'https://slipway.example/app/' })
})
