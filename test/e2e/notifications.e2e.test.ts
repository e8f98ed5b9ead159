import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { internalAddressProblem } from '../../server/clients/webhooks/webhooks.ts'
import { logger } from '../../server/http/logger.ts'
import { describeDelivery } from '../../server/notifications/delivery/send.ts'
import { watchOutbox } from '../../server/notifications/delivery/watchOutbox.ts'
import { listPosts } from '../../simulator/chat/service.ts'
import { approveLabel } from '../../simulator/identity/signInPage.ts'
import { listMails } from '../../simulator/mail/mailbox.ts'
import { channelLabels, stateLabels, typeLabels } from '../../web/features/platform/notification-channels/labels.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
let outbox: ReturnType<typeof watchOutbox>
beforeAll(async () => {
  product = await startProduct()
  outbox = watchOutbox({ ...product.context, databaseUrl: product.databaseUrl, log: logger('silent') })
})
afterAll(async () => {
  await outbox?.stop()
  await product?.close()
})

const path = '/app/admin/notifications'

it('adds a Slack channel and a webhook, notifies both, and the approver by email, and shows the log', async () => {
  const channels = product.db.selectFrom('notification_channels').select('id').where('type', '<>', 'mail')
  await product.db.deleteFrom('deliveries').where('channel_id', 'in', channels).execute()
  await product.db.deleteFrom('notification_channels').where('type', '<>', 'mail').execute()
  const [name, sentCount] = [nameOfAttempt('till-insight-dev'), listPosts(product.simulator).length]
  const { page, browserErrors } = await product.visitAs('Niamh', path, { strong: false })
  const dialog = page.locator('[role=dialog]:not([data-type])')
  const chat = product.simulator.origins.chat
  await page.getByText(channelLabels.none).waitFor()

  await page.getByRole('button', { name: channelLabels.add }).click()
  await dialog.getByRole('button', { name: channelLabels.add }).click()
  await dialog.getByText(channelLabels.addressInvalid).waitFor()
  await dialog.getByLabel(channelLabels.name, { exact: true }).fill('#checkout-approvals')
  await dialog.getByLabel(channelLabels.url).fill('https://169.254.169.254/latest')
  await dialog.getByRole('button', { name: channelLabels.add }).click()
  await dialog.getByText(internalAddressProblem).first().waitFor()
  await dialog.getByLabel(channelLabels.url).fill(`${chat}/services/T1/B1/secretOfTheChannel`)
  await dialog.getByRole('button', { name: channelLabels.add }).click()

  // She signed in without a second factor, and the URL must not be stored during the step-up sign-in.
  await dialog.getByRole('button', { name: formProblemLabels.confirm }).click()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('secretOfTheChannel')
  await page.getByRole('button', { name: 'Niamh Brennan' }).first().click()
  await page.getByRole('button', { name: approveLabel }).click()
  await dialog.getByText(channelLabels.confirmed).waitFor()
  expect(await dialog.getByLabel(channelLabels.name, { exact: true }).inputValue()).toBe('#checkout-approvals')
  await dialog.getByLabel(channelLabels.url).fill(`${chat}/services/T1/B1/secretOfTheChannel`)
  await dialog.getByRole('button', { name: channelLabels.add }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('listitem', { name: '#checkout-approvals' }).getByText(stateLabels.unused.label).waitFor()

  await page.getByRole('button', { name: channelLabels.add }).click()
  await dialog.getByLabel(new RegExp(`^${typeLabels.webhook.label}`)).check()
  await dialog.getByLabel(channelLabels.name, { exact: true }).fill('Till bot')
  await dialog.getByLabel(channelLabels.url).fill(`${chat}/receivers/tills`)
  await dialog.getByRole('button', { name: channelLabels.add }).click()
  const secret = (await dialog.locator('code').filter({ hasText: 'whsec_' }).textContent())!
  await page.keyboard.press('Escape')
  await dialog.getByText(channelLabels.storeFirst).waitFor()
  await dialog.getByLabel(channelLabels.secretStored).check()
  await dialog.getByRole('button', { name: channelLabels.done }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(secret)

  const request = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  expect(request.status).toBe(201)
  await until(() => listPosts(product.simulator).length === sentCount + 2)
  const posts = listPosts(product.simulator).slice(sentCount)
  const hook = posts.find(({ path: to }) => to === '/receivers/tills')!
  expect(new Webhook(secret).verify(hook.body, hook.headers)).toMatchObject({ type: 'slipway.decisionNeeded' })
  const approver = product.persona('Ravi')
  const listSentMails = () => listMails(product.simulator).find(({ subject, to }) => subject.includes(name) && to[0] === approver.email)
  await until(() => listSentMails() !== undefined)
  const mail = listSentMails()!
  const link = /http:\/\/127\.0\.0\.1:\d+\/app\/approvals\?id=[\w-]+/.exec(mail.text)![0]
  await page.getByRole('listitem', { name: '#checkout-approvals' }).getByText(stateLabels.working.label).waitFor()

  await page.getByRole('link', { name: channelLabels.deliveries }).click()
  await page
    .getByRole('row', { name: /Till bot/ })
    .getByText(describeDelivery(204))
    .waitFor()
  await page
    .getByRole('row', { name: new RegExp(approver.displayName) })
    .first()
    .getByText(/queued as/)
    .waitFor()
  await page
    .getByRole('row', { name: /Till bot/ })
    .getByRole('button', { name: new RegExp(`^${channelLabels.resend('.*')}$`) })
    .click()
  await until(() => listPosts(product.simulator).length === sentCount + 3)
  const redeliveredPost = listPosts(product.simulator).at(-1)!
  expect(redeliveredPost.headers['webhook-id']).toBe(hook.headers['webhook-id'])

  const visit = await product.visit()
  await product.signIn(visit.page, approver.givenName, link.slice(product.url.length))
  await visit.page.getByText(name).first().waitFor()

  expect(await violationsAt(page, `${product.url}${path}`, 'dark', 390)).toEqual([])
  expect(await violationsAt(page, `${product.url}${path}?tab=deliveries`, 'light', 1440)).toEqual([])
  expect([...browserErrors, ...visit.browserErrors]).toEqual([])
})

it('denies other people access to notification channels', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', path)
  await page.getByText(channelLabels.denied).waitFor()
  expect(browserErrors).toEqual([])
})
