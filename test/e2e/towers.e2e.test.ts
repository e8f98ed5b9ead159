import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingCatalogue } from '../../server/settings/catalogue.ts'
import { createLabels, teamLabels } from '../../web/features/accounts/towers/labels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { changeLabels, rowActionLabels } from '../../web/shared/rowActionLabels.ts'
import { chunkFailureLabels } from '../../web/shell/labels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'
import { submitOf } from './submit.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('lets an administrator add, change and delete a tower, with errors at their fields', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/towers')
  const harbourName = nameOfAttempt('Harbour')
  const existingTower = product.company.towers.find((tower) => tower.name === 'Commerce')!
  await page.getByRole('button', { name: createLabels.tower }).click()
  const dialog = page.getByRole('dialog', { name: createLabels.tower })
  await submitOf(dialog).click()
  await dialog.getByText(teamLabels.tooFewPeople(teamLabels.leads)).waitFor()
  const name = dialog.getByRole('textbox', { name: teamLabels.name })
  const hasFocus = () => name.evaluate((field) => field === document.activeElement)
  await until(hasFocus)

  await name.fill(existingTower.name.toUpperCase())
  await dialog.getByRole('textbox', { name: teamLabels.code }).fill(['HARB', 'HARC', 'HARD'][previousAttempts()]!)
  await dialog.getByRole('combobox', { name: teamLabels.leads }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await submitOf(dialog).click()
  await until(hasFocus)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await name.fill(harbourName)
  await submitOf(dialog).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: rowActionLabels.edit(harbourName) }).click()
  const edit = page.getByRole('dialog', { name: rowActionLabels.edit(harbourName) })
  await edit.getByRole('textbox', { name: teamLabels.costCentre }).fill('CC-7')
  await submitOf(edit).click()
  await edit.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: harbourName }).getByText('CC-7').waitFor()

  await page.getByRole('button', { name: rowActionLabels.activity(harbourName) }).press('Enter')
  const activity = page.getByRole('dialog', { name: rowActionLabels.activity(harbourName) })
  await activity.getByRole('button', { name: `${changeLabels.details}: ${actionOf('updateTower')}` }).press('Enter')
  await activity.getByText(`${changeLabels.after}CC-7`).waitFor()
  expect(await activity.getByText('Updated at').count()).toBe(0)
  await page.keyboard.press('Escape')
  await activity.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: rowActionLabels.delete(harbourName) }).click()
  const confirm = page.getByRole('dialog', { name: `${rowActionLabels.delete(harbourName)}?` })
  await confirm.getByRole('textbox').fill(harbourName)
  await confirm.getByRole('button', { name: rowActionLabels.delete(harbourName) }).click()
  await confirm.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: harbourName }).waitFor({ state: 'detached' })
  expect(await product.db.selectFrom('towers').select('id').where('name', '=', harbourName).execute()).toEqual([])
  expect(browserErrors).toEqual([])
})

it('shows other people no buttons that they can never use', async () => {
  const { page } = await product.visitAs('Tomasz', '/app/towers')
  await page.getByRole('row', { name: /Commerce/ }).waitFor()
  expect(await page.getByRole('button', { name: createLabels.tower }).count()).toBe(0)
  expect(
    await page
      .getByRole('row', { name: /Commerce/ })
      .getByRole('button')
      .count(),
  ).toBe(0)
})

it('shows administrators why a tower with families can’t be deleted, and its lead only its activity', async () => {
  const admin = await product.visitAs('Niamh', '/app/towers')
  const remove = admin.page.getByRole('button', { name: rowActionLabels.delete('Commerce') })
  await remove.waitFor()
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  const lead = await product.visitAs('Margaret', '/app/towers')
  await lead.page.getByRole('button', { name: rowActionLabels.activity('Commerce') }).waitFor()
  expect(
    await lead.page
      .getByRole('row', { name: /Commerce/ })
      .getByRole('button')
      .count(),
  ).toBe(1)
})

it('shows an error about a field that the form does not have', async () => {
  const { page } = await product.visitAs('Niamh', '/app/towers')
  const errors = [{ field: '/parentTower', message: 'is locked until Monday' }]
  await page.route('**/towers', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'invalidRequest', message: 'the request is not valid', errors } })
      : route.continue(),
  )
  await page.getByRole('button', { name: createLabels.tower }).click()
  const dialog = page.getByRole('dialog', { name: createLabels.tower })
  await dialog.getByRole('textbox', { name: teamLabels.name }).fill('Harbour')
  await dialog.getByRole('textbox', { name: teamLabels.code }).fill('HARB')
  await dialog.getByRole('combobox', { name: teamLabels.leads }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await submitOf(dialog).click()
  await dialog.getByRole('alert').getByText('Parent tower: Is locked until Monday').waitFor()
})

it('reloads once after an update of Slipway, but asks first if text was typed', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/families')
  const missingAsset = '**/assets/FamilyDialog-*.js'
  await page.route(missingAsset, (route) => route.fulfill({ status: 404 }))
  const add = page.getByRole('button', { name: createLabels.family })
  const updatedElement = page.getByText(chunkFailureLabels.updated)
  const search = page.getByRole('searchbox')
  await search.fill('check')
  await add.click()
  await updatedElement.waitFor()
  expect(await search.inputValue()).toBe('check')

  await page.goto(`${product.url}/app/families`)
  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  await add.click()
  await page.locator('body:not([data-old]) h1').first().waitFor()
  // The chunk is still missing after a reload, so the page doesn’t reload again.
  await add.click()
  await updatedElement.waitFor()
  await page.unroute(missingAsset)
  await page.getByRole('button', { name: uiLabels.reload }).click()
  await updatedElement.waitFor({ state: 'detached' })
  await add.click()
  await page.getByRole('dialog', { name: createLabels.family }).waitFor()
  expect(browserErrors).toEqual([])
})

it('moves the focus to a setting that the server rejects', async () => {
  const { page } = await product.visitAs('Niamh', '/app/admin/settings')
  const days = page.getByRole('textbox', { name: settingCatalogue.notificationDays.title })
  await days.fill('3')
  await days.press('Enter')
  await until(() => days.evaluate((field) => field.ariaInvalid === 'true' && field === document.activeElement))
})
