import { describe, expect, it } from 'vitest'
import { bodyOf, draftOf, emptyDraft, isEmpty, problemsOfItem, withItem, withoutItem } from './servicesDraft.ts'

const currentServices = [{ id: 'a', name: 'A', version: '1.0.0', inputs: { n: 1 }, settings: '', monthly: 1 }]

describe('a draft', () => {
  it('contains added and changed items, and is empty after both are undone', () => {
    const addedDraft = withItem(emptyDraft, 'b', { n: 2 }, currentServices)
    const combinedDraft = withItem(addedDraft, 'a', { n: 3 }, currentServices)
    expect(bodyOf(combinedDraft)).toEqual({
      add: [{ itemId: 'b', inputs: { n: 2 } }],
      change: [{ itemId: 'a', inputs: { n: 3 } }],
      remove: [],
    })
    expect(isEmpty(withoutItem(withoutItem(combinedDraft, 'a'), 'b'))).toBe(true)
  })

  it('keeps an item that is changed after it was marked for removal', () => {
    expect(withItem({ ...emptyDraft, remove: ['a'] }, 'a', { n: 3 }, currentServices)).toEqual({
      add: {},
      change: { a: { n: 3 } },
      remove: [],
    })
  })

  it('is restored from a pending update', () => {
    const line = (id: string, n: number) => ({ id, inputs: { n } })
    const change = {
      before: { items: [line('a', 1), line('b', 1), line('c', 1)] },
      after: { items: [line('a', 1), line('b', 2), line('d', 1)] },
    }
    expect(draftOf({ change })).toEqual({ add: { d: { n: 1 } }, change: { b: { n: 2 } }, remove: ['c'] })
  })

  it('finds the item to which a problem belongs', () => {
    const draft = { add: { x: {}, y: {} }, change: { a: {} }, remove: [] }
    const problems = [
      { field: 'add.1.inputs.count', message: 'is needed' },
      { field: 'add.1.itemId', message: 'is gone' },
      { field: 'change.0.inputs.n', message: 'is odd' },
    ]
    expect(problemsOfItem(draft, 'y', problems)).toEqual({ count: 'Is needed', '': 'Is gone' })
    expect(problemsOfItem(draft, 'a', problems)).toEqual({ n: 'Is odd' })
    expect(problemsOfItem(draft, 'x', problems)).toEqual({})
  })
})
