import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import type { RestoreDifference, RestoreProblem } from '../../server/db/tables.ts'
import { policies } from '../../server/features/approvals/policies/policies.fixture.ts'
import { openRestore } from '../../server/features/platform/restores/restores.fixture.ts'
import { publishChange } from '../../server/workflows/changes.ts'
import { restoreKind } from '../../server/workflows/restorePause.ts'
import { approveLabel } from '../../simulator/identity/signInPage.ts'
import { teamLabels } from '../../web/features/accounts/towers/labels.ts'
import { decisionOn, decisions } from '../../web/features/approvals/inbox/labels.ts'
import { describeProposal, policyLabels } from '../../web/features/approvals/policies/labels.ts'
import { describeDeletions, kindLabels, restoreLabels, sideLabels } from '../../web/features/platform/restore/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { operationLabels } from '../../web/features/platform/session/operationLabels.ts'
import { maintenanceLabels } from '../../web/features/platform/settings/maintenanceLabels.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

let number = 0
async function submitRequest(): Promise<{ id: string; name: string }> {
  const name = `checkout-confirm-${++number}`
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  const id = response.body.approvals[0].id as string
  await sql`update approvals set facts = jsonb_set(facts, '{request,privileged}', 'true') where id = ${id}`.execute(product.db)
  return { id, name }
}
const votes = (ids: string[]) => product.db.selectFrom('approval_decisions').select('comment').where('approval_id', 'in', ids).execute()

async function repeatSignIn(page: Page, personaName: string): Promise<void> {
  await page
    .getByRole('button', { name: product.persona(personaName).displayName })
    .first()
    .click()
  await page.getByRole('button', { name: approveLabel }).click()
}

async function confirm(page: Page, text: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text).waitFor()
  await dialog.getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, 'Ravi')
  await dialog.getByText(sessionLabels.continueAction).waitFor()
  await dialog.getByText(text).waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('counts a privileged approval and keeps its comment after the step-up sign-in', async () => {
  const { id, name } = await submitRequest()
  const { page, browserErrors } = await product.visitAs('Ravi', `/app/approvals?id=${id}`, { strong: false })
  await page.getByRole('button', { name: decisions.approve.label }).first().click()
  await page.getByRole('textbox', { name: decisions.approve.asks }).fill('Agreed with the board.')
  await page.getByRole('button', { name: decisionOn('approve', name) }).click()
  await page.getByRole('dialog').getByText(decisionOn('approve', name)).waitFor()
  expect(await votes([id])).toEqual([])
  await confirm(page, decisionOn('approve', name), operationLabels.decideAccountApproval.verb)
  await until(async () => (await votes([id])).length === 1)
  expect(await votes([id])).toEqual([{ comment: 'Agreed with the board.' }])
  expect(browserErrors).toEqual([])
})

it('adds a tower with leads after the step-up sign-in', async () => {
  const name = nameOfAttempt('Harbour')
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/towers', { strong: false })
  await page.getByRole('button', { name: operationLabels.createTower.verb }).click()
  const form = page.getByRole('dialog', { name: operationLabels.createTower.verb })
  await form.getByRole('textbox', { name: teamLabels.name }).fill(name)
  await form.getByRole('textbox', { name: teamLabels.code }).fill(['HARB', 'HARC', 'HARD'][previousAttempts()]!)
  await form.getByRole('combobox', { name: teamLabels.leads }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await form.getByRole('button', { name: operationLabels.createTower.verb }).click()
  await form.getByText(formProblemLabels.confirmIdentity).waitFor()
  const towers = () => product.db.selectFrom('towers').select('id').where('name', '=', name).execute()
  expect(await towers()).toEqual([])
  await form.getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, 'Niamh')
  await page.getByRole('dialog').getByRole('button', { name: operationLabels.createTower.verb, exact: true }).click()
  await page.getByRole('row', { name }).waitFor()
  expect(await towers()).toHaveLength(1)
  expect(browserErrors).toEqual([])
})

it('proposes a policy after the step-up sign-in without another click', async () => {
  const { draft, row } = policies(product)
  const { id, version } = (await draft('sandboxAccessRequest')) as { id: string; version: number }
  const { page, browserErrors } = await product.visitAs('Niamh', `/app/admin/policies/${id}?version=${version}&tab=edit`, { strong: false })
  await page.getByRole('button', { name: policyLabels.proposeDialog }).click()
  await page.getByRole('textbox', { name: policyLabels.changeReason }).fill('The board asked for it.')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: policyLabels.propose }).click()
  await dialog.getByRole('button', { name: formProblemLabels.confirm }).click()
  expect((await row(id, version))?.status).toBe('draft')
  await repeatSignIn(page, 'Niamh')
  await until(async () => (await row(id, version))?.status === 'proposed')
  const { name } = (await row(id, version))!
  await page.getByText(describeProposal({ version, name }).title).waitFor()
  expect((await row(id, version))?.change_note).toBe('The board asked for it.')
  expect(browserErrors).toEqual([])
})

