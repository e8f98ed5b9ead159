import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setAutomaticReplies } from '../../server/features/approvals/calendars/calendars.fixture.ts'
import { reasons } from '../../server/features/approvals/delegations/previewDelegation.ts'
import { groups } from '../../server/notifications/kinds.ts'
import { servicesLabels } from '../../web/features/accounts/updates/labels.ts'
import { decisions, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { describeAbsence, reassignmentLabels } from '../../web/features/approvals/reassignment/labels.ts'
import { minReasonLength, needLabels, substituteLabels } from '../../web/features/approvals/substitutes/labels.ts'
import { describeSettings } from '../../web/features/platform/me/describeSettings.ts'
import {
  absenceLabels,
  describeDelegating,
  describeOwnAbsence,
  describeUndelegatedAbsence,
  mailLabels,
  mailSettingLabels,
  pendingApprovals,
} from '../../web/features/platform/me/labels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { approvalLabels, describeApproverAbsence, describeOnBehalf, describeReassignment } from '../../web/shared/approvalLabels.ts'
import { delegationLabels } from '../../web/shared/delegationLabels.ts'
import { cancelLabel, reasonField } from '../../web/shared/formLabels.ts'
import { rowActionLabels } from '../../web/shared/rowActionLabels.ts'
import { keyOf } from '../../web/shared/shortcuts.ts'
import { voteVerbs } from '../../web/shared/voteVerbs.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const reassignButton = (scope: Page | Locator) => scope.locator(`button[aria-keyshortcuts="${keyOf('inbox', 'reassign')}"]`)

beforeEach(() => product.db.updateTable('delegations').set({ status: 'ended' }).execute())

it('lets a delegate decide, and shows the delegate and the absent person', async () => {
  const ravi = await product.visitAs('Ravi', '/app/me/away')
  await ravi.page.getByText(absenceLabels.notDelegate).waitFor()
  const form = ravi.page.getByRole('form', { name: absenceLabels.add })
  await form.getByRole('button', { name: absenceLabels.start }).click()
  await form.getByText(absenceLabels.delegateMissing).waitFor()
  await form.getByRole('combobox', { name: delegationLabels.delegate }).fill('Ewa')
  await ravi.page.getByRole('option', { name: new RegExp(product.persona('Ewa').displayName) }).click()
  const { body: preview } = await product
    .as(product.persona('Ravi').id)
    .post('/me/delegations/preview', { delegateId: product.persona('Ewa').id })
  await form.getByText(pendingApprovals(preview.waiting)).waitFor()
  await form.getByRole('button', { name: absenceLabels.start }).click()
  const banner = ravi.page.getByText(describeOwnAbsence(null, product.persona('Ewa').displayName, Date.now()))
  await banner.waitFor()
  await ravi.page
    .getByRole('button', { name: rowActionLabels.activity(delegationLabels.nameOf(product.persona('Ewa').displayName, 'Ravi Deshmukh')) })
    .click()
  await ravi.page.getByRole('dialog').getByText(actionOf('setDelegation')).waitFor()
  await ravi.page.keyboard.press('Escape')
  expect(await violationsAt(ravi.page, `${product.url}/app/me/away`, 'light', 1440)).toEqual([])

  const name = nameOfAttempt('checkout-away-e2e')
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  expect(response.status).toBe(201)
  const priya = await product.visitAs('Priya', `/app/requests/${response.body.id}`)
  await priya.page.getByText(describeOnBehalf('Ravi Deshmukh')).first().waitFor()

  const ewa = await product.visitAs('Ewa', '/app/approvals')
  await ewa.page.getByText(describeDelegating('Ravi Deshmukh', null, Date.now())).waitFor()
  await ewa.page.getByRole('link', { name }).first().click()
  const detail = ewa.page.getByRole('article')
  await detail.getByText(describeOnBehalf('Ravi Deshmukh')).first().waitFor()
  await detail.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  await detail.getByRole('button', { name: `${decisions.approve.on} ${name}` }).click()
  await priya.page.getByText(`${voteVerbs['approve']} ${describeOnBehalf('Ravi Deshmukh')}`).waitFor()
  expect(
    await product.db
      .selectFrom('approval_decisions')
      .select(['approver_id', 'on_behalf_of'])
      .where('approval_id', '=', response.body.approvals[0].id)
      .where('on_behalf_of', 'is not', null)
      .execute(),
  ).toEqual([{ approver_id: product.persona('Ewa').id, on_behalf_of: product.persona('Ravi').id }])

  await ravi.page.getByRole('button', { name: delegationLabels.end, exact: true }).click()
  await banner.waitFor({ state: 'detached' })
  await ewa.page.getByText(absenceLabels.decideFor('Ravi Deshmukh')).first().waitFor({ state: 'detached' })
  expect([...ravi.browserErrors, ...priya.browserErrors, ...ewa.browserErrors]).toEqual([])
})

it('stores the email setting of each group of notifications, and describes the settings in a sentence', async () => {
  const { page, browserErrors } = await product.visitAs('Ewa', '/app/me/notifications')
  await page.getByRole('combobox', { name: mailSettingLabels.choice(groups.sandboxes.label) }).click()
  await page.getByRole('option', { name: mailLabels.off }).click()
  const settings = async () => (await product.as(product.persona('Ewa').id).get('/me/notification-settings')).body
  await until(async () =>
    (await settings()).groups.some((group: { id: string; mail: string }) => group.id === 'sandboxes' && group.mail === 'off'),
  )
  await page.getByText(describeSettings(await settings())).waitFor()
  await page.getByRole('switch', { name: mailSettingLabels.quietHours }).check()
  await page.getByRole('button', { name: mailSettingLabels.save }).click()
  await until(async () => (await settings()).quietHours !== null)
  expect((await settings()).quietHours).toEqual({ from: '18:00', to: '08:00', weekends: true })
  await page.getByText(describeSettings(await settings())).waitFor()
  expect(await violationsAt(page, `${product.url}/app/me/notifications`, 'dark', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('shows an absence on the open page of a request, with its end and the delegate', async () => {
  const { as, persona } = product
  const { body } = await as(persona('Priya').id).post(
    '/account-requests',
    newRequest(product, { name: nameOfAttempt('checkout-absence-e2e') }),
  )
  const { page, browserErrors } = await product.visitAs('Priya', `/app/requests/${body.id}`)
  await page.getByRole('list', { name: approvalLabels.stages }).getByText(persona('Ravi').displayName).waitFor()
  const endsAt = `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`
  expect((await as(persona('Ravi').id).post('/me/delegations', { delegateId: persona('Samuel').id, endsAt })).status).toBe(201)
  const absence = describeApproverAbsence({ until: endsAt, byCalendar: false }, persona('Samuel').displayName)
  await page.getByText(absence).waitFor()
  expect(await violationsAt(page, page.url(), 'light', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('names the delegate of an absent approver beside a catalogue item', async () => {
  const { as, persona, company } = product
  const daniel = persona('Daniel').id
  const item = company.catalogue.find(({ enabled, approverIds }) => enabled && approverIds[0] === persona('Ewa').id)!
  const account = company.accounts.find(
    ({ kind, status, ownerIds, catalogueItemIds }) =>
      kind === 'cloud' && status === 'active' && ownerIds.includes(daniel) && !catalogueItemIds.includes(item.id),
  )!
  const endsAt = `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`
  const { id } = (await as(persona('Ewa').id).post('/me/delegations', { delegateId: persona('Margaret').id, endsAt })).body
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/accounts/${account.id}/services`)
  const panel = page.locator('section', { has: page.getByRole('heading', { name: servicesLabels.addFromCatalogue }) })
  await panel.getByRole('searchbox').fill(item.name)
  await panel.getByText(describeApproverAbsence({ until: endsAt, byCalendar: false }, persona('Margaret').displayName)).waitFor()
  expect((await as(persona('Ewa').id).delete(`/delegations/${id}`)).status).toBe(200)
  expect(browserErrors).toEqual([])
})

it('adds a substitute if every approver is absent', async () => {
  const { company, persona, db } = product
  const family = company.families.find(({ name }) => name === 'Checkout')!
  await db.deleteFrom('family_owners').where('family_id', '=', family.id).where('person_id', '<>', persona('Ravi').id).execute()
  await product.as(persona('Ravi').id).post('/me/delegations', { delegateId: persona('Priya').id })
  const response = await product
    .as(persona('Priya').id)
    .post('/account-requests', newRequest(product, { name: nameOfAttempt('checkout-cover-e2e') }))
  const { page, browserErrors } = await product.visitAs('Niamh', `/app/approvals/${response.body.approvals[0].id}/cover`)
  await page.getByText(needLabels.unstaffed).waitFor()
  await page.getByRole('radio', { name: /Margaret/ }).check()
  await page.getByRole('button', { name: substituteLabels.add('Margaret Llewellyn') }).click()
  await page.getByText(reasonField.tooShort(minReasonLength)).waitFor()
  await page.getByLabel(reasonField.label).fill('Ravi is away, and this cannot wait.')
  await page.getByRole('button', { name: substituteLabels.add('Margaret Llewellyn') }).click()
  await page.getByText(substituteLabels.notNeeded).waitFor()
  expect(await violationsAt(page, page.url(), 'light', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('reassigns a decision by keyboard, and revokes a reassignment', async () => {
  const { persona } = product
  const [reassignedName, stored] = [nameOfAttempt('checkout-pass-e2e'), nameOfAttempt('checkout-back-e2e')]
  const requests: { id: string; approvalId: string }[] = []
  for (const name of [reassignedName, stored]) {
    const { body } = await product.as(persona('Priya').id).post('/account-requests', newRequest(product, { name }))
    requests.push({ id: body.id, approvalId: body.approvals[0].id })
  }
  const [firstRequest, secondRequest] = requests
  await product
    .as(persona('Ravi').id)
    .post(`/account-approvals/${secondRequest!.approvalId}/pass-on`, { to: persona('Ewa').id, stage: 1, comment: 'You know the tills.' })
  const ravi = await product.visitAs('Ravi', `/app/approvals?id=${firstRequest!.approvalId}`)
  await reassignButton(ravi.page).waitFor()
  await ravi.page.keyboard.press('p')
  const form = ravi.page.getByRole('form', { name: reassignmentLabels.reassign(reassignedName) })
  await form.getByRole('combobox', { name: reassignmentLabels.to }).fill('Ewa')
  await ravi.page.getByRole('option', { name: new RegExp(persona('Ewa').displayName) }).click()
  const reason = form.getByRole('textbox', { name: reasonField.label })
  await reason.fill('She runs payments.')
  await ravi.page.keyboard.press('Escape')
  const question = ravi.page.getByRole('dialog', { name: uiLabels.discardTitle })
  await question.getByRole('button', { name: cancelLabel }).click()
  await question.waitFor({ state: 'detached' })
  await reason.focus()
  expect(await reason.inputValue()).toBe('She runs payments.')
  await ravi.page.keyboard.press('Control+Enter')
  const detail = ravi.page.getByRole('article')
  await detail.getByText(reassignmentLabels.done(persona('Ewa').displayName)).waitFor()
  const priya = await product.visitAs('Priya', `/app/requests/${firstRequest!.id}`)
  await priya.page.getByText(describeReassignment('Ravi Deshmukh', 'She runs payments.')).waitFor()

  const ewa = await product.visitAs('Ewa', `/app/approvals?id=${firstRequest!.approvalId}`)
  const reassignedArticle = ewa.page.getByRole('article')
  await reassignedArticle.getByText(inboxLabels.reassigned).waitFor()
  await reassignedArticle.getByRole('button', { name: reassignmentLabels.return }).waitFor()
  await reassignedArticle.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  await reassignedArticle.getByRole('button', { name: `${decisions.approve.on} ${reassignedName}` }).click()
  await priya.page.getByText(`${voteVerbs['approve']} ${describeOnBehalf('Ravi Deshmukh')}`).waitFor()
  await ravi.page.goto(`${product.url}/app/approvals?id=${secondRequest!.approvalId}`)
  await detail.getByRole('button', { name: reassignmentLabels.revoke }).click()
  await reassignButton(detail).waitFor()
  expect([...ravi.browserErrors, ...priya.browserErrors, ...ewa.browserErrors]).toEqual([])
})

it('warns before a decision is reassigned to a person who is away now, or who can’t decide', async () => {
  const { persona } = product
  const name = nameOfAttempt('checkout-absent-e2e')
  const response = await product.as(persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  expect(response.status).toBe(201)
  await product.as(persona('Samuel').id).post('/me/delegations', { delegateId: persona('Daniel').id })
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  await product.as(persona('Tomasz').id).post('/me/delegations', { delegateId: persona('Daniel').id, startsAt })
  const { page, browserErrors } = await product.visitAs('Ravi', `/app/approvals?id=${response.body.approvals[0].id}`)
  await reassignButton(page).waitFor()
  await page.keyboard.press('p')
  const form = page.getByRole('form', { name: reassignmentLabels.reassign(name) })
  const receiver = form.locator('[data-field=to]')
  const ends = (path: string) => page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(path))
  for (const [given, problem] of [
    ['Samuel', describeAbsence(persona('Samuel').displayName)],
    ['Ewa', undefined],
    ['Tomasz', undefined],
    ['Ravi', reassignmentLabels.toSelf],
    ['Priya', reasons.own],
  ] as const) {
    await form.getByRole('combobox', { name: reassignmentLabels.to }).fill(given)
    const answers = Promise.all([ends('/me/delegations/preview'), ends('/delegations/current')])
    await page.getByRole('option', { name: new RegExp(persona(given).displayName) }).click()
    await form.getByRole('button', { name: reassignmentLabels.submit(persona(given).displayName) }).waitFor()
    for (const answer of await answers) expect([given, answer.status()]).toEqual([given, 200])
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    if (problem) await receiver.getByText(problem).waitFor()
    expect([given, await receiver.and(page.locator('[data-wrong]')).count()]).toEqual([given, problem ? 1 : 0])
  }
  expect(browserErrors).toEqual([])
})

it('shows absences to administrators, including those from calendars, and lets people accept a suggested delegate', async () => {
  const { db, persona } = product
  const time = new Date()
  const until = new Date(time.getTime() + 3 * 86_400_000)
  const absence = {
    requested_at: time,
    due_at: new Date(time.getTime() + 3_600_000),
    checked_at: time,
    away: true,
    starts_at: time,
    ends_at: until,
  }
  for (const personaName of ['Ravi', 'Margaret']) {
    await setAutomaticReplies(product, personaName, { from: time, until })
    await db
      .insertInto('calendars')
      .values({ ...absence, person_id: persona(personaName).id })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(absence))
      .execute()
  }
  const ravi = await product.visitAs('Ravi', '/app/me/away')
  await ravi.page.getByText(describeUndelegatedAbsence(until.toISOString(), Date.now())).waitFor()
  expect(await violationsAt(ravi.page, ravi.page.url(), 'light', 390)).toEqual([])

  const niamh = await product.visitAs('Niamh', '/app/admin/away')
  const row = (personaName: string) => niamh.page.getByRole('row', { name: new RegExp(persona(personaName).displayName) })
  await row('Ravi').getByText(delegationLabels.none, { exact: true }).waitFor()
  expect(await violationsAt(niamh.page, niamh.page.url(), 'dark', 390)).toEqual([])
  await row('Margaret').getByRole('button', { name: delegationLabels.add }).click()
  const dialog = niamh.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: delegationLabels.delegate }).fill('Samuel')
  await niamh.page.getByRole('option', { name: new RegExp(persona('Samuel').displayName) }).click()
  await dialog.getByRole('button', { name: delegationLabels.addPerson(persona('Samuel').displayName) }).click()
  await row('Margaret').getByText(delegationLabels.setBy('Niamh Brennan')).waitFor()
  await ravi.page.getByRole('list', { name: absenceLabels.suggestions }).getByRole('button').first().click()
  await row('Ravi').getByText(delegationLabels.setByPerson).waitFor()
  await row('Margaret')
    .getByRole('button', { name: new RegExp(`^${delegationLabels.openEnd}\\b`) })
    .click()
  await niamh.page.getByRole('dialog').or(niamh.page.getByRole('alertdialog')).getByLabel(reasonField.label).fill('She is back.')
  await niamh.page.getByRole('button', { name: delegationLabels.end, exact: true }).last().click()
  await row('Margaret').getByText(delegationLabels.automaticReply).waitFor()
  expect([...ravi.browserErrors, ...niamh.browserErrors]).toEqual([])
})
