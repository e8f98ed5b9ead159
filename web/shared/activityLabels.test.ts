import { describe, expect, it } from 'vitest'
import { actionLabels } from '../../client/actionLabels.ts'
import { actionLabel } from '../../server/audit/actionLabel.ts'
import { callLabels } from '../../server/audit/callLabels.ts'
import { outcomeLabels, outcomes } from '../../server/audit/outcome.ts'
import { operations } from '../../server/operations.ts'
import { actionOf, hasLabel, withOutcome } from './activityLabels.ts'
import { outcomeLabel } from './activityOutcome.tsx'

describe('actionOf', () => {
  it('has a label for every audited operation', () => {
    const auditedOperations = operations.filter(({ method, readOnly, audited }) => (method !== 'GET' && !readOnly) || audited)
    expect(auditedOperations.map(({ id }) => id).filter((id) => !hasLabel(id))).toEqual([])
  })

  it('derives other labels from the operation ID', () => {
    expect(actionOf('listResources')).toMatch(/ resources$/)
  })

  it('starts with the outcome of an action that was not done', () => {
    const label = actionOf('endAllSessions')
    const done = outcomes.filter((outcome) => withOutcome(label, outcome) === label)
    expect(done).toEqual(['allowed'])
    for (const outcome of outcomes.filter((each) => each !== 'allowed'))
      expect(withOutcome(label, outcome)).toBe(`${outcomeLabel(outcome)}: ${label}`)
  })

  it('shows the labels that the search of the audit trail finds', () => {
    const ids = [...operations.map(({ id }) => id), ...Object.keys(actionLabels)]
    expect(ids.filter((id) => actionOf(id) !== actionLabel(id))).toEqual([])
    expect(outcomes.filter((outcome) => outcomeLabel(outcome) !== outcomeLabels[outcome])).toEqual([])
  })

  it('has labels only for operations and for events that are not operations', () => {
    const ids = new Set(operations.map(({ id }) => id))
    expect(Object.keys(callLabels).filter((id) => !ids.has(id))).toEqual(['signIn', 'signOut', 'eraseAuditPersonalData', 'otherOperations'])
  })
})
