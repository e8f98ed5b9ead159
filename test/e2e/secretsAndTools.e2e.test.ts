import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { vaultErrors } from '../../server/features/services/key-vault/explain.ts'
import { lookUpSecret } from '../../simulator/keyvault/secretStore.ts'
import { vaultAccessOf } from '../../simulator/keyvault/vaultAccess.ts'
import { secretLabels } from '../../web/features/services/key-vault/labels.ts'
import { commonPublishers, lookupLabels } from '../../web/features/services/lookups/labels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const canary = 'line-1-of-canary\nline 2 "of" canary'
const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
const active = () => product.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')
const ownAccount = () =>
  active().filter(
    (account) => account.ownerIds.includes(product.persona('Daniel').id) && vaultAccessOf({ name: vaultOf(account) }) === 'open',
  )[previousAttempts()]!
const readSecret = (name: string) => lookUpSecret(product.simulator, vaultOf(ownAccount()), name)
const publisher = commonPublishers[0]!
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const measureOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const readPageStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, location.href]))

it('sets a secret of several lines, hides it until it is shown, and doesn’t keep it anywhere in the page', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/accounts/${ownAccount().id}?tab=secrets`)
  await page.getByRole('grid', { name: secretLabels.list(vaultOf(ownAccount())) }).waitFor()
  await page.getByRole('button', { name: `${secretLabels.set} in ${vaultOf(ownAccount())}` }).click()
  await dialog(page).getByRole('button', { name: secretLabels.set }).click()
  await dialog(page).getByText(secretLabels.nameMissing).waitFor()
  await dialog(page).getByLabel(secretLabels.name).fill('till-signing-key')
  const value = dialog(page).getByLabel(secretLabels.value, { exact: true })
  await value.fill(canary)
  const security = () => value.evaluate((field) => getComputedStyle(field).getPropertyValue('-webkit-text-security'))
  expect(await security()).toBe('disc')
  await dialog(page).getByRole('button', { name: secretLabels.show }).click()
  expect(await security()).toBe('none')
  await dialog(page).getByRole('button', { name: secretLabels.set }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('rowheader', { name: 'till-signing-key' }).waitFor()
  expect(readSecret('till-signing-key')!.versions.map((each) => each.value)).toEqual([canary])
  expect(await readPageStorage(page)).not.toContain('canary')
  await page.getByRole('button', { name: `${secretLabels.newVersion} of till-signing-key` }).click()
  await dialog(page).getByRole('button', { name: secretLabels.generate }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: uiLabels.keepEditing }).click()
  await dialog(page).getByRole('button', { name: secretLabels.setVersion }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(readSecret('till-signing-key')!.versions[1]!.value).toMatch(/^[\w-]{40}$/)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOverflow(page)).toBe(0)
  expect(browserErrors).toEqual([])
})

it('explains that a deleted secret has the same name, recovers the secret, and clears the input of a closed dialog', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/accounts/${ownAccount().id}?tab=secrets`)
  const openSecretDialog = () => page.getByRole('button', { name: `${secretLabels.set} in ${vaultOf(ownAccount())}` }).click()
  await openSecretDialog()
  await dialog(page).getByLabel(secretLabels.value, { exact: true }).fill(canary)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: uiLabels.discard }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await openSecretDialog()
  expect(await dialog(page).getByLabel(secretLabels.value, { exact: true }).inputValue()).toBe('')
  await dialog(page).getByLabel(secretLabels.name).fill('erp-legacy-password')
  await dialog(page).getByLabel(secretLabels.value, { exact: true }).fill(canary)
  await dialog(page).getByRole('button', { name: secretLabels.set }).click()
  await dialog(page).getByText(secretLabels.nameTaken).waitFor()
  await dialog(page).getByRole('button', { name: secretLabels.restore }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText(secretLabels.restored).waitFor()
  expect(readSecret('erp-legacy-password')!.versions.at(-1)!.value).toBe(canary)
  expect(browserErrors).toEqual([])
})

it('shows the reason why a vault denies access, and shows an auditor the action as disabled', async () => {
  const closedAccount = active().find((account) => vaultAccessOf({ name: vaultOf(account) }) === 'firewall')!
  const { page, browserErrors } = await product.visitAs('Grace', `/app/accounts/${closedAccount.id}?tab=secrets`)
  await page.getByText(secretLabels.unreadable).waitFor()
  await page
    .getByText(vaultErrors.ForbiddenByFirewall![1](vaultOf(closedAccount)))
    .last()
    .waitFor()
  await page.goto(`${product.url}/app/accounts/${ownAccount().id}?tab=secrets`)
  const set = page.getByRole('button', { name: secretLabels.set })
  await set.waitFor()
  expect(await set.getAttribute('aria-disabled')).toBe('true')
  expect(browserErrors).toEqual([])
})

it('finds free IP addresses in subnets, VM sizes and image URNs, without sideways scrolling on a phone', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/tools')
  const subnets = page.getByRole('grid', { name: lookupLabels.subnets })
  await subnets.getByRole('rowheader').first().waitFor()
  await page.getByLabel(lookupLabels.find).fill('snet-data')
  await expect
    .poll(async () => new Set((await subnets.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])))
    .toEqual(new Set(['snet-data']))

  await page.getByRole('link', { name: lookupLabels.sizesTab }).click()
  await page.getByLabel(lookupLabels.find).fill('d4')
  const sizes = page.getByRole('grid', { name: lookupLabels.sizes })
  await page.getByRole('switch', { name: lookupLabels.showUnavailable }).check()
  await sizes.getByRole('checkbox', { name: uiLabels.selectRow('D4s v5') }).check()
  await sizes.getByRole('checkbox', { name: uiLabels.selectRow('D4s v3') }).check()
  const compared = page.getByRole('region', { name: lookupLabels.compared })
  await compared.getByRole('columnheader', { name: /D4s v3/ }).waitFor()
  await compared.getByRole('row', { name: new RegExp(`^${lookupLabels.linuxMonthly} £\\d+`) }).waitFor()
  expect(await sizes.getByRole('row').nth(1).getByRole('gridcell').allInnerTexts()).toContainEqual(expect.stringMatching(/^£[\d,]+$/))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOverflow(page)).toBe(0)

  await page.getByRole('link', { name: lookupLabels.imagesTab }).click()
  await page.getByRole('button', { name: publisher, exact: true }).first().click()
  await page.getByRole('button', { name: 'ubuntu-24_04-lts' }).click()
  await page.getByRole('button', { name: uiLabels.copy('URN', `${publisher}:ubuntu-24_04-lts:server:latest`) }).waitFor()
  await page.getByRole('button', { name: 'server', exact: true }).click()
  await page.getByText(lookupLabels.latest, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: uiLabels.copy('URN', `${publisher}:ubuntu-24_04-lts:server:24.04.`) }).count()).toBe(24)
  await page.goBack()
  expect(await measureOverflow(page)).toBe(0)
  expect(browserErrors).toEqual([])
})
