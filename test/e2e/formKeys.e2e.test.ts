import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountActionLabels } from '../../web/features/accounts/accounts/labels.ts'
import { wizardLabels } from '../../web/features/accounts/requests/labels.ts'
import { nameProblemOf } from '../../web/features/accounts/requests/problems.ts'
import { queueLabels } from '../../web/features/platform/cockpit/labels.ts'
import { paths } from '../../web/paths.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { cancelLabel, reasonField, tagLabels } from '../../web/shared/formLabels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { accountOfDaniel } from '../readChangedAccount.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

async function openEditDialog() {
  const { page, browserErrors } = await product.visitAs('Daniel', paths.account(accountOfDaniel(product, 0).id))
  const open = () => page.getByRole('button', { name: accountActionLabels.edit, exact: true }).click()
  const dialog = page.locator('[role=dialog]:not([data-type])')
  await open()
  const description = dialog.getByLabel(accountFieldLabels.description)
  await description.waitFor()
  return { page, browserErrors, open, dialog, description, question: page.getByRole('alertdialog', { name: uiLabels.discardTitle }) }
}

it('asks before Escape discards what was typed in a dialog', async () => {
  const { page, browserErrors, open, dialog, description, question } = await openEditDialog()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await description.fill('Half a sentence')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: uiLabels.keepEditing }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await description.inputValue()).toBe('Half a sentence')
  await dialog.getByRole('button', { name: uiLabels.close }).click()
  await question.getByRole('button', { name: uiLabels.discard }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('asks before Cancel discards what was typed in a dialog, and not if nothing was typed', async () => {
  const { browserErrors, open, dialog, description, question } = await openEditDialog()
  const cancel = dialog.getByRole('button', { name: cancelLabel })
  await cancel.click()
  await dialog.waitFor({ state: 'detached' })
  await open()
  await description.fill('Half a sentence')
  await cancel.click()
  await question.getByRole('button', { name: uiLabels.keepEditing }).click()
  expect(await description.inputValue()).toBe('Half a sentence')
  await cancel.click()
  await question.getByRole('button', { name: uiLabels.discard }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('asks before the reason for pausing a queue is discarded, and again after it was opened again', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', paths.cockpit('queues'))
  const dialog = page.locator('[role=dialog]:not([data-type])')
  const question = page.getByRole('alertdialog', { name: uiLabels.discardTitle })
  const open = async () => {
    await page
      .getByRole('button', { name: new RegExp(`^${queueLabels.pause('')}`) })
      .first()
      .click()
    await dialog.getByLabel(reasonField.label).waitFor()
  }
  for (const _attempt of [1, 2]) {
    await open()
    await dialog.getByRole('button', { name: cancelLabel }).click()
    await dialog.waitFor({ state: 'detached' })
    await open()
    await dialog.getByLabel(reasonField.label).fill('Maintenance')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: uiLabels.discard }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  expect(browserErrors).toEqual([])
})

it('asks before Escape discards a choice in a dialog', async () => {
  const { page, browserErrors, dialog, question } = await openEditDialog()
  await dialog.getByRole('combobox', { name: accountFieldLabels.criticality }).click()
  await page.getByRole('option', { selected: false }).first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await question.waitFor()
  expect(browserErrors).toEqual([])
})

it('asks before Escape discards what a button filled in, but not what it only opened', async () => {
  const { page, browserErrors, open, dialog, question } = await openEditDialog()
  await dialog.getByRole('combobox', { name: accountFieldLabels.criticality }).click()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await dialog.getByRole('button', { name: uiLabels.increase }).first().click()
  await page.keyboard.press('Escape')
  await question.waitFor()
  expect(browserErrors).toEqual([])
})

it('focuses a tag that was added with the keyboard', async () => {
  const { page, browserErrors, dialog } = await openEditDialog()
  const names = dialog.getByLabel(new RegExp(`^${tagLabels.name(1).slice(0, -1)}`))
  const before = await names.count()
  await dialog.getByRole('button', { name: tagLabels.add }).press('Enter')
  await dialog
    .getByLabel(tagLabels.name(before + 1))
    .and(page.locator(':focus'))
    .waitFor()
  expect(browserErrors).toEqual([])
})

it('counts all characters of a pasted account name that is too long', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', paths.requestAccount())
  const name = 'x'.repeat(120)
  await page.getByLabel(wizardLabels.name, { exact: true }).fill(name)
  await page.getByRole('button', { name: uiLabels.continue }).click()
  await page.getByRole('button', { name: nameProblemOf(name)! }).waitFor()
  expect(browserErrors).toEqual([])
})

it('scrolls a whole text area clear of the sticky footer', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', paths.requestAccount())
  const purpose = page.getByLabel(wizardLabels.purpose)
  await purpose.waitFor()
  const { y, height } = (await purpose.boundingBox())!
  await page.setViewportSize({ width: 1440, height: Math.ceil(y + height + 20) })
  await purpose.evaluate((field) => {
    const fields = [...document.querySelectorAll<HTMLElement>('main input, main textarea')]
    fields[fields.indexOf(field as HTMLElement) - 1]?.focus()
    scrollTo(0, 0)
  })
  await page.keyboard.press('Tab')
  const isClear = () =>
    purpose.evaluate((field) => {
      const footer = field.closest('form')!.querySelector('footer')!
      return document.activeElement === field && field.getBoundingClientRect().bottom <= footer.getBoundingClientRect().top
    })
  await expect.poll(isClear).toBe(true)
  expect(browserErrors).toEqual([])
})

it('shows a page that doesn’t exist for a malformed ID', async () => {
  const { page } = await product.visitAs('Niamh', '/app/sandboxes/templates')
  await page.getByText(shellLabels.notFound('sandbox')).waitFor()
})
