import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('lets an administrator add, change and delete a tower, and says at the field what is taken', async () => {
  const { page, complaints } = await product.visitAs('Niamh', '/app/towers')
  const taken = product.company.towers.find((tower) => tower.name === 'Commerce')!
  await page.getByRole('button', { name: 'New tower' }).click()
  const dialog = page.getByRole('dialog', { name: 'New tower' })
  await dialog.getByRole('button', { name: 'Add tower' }).click()
  await dialog.getByText('Name one to ten people who lead it.').waitFor()

  await dialog.getByRole('textbox', { name: 'Name' }).fill(taken.name.toUpperCase())
  await dialog.getByRole('textbox', { name: 'Code' }).fill('HARB')
  await dialog.getByRole('combobox', { name: 'Leads' }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await dialog.getByRole('button', { name: 'Add tower' }).click()
  await dialog.getByText('Another tower has this name.').waitFor()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await name.fill('Harbour')
  await dialog.getByRole('button', { name: 'Add tower' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Edit Harbour' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Harbour' })
  await edit.getByRole('textbox', { name: /Cost centre/ }).fill('CC-7')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await edit.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: /Harbour/ })
    .getByText('CC-7')
    .waitFor()

  await page.getByRole('button', { name: 'Delete Harbour' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete Harbour?' })
  await confirm.getByRole('textbox').fill('Harbour')
  await confirm.getByRole('button', { name: 'Delete Harbour' }).click()
  await confirm.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Harbour/ }).waitFor({ state: 'detached' })
  expect(await product.db.selectFrom('towers').select('id').where('name', '=', 'Harbour').execute()).toEqual([])
  expect(complaints).toEqual([])
})

it('tells others why they may not', async () => {
  const { page } = await product.visitAs('Tomasz', '/app/towers')
  await page.getByRole('row', { name: /Commerce/ }).waitFor()
  const add = page.getByRole('button', { name: 'New tower' })
  expect(await add.getAttribute('aria-disabled')).toBe('true')
  await add.focus()
  await page.getByText('Only administrators change towers.').first().waitFor({ state: 'attached' })
})
