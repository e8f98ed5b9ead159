import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemActionsOf } from '../../../test/systemActionsOf.ts'
import { until } from '../../../test/until.ts'
import { mailService } from '../../clients/mail/mailErrors.ts'
import { notify } from '../notify.ts'
import { invalidAddress } from './attempt.ts'
import { deliverDue } from './deliverDue.ts'
import { type DeliveryApp, day, hour, minute, startDeliveryApp } from './delivery.fixture.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const titles = (to?: string) =>
  app
    .mails()
    .filter(({ envelopeTo }) => !to || envelopeTo.includes(app.persona(to).email!))
    .map(({ subject }) => subject)
const statuses = async (subjectId: string) => (await app.deliveries(subjectId)).map(({ status }) => status)

describe('a notification', () => {
  it('is sent by email to each person, and once to each matching channel, with its stored ID', async () => {
    const hook = await app.channel('webhook')
    await app.channel('slack', { topics: ['incidents'] })
    const notification = await app.notify(['Priya', 'Ravi'])
    await app.deliver()
    const rows = await app.deliveries(notification.subjectId)
    expect(rows.map(({ status, attempts, answer }) => [status, attempts, answer])).toEqual([
      ['sent', 1, expect.stringMatching(/queued as \d+/)],
      ['sent', 1, expect.stringMatching(/queued as \d+/)],
      ['sent', 1, 'Taken (204).'],
    ])
    const mails = app.mails().filter(({ subject }) => subject === notification.title)
    const sentMails = mails.map(({ to, messageId }) => [to, messageId])
    const expectedMails = ['Priya', 'Ravi'].map((givenName, n) => [[app.persona(givenName).email], `<${rows[n]!.id}@127.0.0.1>`])
    expect(sentMails).toHaveLength(2)
    expect(sentMails).toEqual(expect.arrayContaining(expectedMails))
    expect(mails[0]!.text).toContain(`http://127.0.0.1:8080/app/accounts/${notification.subjectId}`)
    expect(mails[0]!.headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'list-unsubscribe': expect.stringContaining('/app/') })
    expect(app.posts(hook.url)[0]!.headers['webhook-id']).toBe(rows[2]!.id)
  })

  it('is sent only after its transaction commits', async () => {
    const subjectId = randomUUID()
    const undonePromise = app.db.transaction().execute(async (tx) => {
      await notify(tx, [app.persona('Priya').id], {
        kind: 'accountReady',
        subjectKind: 'account',
        subjectId,
        title: 'Undone',
        body: '',
        key: 'undone',
      })
      throw new Error('undone')
    })
    await expect(undonePromise).rejects.toThrow('undone')
    await app.deliver()
    expect([await app.deliveries(subjectId), titles().includes('Undone')]).toEqual([[], false])
  })

  it('is sent to each of thousands of people', async () => {
    const { rows } = await sql<{ id: string }>`insert into people (id, issuer, tenant_id, display_name)
      select gen_random_uuid(), 'https://elsewhere', gen_random_uuid(), 'One of many ' || n from generate_series(1, 7500) n returning id`.execute(
      app.db,
    )
    const announcedIds = new Set<string>()
    const unsubscribe = app.context.changes.subscribe(({ people = [] }) => {
      for (const id of people) announcedIds.add(id)
    })
    const subjectId = randomUUID()
    await notify(
      app.db,
      rows.map(({ id }) => id),
      { kind: 'accountReady', subjectKind: 'account', subjectId, title: 'To all', body: '', key: 'toAll' },
    )
    expect((await app.db.selectFrom('notifications').select('id').where('subject_id', '=', subjectId).execute()).length).toBe(rows.length)
    expect((await app.deliveries(subjectId)).filter(({ person_id }) => person_id).length).toBe(rows.length)
    await until(() => rows.every(({ id }) => announcedIds.has(id)))
    unsubscribe()
    await app.db.deleteFrom('deliveries').where('subject_id', '=', subjectId).execute()
  })

  it('is sent once per key, even if repeated', async () => {
    const notification = await app.notify(['Priya'])
    await app.notify(['Priya'], notification)
    await app.deliver()
    expect(await statuses(notification.subjectId)).toEqual(['sent', 'sent'])
  })

  it('is sent to a channel only for its tower, family or account', async () => {
    const accounts = await app.db.selectFrom('accounts').select(['id', 'tower_id']).where('status', '=', 'active').orderBy('name').execute()
    const account = accounts[0]!
    const otherAccount = accounts.find(({ tower_id }) => tower_id !== account.tower_id)!
    const accountChannel = await app.channel('webhook', { accountId: account.id })
    const tower = await app.channel('teams', { towerId: account.tower_id })
    await app.notify(['Priya'], { subjectId: account.id, title: 'About mine' })
    await app.notify(['Priya'], { subjectId: otherAccount.id, title: 'About another', key: randomUUID() })
    await app.notify(['Priya'], { kind: 'feedbackAnswered', subjectKind: 'feedback', title: 'About none' })
    await app.deliver()
    expect(app.posts(accountChannel.url).map(({ body }) => JSON.parse(body).data.title)).toEqual(['About mine'])
    expect(app.posts(tower.url).map(({ body }) => /About \w+/.exec(body)?.[0])).toEqual(['About mine'])
  })
})

