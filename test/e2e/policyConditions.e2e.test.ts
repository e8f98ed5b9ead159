import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessRequestSubject } from '../../server/features/access/assignments/subject.ts'
import { accountRequestSubject } from '../../server/features/accounts/requests/subject.ts'
import { conditionLabels, joinLabels } from '../../web/features/approvals/policies/conditionLabels.ts'
import { policyLabels } from '../../web/features/approvals/policies/labels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { violationsAt } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('builds a condition from a list with the keyboard alone, shows it as code, and saves it', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/policies')
  await page.getByRole('link', { name: `${policyLabels.edit} for ${accessRequestSubject.policy.name}` }).click()
  const rules = page.getByRole('region', { name: policyLabels.automaticApprovals })
  const count = await rules.getByRole('group', { name: conditionLabels.condition }).count()
  await rules.getByRole('button', { name: policyLabels.addApprovalRule }).press('Enter')
  const condition = rules.getByRole('group', { name: conditionLabels.condition }).nth(count)
  const addFact = condition.getByRole('combobox', { name: conditionLabels.add })
  await expect.poll(() => addFact.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.type('environment of the account')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const environment = condition.getByRole('combobox', { name: conditionLabels.valueOf('Environment') })
  await environment.focus()
  await page.keyboard.type('dev')
  await page.getByRole('option', { name: 'development' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('produktion')
  await page.keyboard.press('Tab')
  await condition.getByText(conditionLabels.unknownValue('produktion')).waitFor()
  await condition.getByRole('button', { name: uiLabels.remove('produktion') }).click()
  // Leaving the field must not lose the typed text.
  await environment.focus()
  await page.keyboard.type('test')
  await page.keyboard.press('Tab')

  // Only requests for new accounts have a workload.
  await addFact.focus()
  await page.keyboard.type('workload')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.keyboard.press('Control+A')

  await addFact.focus()
  await page.keyboard.type('duration')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await condition.getByRole('combobox', { name: conditionLabels.join }).waitFor()
  await page.getByRole('button', { name: policyLabels.saveDraft }).click()
  await expect.poll(() => condition.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await screenshot(page, 'condition-incomplete')
  const hours = condition.getByRole('textbox', { name: conditionLabels.valueOf('Requested time in hours') })
  await hours.fill('1 720')
  await rules.getByRole('textbox', { name: policyLabels.ruleReason }).nth(count).fill('Development is open to all of staff.')
  await condition.getByRole('combobox', { name: conditionLabels.join }).click()
  await page.getByRole('option', { name: joinLabels.any }).click()
  await screenshot(page, 'condition-list')
  await page.setViewportSize({ width: 390, height: 844 })
  await condition.scrollIntoViewIfNeeded()
  await screenshot(page, 'condition-390')
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])

  await rules.getByRole('button', { name: conditionLabels.asCode }).last().click()
  const code = rules.getByRole('textbox', { name: conditionLabels.condition }).last()
  expect(await code.inputValue()).toBe('target.environment in ["development", "test"] || request.hours <= 1720.0')
  await code.fill('request.hours <= 720.0 && (request.privileged || requester.owner)')
  expect(await rules.getByRole('button', { name: conditionLabels.asList }).last().getAttribute('aria-disabled')).toBe('true')
  await code.fill('request.hours <= 48.0 && !request.privileged')
  await rules.getByRole('button', { name: conditionLabels.asList }).last().click()
  await page.getByRole('button', { name: policyLabels.saveDraft }).click()
  await page.getByText(policyLabels.draftSaved).first().waitFor()
  const draft = await product.db
    .selectFrom('approval_policies')
    .select('approve')
    .where('subject_kind', '=', 'accessRequest')
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  expect(draft.approve.at(-1)).toMatchObject({ when: 'request.hours <= 48.0 && !request.privileged' })
  expect(browserErrors).toEqual([])
})

it('reads numbers with spaces or commas between the digits, in any locale of the browser', async () => {
  const { page } = await product.visitAs('Niamh', '/app/admin/policies', { locale: 'de-DE' })
  await page.getByRole('link', { name: `${policyLabels.edit} for ${accountRequestSubject.policy.name}` }).click()
  const rules = page.getByRole('region', { name: policyLabels.automaticApprovals })
  await rules.getByRole('button', { name: policyLabels.addApprovalRule }).click()
  const condition = rules.getByRole('group', { name: conditionLabels.condition }).last()
  await condition.getByRole('combobox', { name: conditionLabels.add }).fill('Budget in pounds')
  await page.getByRole('option').first().click()
  const budget = condition.getByRole('textbox', { name: conditionLabels.valueOf('Budget') })
  const paste = async (text: string) => {
    await budget.selectText()
    await page.keyboard.insertText(text)
  }
  const enterings: [string, () => Promise<void>][] = [
    ['1,001', () => budget.fill('1 001')],
    ['1,002', () => paste('1 002')],
    ['1,003', () => paste('1\u202f003')],
    ['1,004', () => budget.fill('1,004')],
    ['1,005', () => paste('1,005')],
    [
      '1,006',
      async () => {
        await budget.fill('')
        await budget.pressSequentially('1 006')
      },
    ],
  ]
  for (const [shown, enter] of enterings) {
    await enter()
    await budget.blur()
    await expect.poll(() => budget.inputValue()).toBe(shown)
  }
})
