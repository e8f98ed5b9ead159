import { afterAll, beforeAll, expect, it } from 'vitest'
import { healthyResult } from '../../server/features/services/deployments/apply/deployApp.ts'
import {
  deploymentDisplay,
  describeDeployment,
  describeDestination,
  healthDisplay,
} from '../../web/features/services/deployments/deploymentLabels.ts'
import { deploymentTabLabels } from '../../web/features/services/deployments/labels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct, type Visit } from './product.ts'

let product: Product
let daniel: Visit
beforeAll(async () => {
  product = await startProduct()
  daniel = await product.visitAs('Daniel')
})
afterAll(() => product?.close())

const account = () => product.company.accounts.find(({ name }) => name === 'checkout-basket-dev')!
const tab = (deployment = '') => `${product.url}/app/accounts/${account().id}?tab=deployments${deployment}`
const deployment = { action: 'deploy', revision: 'v2.7.0' } as const
const appName = () => nameOfAttempt('basket-promotions')
const newApp = () => ({
  accountId: account().id,
  name: appName(),
  revision: 'v2.7.0',
  source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: 'apps/promotions' },
  destination: { cluster: 'aks-retail-nonprod', namespace: 'checkout-basket-dev' },
})

it('shows running applications, deployment instructions, and the progress of a deployment', async () => {
  const { page, browserErrors } = daniel
  await product.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  await page.goto(tab())
  const apps = page.getByRole('list', { name: deploymentTabLabels.applications })
  await apps.getByRole('heading', { name: 'checkout-basket-dev-api' }).waitFor()
  await page.getByText(describeDestination('checkout-basket-dev', 'aks-retail-nonprod'), { exact: true }).first().waitFor()
  await page.getByText(`${deploymentTabLabels.noKeys} ${deploymentTabLabels.keyFromAdministrator}`).waitFor()
  expect(await page.getByRole('region', { name: uiLabels.textOf(deploymentTabLabels.example) }).innerText()).toContain(`/argo/UpdateApp`)

  product.simulator.asyncDelayMs = 1_500
  const { caller } = await product.withKey(['deploy'], { accountIds: [account().id] })
  const { body } = await caller.post('/argo/UpdateApp', newApp())
  await apps.getByRole('heading', { name: appName(), exact: true }).waitFor()
  await page
    .getByRole('link', { name: describeDeployment(deployment, appName()) })
    .first()
    .click()
  await page.waitForURL(tab(`&deployment=${body.id}`))
  const drawer = page.getByRole('dialog', { name: describeDeployment(deployment, appName()) })
  await drawer
    .getByText(deploymentDisplay({ ...deployment, status: 'running' }).label)
    .first()
    .waitFor()
  await drawer.getByText(healthyResult).waitFor()
  expect(await drawer.getByRole('list', { name: deploymentTabLabels.steps }).locator('[data-status=done]').count()).toBe(5)
  await drawer.getByRole('button', { name: uiLabels.close }).click()
  const ownApp = apps.getByRole('listitem').filter({ hasText: appName() })
  await ownApp.getByText(healthDisplay({ health: 'Healthy', removing: false }).label).waitFor()
  await ownApp.getByText(deploymentDisplay({ ...deployment, status: 'succeeded' }).label).waitFor()
  await page.goto(`${product.url}/app/accounts/${account().id}?tab=activity`)
  await page.getByText(actionOf('updateApp')).first().waitFor()
  expect(browserErrors).toEqual([])
})

it('explains why a deployment failed, and what is missing for deployments', async () => {
  const { page, browserErrors } = daniel
  product.simulator.asyncDelayMs = 0
  const { caller } = await product.withKey(['deploy'], { accountIds: [account().id] })
  const { body } = await caller.post('/argo/UpdateApp', { ...newApp(), source: { ...newApp().source, path: 'apps/missing' } })
  await page.goto(tab(`&deployment=${body.id}`))
  await page
    .getByRole('dialog')
    .getByText(/app path does not exist$/)
    .waitFor()
  product.simulator.faults.add({ service: 'argocd', action: { kind: 'status', status: 418 } })
  const laterDate = new Date(Date.now() + 1_000)
  await product.db.updateTable('deployments').set({ ended_at: laterDate }).where('id', '=', body.id).execute()
  await page.goto(tab())
  await page.getByText(deploymentTabLabels.unreachable).waitFor()
  await page.getByText(deploymentTabLabels.healthUnknown).first().waitFor()
  product.simulator.faults.clear()
  const without = product.company.accounts.find(({ name, status }) => name.startsWith('bi-') && status === 'active')!
  const niamh = await product.visitAs('Niamh', `/app/accounts/${without.id}?tab=deployments`)
  await niamh.page.getByText(deploymentTabLabels.unavailable).waitFor()
  await niamh.page.getByRole('link', { name: deploymentTabLabels.generateKey }).waitFor()
  expect([...browserErrors, ...niamh.browserErrors]).toEqual([])
})

it.each([
  ['the tab', 'light', 1440],
  ['a deployment', 'dark', 390],
] as const)('is accessible and does not scroll sideways: %s %s %d', async (item, colorScheme, width) => {
  const { id } = await product.db.selectFrom('deployments').select('id').orderBy('created_at').executeTakeFirstOrThrow()
  const url = tab(item === 'the tab' ? '' : `&deployment=${id}`)
  expect(await violationsAt(daniel.page, url, colorScheme, width)).toEqual([])
  expect(daniel.browserErrors).toEqual([])
})
