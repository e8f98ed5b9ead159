import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freeNumbers, launch } from '../../server/features/services/edge/edge.fixture.ts'
import { storeMessages } from '../../server/features/services/edge/plan.ts'
import { onlyAdministrators } from '../../server/features/services/edge/policy.ts'
import { describeFailures } from '../../server/features/services/edge/wave/halt.ts'
import { describeCounts, describeWave, edgeLabels, regionNames, rolloutLabels } from '../../web/features/services/edge/edgeLabels.ts'
import { rolloutActionLabels, rolloutFormLabels, rolloutListLabels, storeLookupLabels } from '../../web/features/services/edge/labels.ts'
import { describeProblems } from '../../web/features/services/edge/planProblems.ts'
import type { PlannedStore, Rollout } from '../../web/features/services/edge/types.ts'
import { describeMatches } from '../../web/shared/listSearchLabels.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct, type Visit } from './product.ts'

let product: Product
let niamh: Visit
beforeAll(async () => {
  product = await startProduct()
  product.simulator.asyncDelayMs = 20
  niamh = await product.visitAs('Niamh', '/app/edge')
})
afterAll(() => product?.close())

const quotaError = { error: { code: 'SubscriptionQuotaExceeded', message: 'The billing scope takes no more subscriptions.' } }
const counts = { total: 8, planned: 0, queued: 0, building: 0, ready: 0, completed: 0, failed: 0, skipped: 0 }
const problem = (code: NonNullable<PlannedStore['problem']>['code']) => ({ problem: { code, message: '' } })
const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement)

