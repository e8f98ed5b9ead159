import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { votesDiscarded } from '../../server/approvals/timeline.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { completedSentence } from '../../server/features/accounts/updates/queries.ts'
import { accountActionLabels } from '../../web/features/accounts/accounts/labels.ts'
import { catalogueLabels } from '../../web/features/accounts/catalogue/labels.ts'
import { samples } from '../../web/features/accounts/catalogue/schemaText.ts'
import { servicesLabels, updateActionLabels, updateRunLabels, votesLabel } from '../../web/features/accounts/updates/labels.ts'
import { resetVotesToast } from '../../web/features/accounts/updates/resetVotesToast.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import type { RequestState } from '../../web/shared/requestStatus.ts'
import { hintOf } from '../../web/shared/schemaValues.ts'
import { updateStatus } from '../../web/shared/updateStatus.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
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
  for (const { page, browserErrors } of visits.splice(0)) {
    expect(browserErrors).toEqual([])
    await page.context().close()
  }
})

async function openPage(givenName: string, path?: string, options?: Parameters<Product['visitAs']>[2]): Promise<Page> {
  const openedVisit = await product.visitAs(givenName, path, options)
  visits.push(openedVisit)
  return openedVisit.page
}
const ravi = () => product.as(product.persona('Ravi').id)
const waitForStatus = (page: Page, text: string | RegExp) => page.locator('main header').getByText(text).waitFor()
const hasNoHorizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

const statusSentence = (state: Pick<RequestState, 'status'> & Partial<RequestState>) =>
  updateStatus({ waitingFor: null, runStatus: null, reversal: null, graceEndsAt: null, requester: { id: '', displayName: '' }, ...state })
    .sentence

const missingFrom = (account: { catalogueItemIds: string[] }, names: RegExp) =>
  product.company.catalogue.find(({ id, name }) => names.test(name) && !account.catalogueItemIds.includes(id))!

