import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setReplies } from '../../server/features/approvals/calendars/calendars.fixture.ts'
import { nameOfThisTry } from '../earlierTries.ts'
import { newRequest } from '../newRequest.ts'
import { barriersAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

beforeEach(() => product.db.updateTable('delegations').set({ status: 'ended' }).execute())

it('lets a delegate decide, and shows every person who did it and for whom', async () => {
  const ravi = await product.visitAs('Ravi', '/app/me/away')
  await ravi.page.getByText('You’re not a delegate').waitFor()
  const form = ravi.page.getByRole('form', { name: 'Add an absence' })
  await form.getByRole('button', { name: 'Start absence' }).click()
  await form.getByText('Choose a delegate.').waitFor()
  await form.getByRole('combobox', { name: 'Delegate' }).fill('Ewa')
  await ravi.page.getByRole('option', { name: new RegExp(product.persona('Ewa').displayName) }).click()
  await form.getByText(/^You have (\d+|no) pending approvals?/).waitFor()
  await form.getByRole('button', { name: 'Start absence' }).click()
  const banner = ravi.page.getByText(`You’re away until you end the delegation. ${product.persona('Ewa').displayName} decides for you.`)
  await banner.waitFor()
  await ravi.page.getByRole('button', { name: /^Activity of Ewa .+ for Ravi Deshmukh$/ }).click()
  await ravi.page.getByRole('dialog').getByText('Set own delegate').waitFor()
  await ravi.page.keyboard.press('Escape')
  expect(await barriersAt(ravi.page, `${product.url}/app/me/away`, 'light', 1440)).toEqual([])

  const name = nameOfThisTry('checkout-away-e2e')
  const asked = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  expect(asked.status).toBe(201)
  const priya = await product.visitAs('Priya', `/app/requests/${asked.body.id}`)
  await priya.page.getByText('for Ravi Deshmukh').first().waitFor()

  const ewa = await product.visitAs('Ewa', '/app/approvals')
  await ewa.page.getByText('You decide for Ravi Deshmukh until ended').waitFor()
  await ewa.page.getByRole('link', { name }).first().click()
  const detail = ewa.page.getByRole('article')
  await detail.getByText('for Ravi Deshmukh').first().waitFor()
  await detail
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await detail
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await priya.page.getByText(/approved for Ravi Deshmukh/).waitFor()
  expect(
    await product.db
      .selectFrom('approval_decisions')
      .select(['approver_id', 'on_behalf_of'])
      .where('approval_id', '=', asked.body.approvals[0].id)
      .where('on_behalf_of', 'is not', null)
      .execute(),
  ).toEqual([{ approver_id: product.persona('Ewa').id, on_behalf_of: product.persona('Ravi').id }])

  await ravi.page.getByRole('button', { name: 'End delegation', exact: true }).click()
  await banner.waitFor({ state: 'detached' })
  await ewa.page.getByText('You decide for Ravi Deshmukh').first().waitFor({ state: 'detached' })
  expect([...ravi.complaints, ...priya.complaints, ...ewa.complaints]).toEqual([])
})

it('sets which mail is sent when, and shows that as a sentence', async () => {
  const { page, complaints } = await product.visitAs('Ewa', '/app/me/notifications')
  await page.getByRole('combobox', { name: 'Sandboxes: mail' }).click()
  await page.getByRole('option', { name: 'Only in Slipway' }).click()
  await page.getByText(/Only in Slipway: sandboxes\./).waitFor()
  await page.getByRole('switch', { name: /^Quiet hours/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Quiet hours: 18:00 to 08:00 and weekends/).waitFor()
  expect(await barriersAt(page, `${product.url}/app/me/notifications`, 'dark', 390)).toEqual([])
  expect(complaints).toEqual([])
})

it('adds a substitute where every approver is absent', async () => {
  const { company, persona, db } = product
  const family = company.families.find(({ name }) => name === 'Checkout')!
  await db.deleteFrom('family_owners').where('family_id', '=', family.id).where('person_id', '<>', persona('Ravi').id).execute()
  await product.as(persona('Ravi').id).post('/me/delegations', { delegateId: persona('Priya').id })
  const asked = await product
    .as(persona('Priya').id)
    .post('/account-requests', newRequest(product, { name: nameOfThisTry('checkout-cover-e2e') }))
  const { page, complaints } = await product.visitAs('Niamh', `/app/approvals/${asked.body.approvals[0].id}/cover`)
  await page.getByText('No approver is available').waitFor()
  await page.getByRole('radio', { name: /Margaret/ }).check()
  await page.getByRole('button', { name: 'Add Margaret Llewellyn as substitute' }).click()
  await page.getByText('Enter a reason of at least').waitFor()
  await page.getByLabel('Reason').fill('Ravi is away, and this cannot wait.')
  await page.getByRole('button', { name: 'Add Margaret Llewellyn as substitute' }).click()
  await page.getByText('No substitute needed').waitFor()
  expect(await barriersAt(page, page.url(), 'light', 390)).toEqual([])
  expect(complaints).toEqual([])
})

it('reassigns a decision by keyboard, and revokes a reassignment', async () => {
  const { persona } = product
  const [passed, kept] = [nameOfThisTry('checkout-pass-e2e'), nameOfThisTry('checkout-back-e2e')]
  const requests: { id: string; approvalId: string }[] = []
  for (const name of [passed, kept]) {
    const { body } = await product.as(persona('Priya').id).post('/account-requests', newRequest(product, { name }))
    requests.push({ id: body.id, approvalId: body.approvals[0].id })
  }
  const [first, second] = requests
  await product
    .as(persona('Ravi').id)
    .post(`/account-approvals/${second!.approvalId}/pass-on`, { to: persona('Ewa').id, stage: 1, comment: 'You know the tills.' })
  const ravi = await product.visitAs('Ravi', `/app/approvals?id=${first!.approvalId}`)
  await ravi.page.getByRole('button', { name: /^Reassign/ }).waitFor()
  await ravi.page.keyboard.press('p')
  const form = ravi.page.getByRole('form', { name: `Reassign ${passed}` })
  await form.getByRole('combobox', { name: 'Reassign to' }).fill('Ewa')
  await ravi.page.getByRole('option', { name: new RegExp(persona('Ewa').displayName) }).click()
  await form.getByRole('textbox', { name: 'Reason' }).fill('She runs payments.')
  await ravi.page.keyboard.press('Control+Enter')
  const detail = ravi.page.getByRole('article')
  await detail.getByText(`Reassigned to ${persona('Ewa').displayName}`).waitFor()
  const priya = await product.visitAs('Priya', `/app/requests/${first!.id}`)
  await priya.page.getByText('for Ravi Deshmukh, who reassigned it: “She runs payments.”').waitFor()

  const ewa = await product.visitAs('Ewa', `/app/approvals?id=${first!.approvalId}`)
  const theirs = ewa.page.getByRole('article')
  await theirs.getByText('who reassigned this request to you').waitFor()
  await theirs.getByRole('button', { name: 'Return request' }).waitFor()
  await theirs.getByRole('button', { name: /^Approve/ }).click()
  await theirs.getByRole('button', { name: `Approve ${passed}` }).click()
  await priya.page.getByText(/approved for Ravi Deshmukh/).waitFor()
  await ravi.page.goto(`${product.url}/app/approvals?id=${second!.approvalId}`)
  await detail.getByRole('button', { name: 'Revoke reassignment' }).click()
  await detail.getByRole('button', { name: /^Reassign/ }).waitFor()
  expect([...ravi.complaints, ...priya.complaints, ...ewa.complaints]).toEqual([])
})

it('shows administrators absences, also from calendars, and lets people accept a suggested delegate', async () => {
  const { db, persona } = product
  const at = new Date()
  const until = new Date(at.getTime() + 3 * 86_400_000)
  const away = { wanted_at: at, due_at: new Date(at.getTime() + 3_600_000), checked_at: at, away: true, starts_at: at, ends_at: until }
  for (const who of ['Ravi', 'Margaret']) {
    await setReplies(product, who, { from: at, until })
    await db
      .insertInto('calendars')
      .values({ ...away, person_id: persona(who).id })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(away))
      .execute()
  }
  const ravi = await product.visitAs('Ravi', '/app/me/away')
  await ravi.page.getByText(/^Your calendar shows you away until .*, and you have no delegate$/).waitFor()
  expect(await barriersAt(ravi.page, ravi.page.url(), 'light', 390)).toEqual([])

  const niamh = await product.visitAs('Niamh', '/app/admin/away')
  const row = (who: string) => niamh.page.getByRole('row', { name: new RegExp(persona(who).displayName) })
  await row('Ravi').getByText('No delegate', { exact: true }).waitFor()
  expect(await barriersAt(niamh.page, niamh.page.url(), 'dark', 390)).toEqual([])
  await row('Margaret')
    .getByRole('button', { name: /^Add delegate/ })
    .click()
  const dialog = niamh.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Delegate' }).fill('Samuel')
  await niamh.page.getByRole('option', { name: new RegExp(persona('Samuel').displayName) }).click()
  await dialog.getByRole('button', { name: `Add ${persona('Samuel').displayName} as delegate` }).click()
  await row('Margaret').getByText('Set by Niamh Brennan').waitFor()
  await ravi.page
    .getByRole('button', { name: /^Delegate to .* until then/ })
    .first()
    .click()
  await row('Ravi').getByText('Set by the person').waitFor()
  await row('Margaret')
    .getByRole('button', { name: /^End\b/ })
    .click()
  await niamh.page.getByRole('dialog').or(niamh.page.getByRole('alertdialog')).getByLabel('Reason').fill('She is back.')
  await niamh.page.getByRole('button', { name: 'End delegation', exact: true }).last().click()
  await row('Margaret').getByText('Automatic reply').waitFor()
  expect([...ravi.complaints, ...niamh.complaints]).toEqual([])
})
