import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, groupOf, plan, path as reviews } from '../server/features/access/reviews/reviews.fixture.ts'
import { livePolicy } from '../server/features/approvals/replay/policyReplay.fixture.ts'
import { makeSandbox } from '../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { freeNumbers, launch } from '../server/features/services/edge/edge.fixture.ts'
import { inMemoryListOf } from '../server/http/inMemoryList.ts'
import type { Operation } from '../server/http/operation.ts'
import { operations } from '../server/operations.ts'
import { settingNames } from '../server/settings/catalogue.ts'
import { startTestApp, type TestApp } from './app.ts'

interface TestResponse {
  type?: string
  properties?: Record<string, TestResponse>
}
function isList({ method, responses, produces }: Operation): boolean {
  const response = responses[200] as TestResponse | undefined
  return method === 'GET' && !produces && (response?.type === 'array' || response?.properties?.items?.type === 'array')
}
const lists = operations.filter(isList).map((operation) => [operation.id, operation] as const)
const parametersOf = (operation: Operation) => Object.keys((inMemoryListOf(operation)?.query ?? operation.query)?.properties ?? {})

describe('every list', () => {
  it.each(lists)('accepts page, size, sort, filter and search: %s', (_id, operation) => {
    const parameterNames = parametersOf(operation).map((name) => (name === 'searchTerm' ? 'search' : name))
    expect(parameterNames).toEqual(expect.arrayContaining(['page', 'size', 'sort', 'filter', 'search']))
  })

  // An operation that pages its own list must not be paged again by another layer.
  it.each(lists)('has the same paging: %s', (_id, operation) => {
    const ownNames = Object.keys(operation.query?.properties ?? {})
    expect(ownNames.includes('size')).toBe(ownNames.includes('page'))
  })
})

describe('every list with an unknown field', () => {
  let app: TestApp
  let parameterValues: Record<string, string>
  beforeAll(async () => {
    app = await startTestApp({ runJobs: false })
    const account = accountOf(app, 0)
    const group = await groupOf(app, account)
    const review = await app.as(app.persona('Niamh').id).post(reviews, plan({ kind: 'account', id: account.id }))
    const policy = await livePolicy(app)
    parameterValues = {
      '/accounts/{id}': account.id,
      '/pim/{accountId}': account.id,
      '{groupId}': group.id,
      '/account-access/groups/{id}': group.id,
      '/account-access/reviews/{id}': review.body.id,
      '/approval-policies/{id}': policy.id,
      '{version}': String(policy.version),
      '/sandboxes/{id}': await makeSandbox(app.db, { name: 'my-lab', owners: [app.persona('Niamh').id] }),
      '/edge/rollouts/{id}': await launch(app, 'One store', freeNumbers(app, 1)),
      '/settings/{name}': settingNames[0]!,
      '{incidentService}': 'snow',
      '{name}': 'check',
      searchTerm: 'checkout',
      search: 'daniel',
      region: 'uksouth',
      personIds: app.persona('Daniel').id,
      storeNumber: freeNumbers(app, 1)[0]!,
      kind: 'account',
      id: account.id,
    }
  })
  afterAll(() => app.close())

  function addressOf({ path, query }: Operation, parameter: string): string {
    const location = Object.entries(parameterValues).reduce(
      (text, [name, value]) => (name.includes('{') ? text.replace(name, name.replace(/\{\w+\}/, value)) : text),
      path,
    )
    const required = (query?.required ?? []).map((name): [string, string] => [name, parameterValues[name]!])
    return `${location}?${new URLSearchParams(required)}&${parameter}`
  }

  it.each(lists)('rejects sorting by it: %s', async (_id, operation) => {
    const response = await app.as(app.persona('Niamh').id).get(addressOf(operation, 'sort=nope'))
    expect(response).toMatchObject({ status: 400, body: { code: 'invalidFilter', errors: [{ field: 'sort' }] } })
    expect(response.body.message).toMatch(/Fields: \w/)
  })

  // The contract defines `filter` as a boolean for the directory search.
  const filtered = lists.filter(([id]) => id !== 'searchGraphForUser')
  it.each(filtered)('rejects filtering by it: %s', async (_id, operation) => {
    const response = await app.as(app.persona('Niamh').id).get(addressOf(operation, 'filter=nope==1'))
    expect(response).toMatchObject({ status: 400, body: { code: 'invalidFilter', errors: [{ field: 'filter' }] } })
    expect(response.body.message).toMatch(/Fields: \w/)
  })
})
