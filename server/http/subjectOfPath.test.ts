import '../subjects.ts'
import { describe, expect, it } from 'vitest'
import { subjectOfPath } from './subjectOfPath.ts'

const id = '0192f0c1-7d4e-7000-8000-000000000001'

describe('subjectOfPath', () => {
  it.each([
    ['/towers/{id}', { id }, 'tower'],
    ['/accounts/{id}/updates/{updateId}/approve', { id, updateId: id }, 'account'],
    ['/accounts/admin/{id}/owners', { id }, 'account'],
    ['/sandbox-requests/{sboxRequestId}/review', { sboxRequestId: id }, 'sandboxRequest'],
    ['/{incidentService}/accounts/{id}/keys', { incidentService: 'snow', id }, 'account'],
    ['/admin/api-keys/{id}', { id: id.toUpperCase() }, 'apiKey'],
  ])('returns the subject with the ID in %s', (path, params, kind) => {
    expect(subjectOfPath(path, params as unknown as Record<string, string>)).toEqual({ kind, id })
  })

  it('identifies queues by name', () => {
    const path = '/cockpit/queues/{name}/pause'
    expect(subjectOfPath(path, { name: 'verifyAudit' })).toEqual({ kind: 'queue', id: 'verifyAudit' })
    expect(subjectOfPath(path, { name: "x'; drop" })).toBeUndefined()
  })

  it.each([
    ['/towers', {}],
    ['/towers/{id}', { id: "x'; drop table towers" }],
    ['/towers/ByName/{name}', { name: 'Digital' }],
    ['/unheard/{id}', { id }],
    ['/towers/{id}', undefined],
  ])('returns nothing for %s %j', (path, params) => {
    expect(subjectOfPath(path, params as Record<string, string> | undefined)).toBeUndefined()
  })
})
