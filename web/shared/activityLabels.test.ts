import { describe, expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { actionOf, hasLabel } from './activityLabels.ts'

describe('actionOf', () => {
  it('has a label for every audited operation', () => {
    const audited = operations.filter(({ method, changesNothing, leavesTrace }) => (method !== 'GET' && !changesNothing) || leavesTrace)
    expect(audited.map(({ id }) => id).filter((id) => !hasLabel(id))).toEqual([])
  })

  it('derives other labels from the operation id', () => {
    expect(actionOf('listResources')).toBe('Looked at resources')
  })
})
