import { describe, expect, it } from 'vitest'
import { subjectKinds } from '../server/subjects/kinds.ts'
import { kindWords } from './features/platform/audit/auditWords.ts'
import { pathOfSubject, paths } from './paths.ts'

/** Things that events are about and that have no page: what there is of them stands at something else, which the event names. */
const withoutPage = ['deployment', 'directoryGroup', 'incident', 'policyEvaluation', 'sandboxAccessGroup', 'tagChange', 'view']

describe('pathOfSubject', () => {
  it('leads to a page for every kind of thing that an event is about, but for those that are known to have none', () => {
    const id = '01990000-0000-7000-8000-000000000001'
    expect(subjectKinds.filter((kind) => pathOfSubject(kind, id) === paths.home())).toEqual(withoutPage)
    expect(pathOfSubject('sandboxAccessRequest', id)).toBe(`/app/sandboxes/access-requests/${id}`)
  })
})

describe('kindWords', () => {
  it('names every kind of thing that an event is about', () => {
    expect(subjectKinds.filter((kind) => !Object.hasOwn(kindWords, kind))).toEqual([])
  })
})