describe('an unwanted notification', () => {
  it('is not sent to a person disabled in the directory, even after it was queued', async () => {
    const [priya, oliver] = [app.persona('Priya').id, app.persona('Oliver').id]
    const notification = await app.notify(['Priya', 'Oliver', 'Ravi'])
    await app.db.updateTable('people').set({ active: false }).where('id', '=', priya).execute()
    await app.deliver()
    await app.db.updateTable('people').set({ active: true }).where('id', '=', priya).execute()
    const rows = await app.deliveries(notification.subjectId)
    expect(rows.filter(({ person_id }) => person_id === oliver)).toEqual([])
    expect(rows.map(({ person_id, status, answer }) => [person_id, status, answer])).toMatchObject([
      [priya, 'suppressed', expect.anything()],
      [app.persona('Ravi').id, 'sent', expect.anything()],
      [null, 'sent', 'Taken (204).'],
    ])
    expect(
      app.mails().filter(({ subject, envelopeTo }) => subject === notification.title && envelopeTo.includes(app.persona('Priya').email!)),
    ).toEqual([])
  })

  it('is not sent if the person turned it off, or to an invalid email address', async () => {
    await app.as(app.persona('Tomasz').id).patch('/me/notification-settings', { groups: { requests: 'off' } })
    await app.db
      .updateTable('people')
      .set({ email: 'tess@x.example, boss@northgate.example' })
      .where('id', '=', app.persona('Daniel').id)
      .execute()
    const notification = await app.notify(['Tomasz', 'Daniel'])
    await app.deliver()
    const rows = (await app.deliveries(notification.subjectId)).filter(({ person_id }) => person_id)
    expect(rows.map(({ person_id, status, answer }) => [person_id, status, answer])).toEqual([
      [app.persona('Daniel').id, 'suppressed', invalidAddress],
    ])
  })
})