describe('an update of an account’s services', () => {
  it('goes from the catalogue through the inbox to a merged pull request, with live status for the owner', async () => {
    const account = accountOf(product, 0)
    const item = missingFrom(account, /^(Virtual Machines|App Service|Key Vault)$/)
    const page = await openPage('Daniel', `/app/accounts/${account.id}?tab=changes`)
    await page.getByRole('link', { name: servicesLabels.edit }).click()
    await page.getByRole('searchbox', { name: catalogueLabels.search }).fill(item.name)
    await page.getByRole('button', { name: `${servicesLabels.add} ${item.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(servicesLabels.total).waitFor()
    await screenshot(page, 'updates/item-dialog')
    await submitOf(dialog).click()
    await page.getByRole('list', { name: servicesLabels.changes }).getByText(item.name).waitFor()
    await page.getByRole('list', { name: servicesLabels.approvers }).getByText('Ravi Deshmukh').waitFor()
    await submitOf(page.getByRole('main')).click()
    await page.getByText(servicesLabels.reasonMissing).waitFor()
    await page.getByLabel(servicesLabels.reason).fill('Load tests for the summer campaign.')
    await screenshot(page, 'updates/services', { fullPage: true })
    await submitOf(page.getByRole('main')).click()
    await page.getByRole('heading', { name: item.name, level: 1 }).waitFor()
    await waitForStatus(page, statusSentence({ status: 'pending_approval', waitingFor: 'Family owner' }))
    await screenshot(page, 'updates/waiting', { fullPage: true })

    const inbox = await openPage('Ravi', '/app/approvals')
    await inbox.getByRole('link', { name: account.name }).click()
    await inbox.getByRole('article').getByRole('table').getByText(item.name).waitFor()
    await inbox.getByText('Load tests for the summer campaign.').waitFor()
    await screenshot(inbox, 'updates/inbox', { fullPage: true })
    await inbox.keyboard.press('a')
    await inbox.keyboard.press('Enter')
    await inbox.getByText(updateRunLabels.approved).first().waitFor()

    await waitForStatus(page, statusSentence({ status: 'approved', runStatus: 'succeeded' }))
    const row = await product.db
      .selectFrom('account_updates')
      .select(['id', 'reference'])
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    await page.getByText(completedSentence(row.reference)).waitFor()
    await screenshot(page, 'updates/done', { fullPage: true })
    const updated = await readChangedAccount(product, account, row.id)
    expect(updated).toMatchObject({ run: 'succeeded', pullRequests: ['merged'], notifiedDone: 1 })
    expect(updated.itemIds).toContain(item.id)

    await page.goto(`${product.url}/app/accounts/${account.id}?tab=changes`)
    await page.getByRole('link', { name: item.name, exact: true }).waitFor()
    await screenshot(page, 'updates/changes-tab', { fullPage: true })
  })

  it('can be edited while it waits, which discards votes, and can be withdrawn', async () => {
    const account = accountOf(product, 1)
    const [currentItemId] = account.catalogueItemIds
    const daniel = product.as(product.persona('Daniel').id)
    const response = await daniel.post(`/accounts/${account.id}/updates/catalogue`, {
      remove: [currentItemId],
      reason: 'Not needed any more.',
    })
    await product.db.updateTable('approval_stages').set({ minimum: 2 }).where('approval_id', '=', response.body.approvals[0].id).execute()
    await ravi().post(`/accounts/${account.id}/updates/${response.body.id}/approve`, { decision: 'approve', stage: 1 })
    const page = await openPage('Daniel', `/app/accounts/${account.id}/updates/${response.body.id}`)
    await page.getByRole('link', { name: updateActionLabels.edit }).click()
    await page.getByText(votesLabel(1)).waitFor()
    await page.getByLabel(servicesLabels.reason).fill('Not needed any more, as agreed with Ravi.')
    await submitOf(page.getByRole('main')).click()
    await page.getByText(resetVotesToast(1).description!).waitFor()
    await page.getByText(votesDiscarded).waitFor()
    await page.getByRole('button', { name: updateActionLabels.withdraw }).click()
    await submitOf(page.getByRole('dialog')).click()
    await waitForStatus(page, statusSentence({ status: 'cancelled' }))
    const row = await product.db.selectFrom('account_updates').select('status').where('id', '=', response.body.id).executeTakeFirstOrThrow()
    expect(row.status).toBe('cancelled')
  })

  it('shows that a change of details is being applied until it is complete in the cloud', async () => {
    const account = accountOf(product, 2)
    product.simulator.asyncDelayMs = 4_000
    const page = await openPage('Daniel', `/app/accounts/${account.id}`)
    await page.getByRole('button', { name: accountActionLabels.edit, exact: true }).click()
    await page.getByRole('dialog').getByLabel(accountFieldLabels.costCentre).fill('CC-9009')
    await submitOf(page.getByRole('dialog')).click()
    await page.getByText(updateRunLabels.applying).waitFor()
    await screenshot(page, 'updates/being-applied')
    await page.getByRole('link', { name: updateRunLabels.progress }).click()
    await waitForStatus(page, statusSentence({ status: 'approved', runStatus: 'succeeded' }))
    product.simulator.asyncDelayMs = 200
    expect((await product.context.clients.arm.getTags(`/subscriptions/${account.subscriptionId}`)).costCentre).toBe('CC-9009')
  })
})

describe('the catalogue', () => {
  it('shows the items to everyone, and the controls to change them only to administrators', async () => {
    const page = await openPage('Tomasz', '/app/catalogue')
    await page.getByRole('link', { name: 'Kubernetes Cluster' }).waitFor()
    await screenshot(page, 'updates/catalogue', { fullPage: true })
    await page.getByRole('searchbox', { name: catalogueLabels.search }).fill('firewall')
    await page.getByRole('link', { name: 'Azure Firewall' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Ewa').first().waitFor()
    await screenshot(page, 'updates/catalogue-item')
    expect(await drawer.getByRole('button', { name: catalogueLabels.edit }).count()).toBe(0)
    expect(await page.getByRole('button', { name: catalogueLabels.create }).count()).toBe(0)
  })

  it('lets administrators create an item, with a preview of its form', async () => {
    const name = nameOfAttempt('Search Service')
    const page = await openPage('Niamh', '/app/catalogue')
    await page.getByRole('button', { name: catalogueLabels.create }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(catalogueLabels.name, { exact: true }).fill(name)
    await dialog.getByLabel(catalogueLabels.description).fill('Full-text search over the data of the account.')
    await dialog.getByLabel(catalogueLabels.category).fill('Data')
    await dialog.getByLabel(catalogueLabels.monthlyCost).fill('75')
    await dialog.getByRole('button', { name: samples['choice']!.label }).click()
    await dialog.getByRole('button', { name: samples['number']!.label }).click()
    await dialog.getByText(hintOf(samples['number']!.property)!).waitFor()
    await screenshot(page, 'updates/catalogue-edit')
    await submitOf(dialog).click()
    await page.getByRole('link', { name }).waitFor()
    const created = await product.db.selectFrom('catalogue_items').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    expect(Object.keys((created.inputs as { properties: object }).properties)).toEqual(['choice', 'number'])
  })
})

describe.each(['light', 'dark'] as const)('the %s theme on a phone', (colorScheme) => {
  it('fits the screen', async () => {
    const account = accountOf(product, 3)
    const daniel = product.as(product.persona('Daniel').id)
    const pendingResponse = await daniel.get(`/accounts/${account.id}/updates/pending-approval`)
    const waits =
      pendingResponse.body[0] ??
      (
        await daniel.post(`/accounts/${account.id}/updates/catalogue`, {
          remove: [account.catalogueItemIds[0]],
          reason: 'It has not been used since the spring, and its cost is better spent elsewhere.',
        })
      ).body
    const page = await openPage('Daniel', `/app/accounts/${account.id}?tab=changes`, { viewport: { width: 390, height: 844 }, colorScheme })
    const pages: [string, string, string][] = [
      ['tab', `/app/accounts/${account.id}?tab=changes`, waits.reference],
      ['update', `/app/accounts/${account.id}/updates/${waits.id}`, servicesLabels.approvers],
      ['services', `/app/accounts/${account.id}/services?update=${waits.id}`, servicesLabels.changes],
      ['catalogue', '/app/catalogue', 'Kubernetes Cluster'],
    ]
    for (const [name, path, text] of pages) {
      await page.goto(product.url + path)
      await page.getByText(text).first().waitFor()
      await screenshot(page, `updates/${colorScheme}-390-${name}`, { fullPage: true })
      expect([name, await hasNoHorizontalScroll(page)]).toEqual([name, true])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.url}/app/accounts/${account.id}?tab=changes`)
    await page.getByText(waits.reference).first().waitFor()
    await screenshot(page, `updates/${colorScheme}-1440-tab`, { fullPage: true })
  })
})