it('shows that there is no rollout yet, and links to the form to start one', async () => {
  const { page, browserErrors } = niamh
  await page.goto(`${product.url}/app/edge`)
  await page.getByText(rolloutListLabels.none).waitFor()
  await page.getByRole('link', { name: rolloutListLabels.create }).first().click()
  await page.getByLabel(rolloutFormLabels.stores, { exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

it('checks a list of stores, launches a rollout, shows why it halted, resumes it, and completes it by API key', async () => {
  const [numbers, name] = [freeNumbers(product, 8, 8 * previousAttempts()), nameOfAttempt('Summer tills')]
  product.simulator.faults.clear()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/edge/rollouts/new')
  const file = page.getByLabel(rolloutFormLabels.file)
  const uploadFile = (name: string, text: string) => file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await uploadFile('stores.xlsx', 'PK\u0003\u0004')
  await page.getByText(rolloutFormLabels.notText('stores.xlsx')).waitFor()
  await uploadFile('stores.csv', ['Store no,Town', '10x1,Leeds', ...numbers.map((number) => `${number},x`), `${numbers[0]},x`].join('\n'))
  await page.getByText(rolloutFormLabels.problems(2, 10)).waitFor()
  await page.getByText(describeProblems([problem('invalidNumber'), problem('duplicate')])).waitFor()
  await page.getByText(rolloutFormLabels.table(2)).waitFor()
  const plan = page.getByRole('grid', { name: rolloutFormLabels.plan })
  await plan.getByText(storeMessages.invalidNumber).waitFor()
  await page.getByLabel(rolloutFormLabels.onlyProblems).check()
  await plan.getByText(storeMessages.duplicate(2)).waitFor()
  expect(await plan.getByRole('row').count()).toBe(3)
  await page.getByRole('button', { name: rolloutFormLabels.removeProblems(2) }).click()
  await page.getByText(rolloutFormLabels.ready(8)).waitFor()
  expect(await page.getByLabel(rolloutFormLabels.stores, { exact: true }).inputValue()).toBe(numbers.join('\n'))
  await plan.getByText(new RegExp(`^store-${numbers[0]}-`)).waitFor()
  await page.getByLabel(rolloutFormLabels.waveSize).fill('4')
  await page.getByLabel(rolloutFormLabels.failureLimit, { exact: true }).fill('2')
  await page.getByRole('img', { name: rolloutFormLabels.waves(8, 2, 4) }).waitFor()
  await page.getByLabel(rolloutFormLabels.waveSize).fill('8')
  await page.getByLabel(rolloutFormLabels.stores, { exact: true }).fill(`${numbers.join(' ')} 999999`)
  await page.getByText(storeMessages.unknown).waitFor()
  await page.getByRole('button', { name: rolloutFormLabels.remove('999999') }).click()
  await page.getByText(rolloutFormLabels.ready(8)).waitFor()
  await page.reload()
  await page.getByRole('button', { name: rolloutFormLabels.launch(8) }).click()
  await page.getByText(rolloutFormLabels.nameTooShort).waitFor()
  await until(() => hasFocus(page.getByLabel(rolloutFormLabels.name, { exact: true })))
  await page.getByLabel(rolloutFormLabels.name, { exact: true }).fill(name)
  const errors = [{ field: '/waveSize', message: `is too small for ${numbers.length} stores` }]
  const rejection = { status: 400, json: { code: 'invalidRequest', message: 'That would be 501 waves.', errors } }
  await page.route('**/edge/newStores', (route) => route.fulfill(rejection), { times: 1 })
  await page.getByRole('button', { name: rolloutFormLabels.launch(8) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: rolloutFormLabels.launch(8) })
    .click()
  await page.getByText(/is too small for 8 stores/i).waitFor()
  await until(() => hasFocus(page.getByLabel(rolloutFormLabels.waveSize)))
  const rollouts = product.db.selectFrom('edge_rollouts').select(['id', 'reference']).where('name', '=', name)
  expect(await rollouts.execute()).toEqual([])

  product.simulator.faults.add({
    service: 'arm',
    method: 'PUT',
    path: '/aliases/',
    skip: 1,
    count: 2,
    action: { kind: 'status', status: 400, body: quotaError },
  })
  await page.getByRole('button', { name: rolloutFormLabels.launch(8) }).click()
  await page.getByRole('dialog').getByText(rolloutFormLabels.scale(8, 1)).waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: rolloutFormLabels.launch(8) })
    .click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await page.getByRole('alert').getByText(describeFailures(2, 1)).waitFor()
  await page
    .getByRole('button', { name: describeWave({ number: 1, status: 'halted', counts: { ...counts, ready: 6, failed: 2 } }) })
    .waitFor()
  await page.getByRole('button', { name: rolloutActionLabels.showFailed }).click()
  const stores = page.getByRole('grid', { name: rolloutActionLabels.stores })
  await stores
    .getByText(/takes no more subscriptions/)
    .first()
    .waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] tbody tr').length === 2)
  product.simulator.faults.clear()
  await page.getByRole('button', { name: rolloutActionLabels.resume }).click()
  await page.getByRole('radio', { name: rolloutActionLabels.retry }).waitFor()
  await page.getByRole('button', { name: rolloutActionLabels.retryAndResume }).click()
  await page.getByText(rolloutLabels.built.label).waitFor()
  await page.getByRole('button', { name: describeWave({ number: 1, status: 'done', counts: { ...counts, ready: 8 } }) }).waitFor()

  const { caller } = await product.withKey(['edge:complete'])
  const { id, reference } = await rollouts.executeTakeFirstOrThrow()
  await page.goto(`${product.url}/app/edge/rollouts/${id}`)
  const map = page.getByRole('group', { name: rolloutActionLabels.regions })
  await map.getByRole('button').first().waitFor()
  await caller.patch('/edge/completedStores', numbers.slice(1))
  await page.getByText(describeWave({ number: 1, status: 'done', counts: { ...counts, ready: 1, completed: 7 } })).waitFor()
  await caller.patch('/edge/completedStores', numbers)
  await page.getByText(rolloutLabels.completed.label, { exact: true }).first().waitFor()
  const tiles = map.getByRole('button')
  const firstTile = tiles.first()
  const regionText = await firstTile.textContent()
  const { body: rollout } = await product.as(product.persona('Niamh').id).get(`/edge/rollouts/${id}`)
  const firstRegion = rollout.regions.find(({ region, counts }: Pick<Rollout['regions'][number], 'region' | 'counts'>) =>
    regionText?.startsWith(`${regionNames[region][0]}: ${describeCounts(counts)}`),
  )
  expect(await map.locator('button[tabindex="0"]').count()).toBe(1)
  await firstTile.focus()
  await page.keyboard.press('End')
  expect(await tiles.last().evaluate((tile) => tile === document.activeElement)).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByText(describeMatches(firstRegion.counts.total, 8, 'store'), { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('region')).toBeTruthy()

  const daniel = await product.visitAs('Daniel', '/app/edge/stores')
  await daniel.page.getByText(storeLookupLabels.start).waitFor()
  await daniel.page.getByLabel(storeLookupLabels.find).fill(numbers[0]!)
  await daniel.page.getByRole('link', { name: new RegExp(`^${numbers[0]} `) }).click()
  const drawer = daniel.page.getByRole('dialog')
  await drawer.getByRole('link', { name: new RegExp(`^store-${numbers[0]}-`) }).waitFor()
  await drawer.getByText(edgeLabels.completed.label, { exact: true }).waitFor()
  await drawer.getByRole('link', { name: `${reference} ${name}` }).waitFor()
  expect([...browserErrors, ...daniel.browserErrors]).toEqual([])
})

it('shows the age of the data when the store directory is unavailable', async () => {
  const numbers = freeNumbers(product, 2)
  product.simulator.faults.clear()
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/edge/stores')
  await page.getByLabel(storeLookupLabels.find).fill(numbers[0]!)
  await page.getByRole('link', { name: new RegExp(`^${numbers[0]} `) }).waitFor()
  product.simulator.faults.add({ service: 'stores', action: { kind: 'status', status: 418 } })
  await page.getByLabel(storeLookupLabels.find).fill(numbers[1]!)
  await page.getByText(storeLookupLabels.unreachable).waitFor()
  product.simulator.faults.clear()
  await page.goto(`${product.url}/app/edge/rollouts/new`)
  await page.getByText(onlyAdministrators).waitFor()
  expect(browserErrors).toEqual([])
})

it.each([
  ['/rollouts/:id', 'light', 1440],
  ['/rollouts/:id', 'dark', 390],
  ['/rollouts/new', 'light', 390],
] as const)('is accessible and does not scroll sideways: %s %s %d', async (path, colorScheme, width) => {
  const { id } = (await product.db.selectFrom('edge_rollouts').select('id').executeTakeFirst()) ?? {
    id: await launch(product, 'Autumn tills', freeNumbers(product, 1, 30)),
  }
  const url = `${product.url}/app/edge${path.replace(':id', id)}`
  expect(await violationsAt(niamh.page, url, colorScheme, width)).toEqual([])
  expect(niamh.browserErrors).toEqual([])
})