const endReport = (restoreId: string, differences: RestoreDifference[], problems: RestoreProblem[] = []) =>
  inTransaction(product.db, async (tx) => {
    await tx
      .updateTable('restore_reports')
      .set({
        ended_at: sql<Date>`now()`,
        differences: JSON.stringify(differences),
        total: differences.length,
        problems: JSON.stringify(problems),
      })
      .where('restore_id', '=', restoreId)
      .where('ended_at', 'is', null)
      .execute()
    await publishChange(tx, { kind: restoreKind, id: restoreId })
  })

it('shows the report on a restore from the banner, and ends the pause after the step-up sign-in', async () => {
  const id = await openRestore(product)
  const report = { restore_id: id, number: 1, requested_by: null, ended_at: null }
  await product.db
    .insertInto('restore_reports')
    .values({ id: uuidv7(), ...report })
    .execute()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/', { strong: false })
  await page.getByRole('link', { name: maintenanceLabels.openRestore }).click()
  await page.getByRole('heading', { name: restoreLabels.title, level: 1 }).waitFor()
  await page.getByRole('progressbar', { name: restoreLabels.comparing }).waitFor()
  const accept = page.getByRole('button', { name: restoreLabels.accept })
  expect(await accept.getAttribute('aria-disabled')).toBe('true')

  await endReport(id, [], [{ kind: 'group', message: 'Microsoft Graph didn’t answer.' }])
  await page.getByText(restoreLabels.incomplete).waitFor()
  await page.getByText('Microsoft Graph didn’t answer.').waitFor()
  expect(await accept.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: restoreLabels.compare }).click()
  await page.getByRole('progressbar', { name: restoreLabels.comparing }).waitFor()

  const memberships = Array.from(
    { length: 12 },
    (_, n): RestoreDifference => ({
      kind: 'membership',
      side: n < 11 ? 'outside' : 'inside',
      id: `group-${n}`,
      name: `Person ${n} in az-basket-prod-reader`,
      detail: 'membership',
    }),
  )
  await endReport(id, [
    { kind: 'pendingDeletion', side: 'planned', id: 'account', name: 'basket-old', detail: 'account' },
    { kind: 'group', side: 'outside', id: 'group', name: 'az-restored', detail: 'group' },
    ...memberships,
  ])
  const outside = page.getByRole('region', { name: `${kindLabels.membership}: ${sideLabels.outside}` })
  await outside.getByText('Person 9 in').waitFor()
  expect(await outside.getByText('Person 10 in').count()).toBe(0)
  await outside.getByRole('button').click()
  await outside.getByText('Person 10 in').waitFor()
  await page.getByRole('region', { name: `${kindLabels.group}: ${sideLabels.outside}` }).waitFor()
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const)
    expect(await violationsAt(page, `${product.url}/app/restore`, theme, width), theme).toEqual([])

  const auditor = (await product.visitAs('Grace', '/app/restore')).page
  await auditor.getByRole('region', { name: `${kindLabels.group}: ${sideLabels.outside}` }).waitFor()
  expect(await auditor.getByRole('button', { name: restoreLabels.accept }).getAttribute('aria-disabled')).toBe('true')

  await page.getByText(restoreLabels.pauseQueues).waitFor()
  await accept.click()
  const form = page.getByRole('dialog')
  await form.getByText(describeDeletions(1)).waitFor()
  await form.getByRole('button', { name: restoreLabels.confirmAccept }).click()
  const explanation = 'Removed the group, which is unused.'
  const comment = form.getByRole('textbox', { name: restoreLabels.comment })
  await form.locator('[data-wrong]').waitFor()
  await comment.fill(explanation)
  await form.getByRole('button', { name: restoreLabels.confirmAccept }).click()
  await form.getByText(formProblemLabels.confirmIdentity).waitFor()
  await form.getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, 'Niamh')
  await form.getByText(sessionLabels.continueAction).waitFor()
  await form.getByText(describeDeletions(1)).waitFor()
  await form.getByRole('button', { name: operationLabels.acceptDatabaseRestore.verb, exact: true }).click()
  await page.getByText(operationLabels.acceptDatabaseRestore.next).waitFor()
  await page.getByRole('region', { name: restoreLabels.acceptance }).getByText(explanation).waitFor()
  await page.getByRole('link', { name: maintenanceLabels.openRestore }).waitFor({ state: 'detached' })
  expect(await page.getByText(restoreLabels.pauseQueues).count()).toBe(0)
  await auditor.getByRole('region', { name: restoreLabels.acceptance }).getByText('Niamh Brennan').waitFor()
  const restores = product.db.selectFrom('database_restores').select('accepted_by').where('id', '=', id)
  expect(await restores.execute()).toEqual([{ accepted_by: product.persona('Niamh').id }])
  expect(browserErrors).toEqual([])
})