describe('a failed delivery', () => {
  const fault = (
    service: 'mail' | 'chat',
    action:
      | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
      | { kind: 'reset'; when: 'before' | 'after' },
    overrides: object = {},
  ) => app.simulator.faults.add({ service, action, ...overrides })

  it('is retried in order while the rest of its channel waits', async () => {
    const subjectId = randomUUID()
    await app.channel('webhook', { topics: ['accountReady'], name: 'The one that rests' })
    const { id } = await app.db
      .selectFrom('notification_channels')
      .select('id')
      .where('name', '=', 'The one that rests')
      .executeTakeFirstOrThrow()
    fault('mail', { kind: 'status', status: 451 }, { method: 'DATA', count: 1 })
    for (const n of [1, 2, 3]) await app.notify(['Ravi'], { subjectId, title: `Step ${n}` })
    await app.deliver()
    const listMailDeliveries = async () =>
      (await app.deliveries(subjectId)).filter(({ person_id }) => person_id).map(({ status, attempts }) => [status, attempts])
    expect(await listMailDeliveries()).toEqual([
      ['failed', 1],
      ['waiting', 0],
      ['waiting', 0],
    ])
    expect((await app.deliveries(subjectId)).filter(({ channel_id }) => channel_id === id).map(({ status }) => status)).toEqual([
      'sent',
      'sent',
      'sent',
    ])
    app.pass(6_000)
    await app.deliver()
    expect(await listMailDeliveries()).toEqual([
      ['sent', 2],
      ['sent', 1],
      ['sent', 1],
    ])
    expect(titles('Ravi').slice(-3)).toEqual(['Step 1', 'Step 2', 'Step 3'])
  })

  it('is repeated with the same ID when the response is lost', async () => {
    fault('mail', { kind: 'reset', when: 'after' }, { method: 'DATA', count: 1 })
    const notification = await app.notify(['Ravi'])
    await app.deliver()
    app.pass(6_000)
    await app.deliver()
    const ids = app
      .mails()
      .filter(({ subject }) => subject === notification.title)
      .map(({ messageId }) => messageId)
    expect([ids.length, new Set(ids).size, (await statuses(notification.subjectId))[0]]).toEqual([2, 1, 'sent'])
  })

  it('waits while a server is unavailable for hours, with one message as a test', async () => {
    fault('chat', { kind: 'status', status: 503, headers: { 'retry-after': '3600' } })
    const hook = await app.channel('webhook', { topics: ['groupReady'] })
    for (let n = 0; n < 12; n++) await app.notify(['Ravi'], { kind: 'groupReady' })
    await app.deliver()
    app.pass(30 * minute)
    await app.deliver()
    const rows = () => app.db.selectFrom('deliveries').select(['status', 'attempts']).where('channel_id', '=', hook.id).execute()
    const attemptedDeliveries = (await rows()).filter(({ attempts }) => attempts > 0)
    expect(attemptedDeliveries.length).toBeLessThanOrEqual(4)
    app.simulator.faults.clear()
    app.pass(31 * minute)
    await app.deliver()
    app.pass(hour)
    await app.deliver()
    expect((await rows()).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'sent'))
    expect(app.posts(hook.url).length).toBe(12)
  })

  it('fails immediately for an unknown email address, and doesn’t delay others', async () => {
    fault('mail', { kind: 'status', status: 550 }, { method: 'RCPT', path: 'priya' })
    const notification = await app.notify(['Priya', 'Ravi'])
    await app.deliver()
    const rows = (await app.deliveries(notification.subjectId)).filter(({ person_id }) => person_id)
    expect(rows.map(({ status, answer }) => [status, answer])).toEqual([
      ['givenUp', expect.any(String)],
      ['sent', expect.anything()],
    ])
  })

  it.each([
    [421, 'RCPT', '4.3.2 Try again later'],
    [503, 'RCPT', 'Bad sequence of commands'],
    [530, 'RCPT', '5.7.0 Authentication required'],
    [535, 'DATA', '5.7.8 Authentication credentials invalid'],
    [550, 'RCPT', '5.1.8 Sender address rejected'],
  ])(
    'is retried after the mail server rejected the session or service, and shown in the connectors: %i after %s',
    async (status, method, body) => {
      fault('mail', { kind: 'status', status, body }, { method })
      const notification = await app.notify(['Priya', 'Ravi'])
      const mails = async () => (await app.deliveries(notification.subjectId)).filter(({ person_id }) => person_id)
      await app.deliver()
      expect((await mails()).every(({ status: each }) => ['failed', 'waiting'].includes(each))).toBe(true)
      expect(app.context.clients.watch.snapshot(Date.now()).get(mailService)?.lastError).toMatchObject({ code: 'refused' })
      app.simulator.faults.clear()
      app.pass(hour)
      await app.deliver()
      expect((await mails()).map(({ status: each }) => each)).toEqual(['sent', 'sent'])
    },
  )

  it('is retried and shown in the connectors if a policy rejects the recipient, and doesn’t delay others', async () => {
    fault('mail', { kind: 'status', status: 554, body: '5.7.1 Delivery not authorized' }, { method: 'RCPT', path: 'priya' })
    const [failedDelivery, other] = [await app.notify(['Priya']), await app.notify(['Ravi'])]
    const mails = async () =>
      (await Promise.all([failedDelivery, other].map(({ subjectId }) => app.deliveries(subjectId))))
        .flat()
        .filter(({ person_id }) => person_id)
        .map(({ status, attempts }) => [status, attempts])
    await app.deliver()
    expect(await mails()).toEqual([
      ['failed', 1],
      ['sent', 1],
    ])
    expect(app.context.clients.watch.snapshot(Date.now()).get(mailService)?.lastError).toMatchObject({ code: 'recipient', status: 554 })
    app.simulator.faults.clear()
    app.pass(minute)
    await app.deliver()
    expect(await mails()).toEqual([
      ['sent', 2],
      ['sent', 1],
    ])
  })

  it('disables a channel that rejects all messages for days, and notifies administrators', async () => {
    const hook = await app.channel('webhook', { topics: ['restored'] })
    fault('chat', { kind: 'status', status: 500 }, { path: hook.url.slice(hook.url.lastIndexOf('/')) })
    const notification = await app.notify(['Ravi'], { kind: 'restored' })
    for (let n = 0; n < 9; n++) {
      await app.deliver()
      app.pass(day)
    }
    const [row] = (await app.deliveries(notification.subjectId)).filter(({ channel_id }) => channel_id === hook.id)
    expect(row!.status).toBe('givenUp')
    const notifications = await app.db
      .selectFrom('notifications')
      .select('person_id')
      .where('kind', '=', 'channelDisabled')
      .where('subject_id', '=', hook.id)
      .execute()
    expect(notifications.map(({ person_id }) => person_id)).toContain(app.persona('Niamh').id)
    expect(
      await app.db.selectFrom('notification_channels').select(['enabled', 'disabled_reason']).where('id', '=', hook.id).execute(),
    ).toEqual([{ enabled: false, disabled_reason: expect.stringMatching(/ 5 .*: /) }])
    expect(await systemActionsOf(app, hook.id)).toEqual([['channelSwitchedOff', 'clock']])
  })

  it('doesn’t delay other channels if one never responds', async () => {
    const hangingChannel = await app.channel('webhook', { topics: ['groupReady'] })
    const workingChannel = await app.channel('webhook', { topics: ['restored'] })
    const [reachedPromise, responseSent] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
    const { clients } = app.delivering
    const post: typeof clients.webhooks.post = (request) => {
      if (request.name !== hangingChannel.name) return clients.webhooks.post(request)
      reachedPromise.resolve()
      return responseSent.promise
    }
    await app.notify(['Ravi'], { kind: 'groupReady' })
    const deliveryRun = deliverDue({ ...app.delivering, clients: { ...clients, webhooks: { ...clients.webhooks, post } } })
    await reachedPromise.promise
    await app.notify(['Ravi'], { kind: 'restored' })
    await until(() => app.posts(workingChannel.url).length > 0)
    responseSent.resolve(204)
    await deliveryRun
  })

  it('is sent once when two processes deliver', async () => {
    const notification = await app.notify(['Ravi'])
    await Promise.all([app.deliver(), deliverDue(app.delivering)])
    await app.deliver()
    expect(titles('Ravi').filter((title) => title === notification.title)).toEqual([notification.title])
  })
})
