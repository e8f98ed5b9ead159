import { describe, expect, it, vi } from 'vitest'
import { subjects as described } from '../server/subjects.ts'
import { labelOf, pageOf, pathOfSubject, subjects } from './subjects.ts'

// The browser's client needs an origin when it is loaded.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

/** There is nothing of them but at something else, which the event names. */
const withoutPage = ['deployment', 'directoryGroup', 'incident', 'policyEvaluation', 'sandboxAccessGroup', 'tagChange', 'view']
const id = '01990000-0000-7000-8000-000000000001'

describe('subjects', () => {
  it('are those that the server describes', () => {
    expect(Object.keys(subjects).sort()).toEqual(described.map(({ kind }) => kind).sort())
  })

  it('have a page, but for those that are known to have none', () => {
    expect(Object.keys(subjects).filter((kind) => pageOf(kind, id) === undefined)).toEqual(withoutPage)
  })

  it('of an account lead to where it shows them', () => {
    expect(pageOf('deployment', id, 'a')).toBe(`/app/accounts/a?tab=deployments&deployment=${id}`)
    expect(pageOf('accountUpdate', id, 'a')).toBe(`/app/accounts/a/updates/${id}`)
    expect(pageOf('groupAssignment', id, 'a')).toBe('/app/accounts/a?tab=access')
  })

  it('of a kind that is no more are named by it, and lead nowhere', () => {
    expect(labelOf('thing')).toBe('thing')
    expect(pageOf('toString', id)).toBeUndefined()
    expect(pathOfSubject('thing', id)).toBe('/app/')
  })
})
