import { describe, expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { actionOf, hasLabel } from './activityLabels.ts'

describe('actionOf', () => {
  it('has a label for every audited operation', () => {
    const auditedOperations = operations.filter(({ method, readOnly, audited }) => (method !== 'GET' && !readOnly) || audited)
    expect(auditedOperations.map(({ id }) => id).filter((id) => !hasLabel(id))).toEqual([])
  })

  it('derives other labels from the operation ID', () => {
    expect(actionOf('listResources')).toMatch(/ resources$/)
  })
})
