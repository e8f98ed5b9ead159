import { describe, expect, it } from 'vitest'
import type { TemplateApprovalRule } from '../../../db/tables.ts'
import { alwaysNeedsApproval, evaluateApprovalRule } from './approvalRule.ts'

const requestedTerms = { budget: 4_000, currency: 'GBP', hours: 72, overruns: 0 }

const valuePattern = /[£€]\d+(?:\.\d\d)?|\d+ (?:days?|hours?|sandboxes)/g

describe('the automatic approval', () => {
  it.each<[string, TemplateApprovalRule, Partial<typeof requestedTerms>, boolean, string[]]>([
    ['approval always required', { mode: 'required' }, {}, false, [alwaysNeedsApproval]],
    ['approval never required', { mode: 'automatic' }, { overruns: 3 }, true, []],
    ['within its budget', { mode: 'within', budget: 4_000 }, {}, true, ['£40', '£40']],
    ['a penny above its budget', { mode: 'within', budget: 4_000 }, { budget: 4_001 }, false, ['£40']],
    ['within its time', { mode: 'within', hours: 72 }, {}, true, ['3 days', '3 days']],
    ['one hour', { mode: 'within', hours: 2 }, { hours: 1 }, true, ['1 hour', '2 hours']],
    ['an hour longer', { mode: 'within', hours: 72 }, { hours: 73 }, false, ['3 days']],
    ['within both', { mode: 'within', budget: 5_000, hours: 168 }, {}, true, ['£40', '£50', '3 days', '7 days']],
    ['beyond both', { mode: 'within', budget: 1_000, hours: 24 }, {}, false, ['£10', '1 day']],
    [
      'a clean record',
      { mode: 'within', budget: 5_000, hours: 168, cleanRecord: true },
      {},
      true,
      ['£40', '£50', '3 days', '7 days', '90 days'],
    ],
    ['a record that isn’t clean', { mode: 'within', cleanRecord: true }, { overruns: 1 }, false, ['90 days']],
    [
      'too expensive and no clean record',
      { mode: 'within', budget: 1_000, cleanRecord: true },
      { overruns: 2 },
      false,
      ['£10', '2 sandboxes', '90 days'],
    ],
    ['an irrelevant record', { mode: 'within', budget: 5_000 }, { overruns: 9 }, true, ['£40', '£50']],
    ['no limits', { mode: 'within' }, {}, false, [alwaysNeedsApproval]],
  ])('decides on automatic approval: %s', (_name, approval, overrides, isAutomatic, values) => {
    const { automatic, reasons } = evaluateApprovalRule(approval, { ...requestedTerms, ...overrides })
    expect([automatic, ...reasons.flatMap((text) => (text === alwaysNeedsApproval ? text : (text.match(valuePattern) ?? [])))]).toEqual([
      isAutomatic,
      ...values,
    ])
  })

  it('uses the template’s currency', () => {
    const { reasons } = evaluateApprovalRule({ mode: 'within', budget: 5_000 }, { ...requestedTerms, currency: 'EUR' })
    expect(reasons.join(' ').match(valuePattern)).toEqual(['€40', '€50'])
  })
})
