import { describe, expect, it } from 'vitest'
import { insertable, withInserted } from './conditionText.ts'
import { countMissing, documentOf, documentProblems, draftOf, missingIn, moveItem, parseDocument } from './policyDraft.ts'
import { hasSameDocument } from './policyDraftStorage.ts'
import type { PolicyDocument } from './types.ts'

describe('a chosen fact', () => {
  it('is written as a condition of its type', () => {
    const fact = {
      path: 'target.environment',
      phrase: 'the environment',
      description: 'Of the account.',
      values: [],
      exhaustive: false,
      kinds: [],
    }
    expect(insertable({ ...fact, type: 'string', values: ['production', 'test'] }, 'test')).toBe('target.environment == "test"')
    expect(insertable({ ...fact, path: 'request.roles', type: 'list<string>', values: ['Owner'] })).toBe('"Owner" in request.roles')
    expect(insertable({ ...fact, path: 'request.hours', type: 'double' })).toBe('request.hours <= 0.0')
    expect(insertable({ ...fact, path: 'request.privileged', type: 'bool' })).toBe('request.privileged')
  })

  it('is joined with “and” to the text before it, or replaces the selection', () => {
    expect(withInserted('', 0, 0, 'a')).toEqual({ text: 'a', cursor: 1 })
    expect(withInserted('b', 1, 1, 'a')).toEqual({ text: 'b && a', cursor: 6 })
    expect(withInserted('b || ', 5, 5, 'a')).toEqual({ text: 'b || a', cursor: 6 })
    expect(withInserted('!(x)', 2, 3, 'a')).toEqual({ text: '!(a)', cursor: 3 })
  })
})

const document: PolicyDocument = {
  kind: 'accessRequest',
  name: 'Access',
  description: '',
  reject: [],
  approve: [{ when: 'request.privileged', reason: 'It may.' }],
  stages: [
    { name: 'Owner', rule: { kind: 'accountOwner' }, minimum: 1 },
    { name: 'Admin', rule: { kind: 'role', role: 'Slipway.Admin' }, minimum: 1, alternates: { kind: 'manager' }, escalateAfterHours: 24 },
  ],
}

describe('a draft', () => {
  it('can be converted to its document and back', () => {
    const { kind: _, ...plainDocument } = document
    expect(documentOf(draftOf(document))).toEqual(plainDocument)
    expect(parseDocument(JSON.stringify(document))).toEqual(plainDocument)
    const draft = draftOf(document)
    expect(documentOf({ ...draft, stages: moveItem(draft.stages, 0, 1) }).stages.map(({ name }) => name)).toEqual(['Admin', 'Owner'])
  })

  it('is equal regardless of the order of the fields', () => {
    const { stages, ...remaining } = document
    const reorderedDocument = {
      ...remaining,
      stages: stages.map((stage) => Object.fromEntries(Object.entries(stage).toReversed()) as typeof stage),
    }
    expect(hasSameDocument(draftOf(document), draftOf(reorderedDocument))).toBe(true)
    expect(hasSameDocument(draftOf(document), draftOf({ ...reorderedDocument, name: 'Other' }))).toBe(false)
  })

  it('reports missing fields by their location in the document', () => {
    expect(missingIn(draftOf(document))).toEqual({})
    const draft = draftOf({ ...document, name: ' ', reject: [{ when: '', reason: 'x' }] })
    draft.stages[0]!.rule = { kind: 'person' }
    expect(Object.keys(missingIn(draft))).toEqual(['name', 'reject.0.when', 'reject.0.reason', 'stages.0.rule'])
    expect(countMissing(draft)).toBe(4)
    const unfinished = 'request.hours <= && target.environment in [] && "" in request.roles && target.name.contains("")'
    expect(countMissing(draftOf({ ...document, reject: [{ when: unfinished, reason: 'Never.' }] }))).toBe(4)
  })

  it('contains only fields of the document', () => {
    expect(parseDocument('{')).toBe(documentProblems.notJson)
    for (const text of ['null', '[]', '{"name":"x"}']) expect(parseDocument(text)).toBe(documentProblems.incomplete)
  })
})
