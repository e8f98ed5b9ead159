import { describe, expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { actionOf, hasLabel } from './activityLabels.ts'

describe('actionOf', () => {
  it('has words for every call that the audit trail tells of', () => {
    const audited = operations.filter(({ method, changesNothing, leavesTrace }) => (method !== 'GET' && !changesNothing) || leavesTrace)
    expect(audited.map(({ id }) => id).filter((id) => !hasLabel(id))).toEqual([])
  })

  it('takes others apart, so that a refused look reads well too', () => {
    expect(actionOf('listResources')).toBe('Looked at resources')
  })
})
