import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { votesDiscarded } from '../../server/approvals/timeline.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { accountFieldLabels } from '../../web/features/accounts/accounts/labels.ts'
import { catalogueLabels } from '../../web/features/accounts/catalogue/labels.ts'
import { servicesLabels, underwayLabels, updateActionLabels, votesGiven } from '../../web/features/accounts/updates/labels.ts'
import { votesSetAside } from '../../web/features/accounts/updates/votesSetAside.ts'
import { nameOfThisTry } from '../earlierTries.ts'
import { readChangedAccount } from '../readChangedAccount.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct, type Visit } from './product.ts'
import { submitOf } from './submit.ts'

let product: Product
const visits: Visit[] = []

beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())
afterEach(async () => {
  product.simulator.faults.clear()
  for (const { page, complaints } of visits.splice(0)) {
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

async function visit(givenName: string, path?: string, options?: Parameters<Product['visitAs']>[2]): Promise<Page> {
  const opened = await product.visitAs(givenName, path, options)
  visits.push(opened)
  return opened.page
}
const ravi = () => product.as(product.persona('Ravi').id)
const waitForStatus = (page: Page, text: string | RegExp) => page.locator('main header').getByText(text).waitFor()
const noSidewaysScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

const missingFrom = (account: { catalogueItemIds: string[] }, ...names: string[]) =>
  names.find((name) => !account.catalogueItemIds.includes(product.company.catalogue.find((item) => item.name === name)!.id))!

describe('an update of an account’s services', () => {
  it('goes from the catalogue through the inbox to a merged pull request, live for the owner', async () => {
    const account = accountOf(product, 0)
    const item = product.company.catalogue.find(
      (each) => each.name === missingFrom(account, 'Virtual Machines', 'App Service', 'Key Vault'),
    )!
    const page = await visit('Daniel', `/app/accounts/${account.id}?tab=changes`)
    await page.getByRole('link', { name: servicesLabels.edit }).click()
    await page.getByRole('searchbox', { name: catalogueLabels.search }).fill(item.name)
    await page.getByRole('button', { name: `Add ${item.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(servicesLabels.total).waitFor()
    await screenshot(page, 'updates/item-dialog')
    await submitOf(dialog).click()
    await page.getByRole('list', { name: servicesLabels.changes }).getByText(item.name).waitFor()
    await page.getByRole('list', { name: servicesLabels.approvers }).getByText('Ravi Deshmukh').waitFor()
    // Without a reason it does not go.
    await submitOf(page.getByRole('main')).click()
    await page.getByText(servicesLabels.reasonMissing).waitFor()
    await page.getByLabel(servicesLabels.reason).fill('Load tests for the summer campaign.')
    await screenshot(page, 'updates/services', { fullPage: true })
    await submitOf(page.getByRole('main')).click()
    await page.getByRole('heading', { name: `Add ${item.name}`, level: 1 }).waitFor()
    await waitForStatus(page, /Waiting for the family owner/)
    await screenshot(page, 'updates/waiting', { fullPage: true })

    const inbox = await visit('Ravi', '/app/approvals')
    await inbox.getByRole('link', { name: account.name }).click()
    await inbox.getByRole('heading', { name: 'Changes' }).waitFor()
    await inbox.getByText('Load tests for the summer campaign.').waitFor()
    await screenshot(inbox, 'updates/inbox', { fullPage: true })
    await inbox.keyboard.press('a')
    await inbox.keyboard.press('Enter')
    await inbox.getByText('Approved. The change is being applied.', { exact: true }).waitFor()

    await waitForStatus(page, 'Done')
    await page.getByText(/UPD-\d+-\d+ is complete/).waitFor()
    await screenshot(page, 'updates/done', { fullPage: true })
    const row = await product.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    const changed = await readChangedAccount(product, account, row.id)
    expect(changed).toMatchObject({ run: 'succeeded', pullRequests: ['merged'], notifiedDone: 1 })
    expect(changed.itemIds).toContain(item.id)

    await page.goto(`${product.url}/app/accounts/${account.id}?tab=changes`)
    await page.getByRole('link', { name: item.name, exact: true }).waitFor()
    await screenshot(page, 'updates/changes-tab', { fullPage: true })
  })

  it('can be edited while it waits, which discards votes, and can be withdrawn', async () => {
    const account = accountOf(product, 1)
    const [held] = account.catalogueItemIds
    const daniel = product.as(product.persona('Daniel').id)
    const asked = await daniel.post(`/accounts/${account.id}/updates/catalogue`, { remove: [held], reason: 'Not needed any more.' })
    await product.db.updateTable('approval_stages').set({ minimum: 2 }).where('approval_id', '=', asked.body.approvals[0].id).execute()
    await ravi().post(`/accounts/${account.id}/updates/${asked.body.id}/approve`, { decision: 'approve', stage: 1 })
    const page = await visit('Daniel', `/app/accounts/${account.id}/updates/${asked.body.id}`)
    await page.getByRole('link', { name: updateActionLabels.edit }).click()
    await page.getByText(votesGiven(1)).waitFor()
    await page.getByLabel(servicesLabels.reason).fill('Not needed any more, as agreed with Ravi.')
    await submitOf(page.getByRole('main')).click()
    await page.getByText(votesSetAside(1).description!).waitFor()
    await page.getByText(votesDiscarded).waitFor()
    await page.getByRole('button', { name: updateActionLabels.withdraw }).click()
    await submitOf(page.getByRole('dialog')).click()
    await waitForStatus(page, 'Withdrawn')
    const row = await product.db.selectFrom('account_updates').select('status').where('id', '=', asked.body.id).executeTakeFirstOrThrow()
    expect(row.status).toBe('cancelled')
  })

  it('shows that a change of details is being applied until the cloud has it', async () => {
    const account = accountOf(product, 2)
    product.simulator.asyncDelayMs = 4_000
    const page = await visit('Daniel', `/app/accounts/${account.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel(accountFieldLabels.costCentre).fill('CC-9009')
    await submitOf(page.getByRole('dialog')).click()
    await page.getByText(underwayLabels.applying).waitFor()
    await screenshot(page, 'updates/being-applied')
    await page.getByRole('link', { name: underwayLabels.progress }).click()
    await waitForStatus(page, 'Done')
    product.simulator.asyncDelayMs = 200
    expect((await product.context.clients.arm.getTags(`/subscriptions/${account.subscriptionId}`)).costCentre).toBe('CC-9009')
  })
})

describe('the catalogue', () => {
  it('is open to every person, and only administrators change it', async () => {
    const page = await visit('Tomasz', '/app/catalogue')
    await page.getByRole('link', { name: 'Kubernetes Cluster' }).waitFor()
    await screenshot(page, 'updates/catalogue', { fullPage: true })
    await page.getByRole('searchbox', { name: catalogueLabels.search }).fill('firewall')
    await page.getByRole('link', { name: 'Azure Firewall' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Ewa').first().waitFor()
    await screenshot(page, 'updates/catalogue-item')
    expect(await drawer.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: catalogueLabels.create }).count()).toBe(0)
  })

  it('is maintained by administrators, who see the form of their schema', async () => {
    const name = nameOfThisTry('Search Service')
    const page = await visit('Niamh', '/app/catalogue')
    await page.getByRole('button', { name: catalogueLabels.create }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Description').fill('Full-text search over the data of the account.')
    await dialog.getByLabel('Category').fill('Data')
    await dialog.getByLabel(catalogueLabels.monthlyCost).fill('75')
    await dialog.getByRole('button', { name: 'Choice' }).click()
    await dialog.getByRole('button', { name: 'Number' }).click()
    await dialog.getByText('From 1 to 10. The price depends on this value.').waitFor()
    await screenshot(page, 'updates/catalogue-edit')
    await submitOf(dialog).click()
    await page.getByRole('link', { name }).waitFor()
    const made = await product.db.selectFrom('catalogue_items').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    expect(Object.keys((made.inputs as { properties: object }).properties)).toEqual(['choice', 'number'])
  })
})

describe.each(['light', 'dark'] as const)('the %s theme on a phone', (colorScheme) => {
  it('fits the screen', async () => {
    const account = accountOf(product, 3)
    const daniel = product.as(product.persona('Daniel').id)
    const pending = await daniel.get(`/accounts/${account.id}/updates/pending-approval`)
    const waits =
      pending.body[0] ??
      (
        await daniel.post(`/accounts/${account.id}/updates/catalogue`, {
          remove: [account.catalogueItemIds[0]],
          reason: 'It has not been used since the spring, and its cost is better spent elsewhere.',
        })
      ).body
    const page = await visit('Daniel', `/app/accounts/${account.id}?tab=changes`, { viewport: { width: 390, height: 844 }, colorScheme })
    const pages: [string, string, string][] = [
      ['tab', `/app/accounts/${account.id}?tab=changes`, waits.reference],
      ['update', `/app/accounts/${account.id}/updates/${waits.id}`, 'Approvers'],
      ['services', `/app/accounts/${account.id}/services?update=${waits.id}`, 'Changes'],
      ['catalogue', '/app/catalogue', 'Kubernetes Cluster'],
    ]
    for (const [name, path, text] of pages) {
      await page.goto(product.url + path)
      await page.getByText(text).first().waitFor()
      await screenshot(page, `updates/${colorScheme}-390-${name}`, { fullPage: true })
      expect([name, await noSidewaysScroll(page)]).toEqual([name, true])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.url}/app/accounts/${account.id}?tab=changes`)
    await page.getByText(waits.reference).first().waitFor()
    await screenshot(page, `updates/${colorScheme}-1440-tab`, { fullPage: true })
  })
})
