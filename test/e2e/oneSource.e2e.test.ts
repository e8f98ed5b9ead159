import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../sample/seed.ts'
import { myAccessLabels } from '../../web/features/access/requests/myAccessLabels.ts'
import { decommissionLabels } from '../../web/features/accounts/decommission/labels.ts'
import { viewLabels } from '../../web/features/accounts/views/labels.ts'
import { screens } from '../../web/features/platform/session/screens.ts'
import { paths } from '../../web/paths.ts'
import { defaultPageSize } from '../../web/shared/listSearch.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  await seed(product.databaseUrl, { issuer: product.context.config.oidc.issuer, company: product.company, demonstration: true })
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const as = (givenName: string) => product.as(product.persona(givenName).id)

it.each(['/app/', '/app/accounts', '/app/approvals', '/app/work'])(
  'makes at most one denied call when %s is opened without a session',
  async (path) => {
    const { page } = await product.visit()
    const denied: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401 || response.status() === 403) denied.push(response.url())
    })
    await page.goto(product.url + path)
    await page.getByRole('link', { name: shellLabels.signIn }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(denied.length, denied.join('\n')).toBeLessThanOrEqual(1)
  },
)

it('calls getMe once when the session ends on a screen', async () => {
  const { page } = await product.visitAs('Priya', '/app/towers')
  await page.context().clearCookies()
  const denied: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401 && new URL(response.url()).pathname === '/me') denied.push(response.url())
  })
  await page
    .getByRole('link', { name: screens.find(({ href }) => href === paths.home())!.label })
    .first()
    .click()
  await page.getByRole('link', { name: shellLabels.signIn }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(denied.length).toBe(1)
})

it('lists as many account requests as the pager says', async () => {
  const { body } = await as('Niamh').get(`/account-requests?size=${defaultPageSize}`)
  expect(body.total).toBeGreaterThan(defaultPageSize)
  const { page } = await product.visitAs('Niamh', paths.requests({ show: 'all' }))
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await rows.filter({ hasText: body.items[0].reference }).waitFor()
  expect(await rows.count()).toBe(defaultPageSize)
})

it('lists the same sandboxes under My access as the API', async () => {
  const { body: held } = await as('Priya').get('/sandboxes/mySandboxes')
  expect(held.length).toBeGreaterThan(0)
  const { page, browserErrors } = await product.visitAs('Priya', '/app/access')
  const sandboxes = page.getByRole('region', { name: myAccessLabels.sandboxes })
  for (const { name } of held) await sandboxes.getByRole('link', { name }).waitFor()
  expect(browserErrors).toEqual([])
})

it('says that nothing depends on an account only if the dry run finds no dependency', async () => {
  const { id } = account('checkout-payments-test')
  const { body: dryRun } = await as('Daniel').get(`/accounts/${id}/updates/decommission/rehearsal`)
  const { blockers, affected, unchecked } = dryRun
  const { page } = await product.visitAs('Daniel', `/app/accounts/${id}/decommission`)
  await page.getByRole('region', { name: decommissionLabels.dependencies }).waitFor()
  const isUnused = blockers.length + affected.length + unchecked.length === 0
  expect(await page.getByText(decommissionLabels.unused).count()).toBe(isUnused ? 1 : 0)
})

it('has a title that names the list, and each button only once', async () => {
  const { page } = await product.visitAs('Tomasz', '/app/accounts')
  await page.getByRole('link', { name: viewLabels.mine }).click()
  await page.getByRole('button', { name: `${viewLabels.current} ${viewLabels.mine}` }).waitFor()
  const names = await page.getByRole('main').getByRole('link').allTextContents()
  expect(names.length).toBe(new Set(names).size)
})

it('links from a tower to its families, and from a family to its accounts', async () => {
  const { page } = await product.visitAs('Tomasz', '/app/towers')
  await page.getByRole('link', { name: 'Commerce', exact: true }).click()
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await page.getByRole('link', { name: 'checkout-basket-dev', exact: true }).waitFor()
})
