import { describe, expect, it } from 'vitest'
import type { TemplateApprovalRule } from '../../../db/tables.ts'
import { alwaysNeedsApproval, evaluateApprovalRule } from './approvalRule.ts'

const requestedTerms = { budget: 4_000, currency: 'GBP', hours: 72, overruns: 0 }

describe('the automatic approval', () => {
  it.each<[string, TemplateApprovalRule, Partial<typeof requestedTerms>, boolean, string[]]>([
    ['approval always required', { mode: 'required' }, {}, false, [alwaysNeedsApproval]],
    ['approval never required', { mode: 'automatic' }, { overruns: 3 }, true, ['Approved automatically: this template needs no approval.']],
    ['within its budget', { mode: 'within', budget: 4_000 }, {}, true, ['Approved automatically: £40.00 is within £40.00.']],
    [
      'a penny above its budget',
      { mode: 'within', budget: 4_000 },
      { budget: 4_001 },
      false,
      ['Requests of up to £40.00 are approved automatically.'],
    ],
    ['within its time', { mode: 'within', hours: 72 }, {}, true, ['Approved automatically: 3 days are within 3 days.']],
    ['one hour', { mode: 'within', hours: 2 }, { hours: 1 }, true, ['Approved automatically: 1 hour is within 2 hours.']],
    ['an hour longer', { mode: 'within', hours: 72 }, { hours: 73 }, false, ['Requests for up to 3 days are approved automatically.']],
    [
      'within both',
      { mode: 'within', budget: 5_000, hours: 168 },
      {},
      true,
      ['Approved automatically: £40.00 is within £50.00 and 3 days are within 7 days.'],
    ],
    [
      'beyond both',
      { mode: 'within', budget: 1_000, hours: 24 },
      {},
      false,
      ['Requests of up to £10.00 and for up to 1 day are approved automatically.'],
    ],
    [
      'a clean record',
      { mode: 'within', budget: 5_000, hours: 168, cleanRecord: true },
      {},
      true,
      [
        'Approved automatically: £40.00 is within £50.00, 3 days are within 7 days and no sandbox of the requester used up its budget in the last 90 days.',
      ],
    ],
    [
      'a record that isn’t clean',
      { mode: 'within', cleanRecord: true },
      { overruns: 1 },
      false,
      ['Approval is needed because a sandbox of the requester used up its budget in the last 90 days.'],
    ],
    [
      'too expensive and no clean record',
      { mode: 'within', budget: 1_000, cleanRecord: true },
      { overruns: 2 },
      false,
      [
        'Requests of up to £10.00 can be approved automatically.',
        'Approval is needed because 2 sandboxes of the requester used up their budget in the last 90 days.',
      ],
    ],
    [
      'an irrelevant record',
      { mode: 'within', budget: 5_000 },
      { overruns: 9 },
      true,
      ['Approved automatically: £40.00 is within £50.00.'],
    ],
    ['no limits', { mode: 'within' }, {}, false, [alwaysNeedsApproval]],
  ])('decides on automatic approval: %s', (_name, approval, overrides, isAutomatic, explanation) => {
    expect(evaluateApprovalRule(approval, { ...requestedTerms, ...overrides })).toMatchObject({ automatic: isAutomatic, why: explanation })
  })

  it('uses the template’s currency', () => {
    expect(evaluateApprovalRule({ mode: 'within', budget: 5_000 }, { ...requestedTerms, currency: 'EUR' }).why).toEqual([
      'Approved automatically: €40.00 is within €50.00.',
    ])
  })
})
