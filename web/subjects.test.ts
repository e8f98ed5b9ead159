import { describe, expect, it, vi } from 'vitest'
import { subjects as described } from '../server/subjects.ts'
import { labelOf, pageOf, pathOfSubject, subjects } from './subjects.ts'

// The browser's API client reads the origin when it is loaded.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

/** Only the page of another subject, which the event names, shows these kinds. */
const withoutPage = ['deployment', 'directoryGroup', 'incident', 'policyEvaluation', 'sandboxAccessGroup', 'tagChange', 'view']
const id = '01990000-0000-7000-8000-000000000001'

describe('subjects', () => {
  it('describes the same kinds as the server', () => {
    expect(Object.keys(subjects).sort()).toEqual(described.map(({ kind }) => kind).sort())
  })

  it('gives every kind a page, except the listed kinds', () => {
    expect(Object.keys(subjects).filter((kind) => pageOf(kind, id) === undefined)).toEqual(withoutPage)
  })

  it('links a subject of an account to the tab that shows it', () => {
    expect(pageOf('deployment', id, 'a')).toBe(`/app/accounts/a?tab=deployments&deployment=${id}`)
    expect(pageOf('accountUpdate', id, 'a')).toBe(`/app/accounts/a/updates/${id}`)
    expect(pageOf('groupAssignment', id, 'a')).toBe('/app/accounts/a?tab=access')
  })

  it('shows a kind that no longer exists by its name, without a page', () => {
    expect(labelOf('thing')).toBe('thing')
    expect(pageOf('toString', id)).toBeUndefined()
    expect(pathOfSubject('thing', id)).toBe('/app/')
  })
})
