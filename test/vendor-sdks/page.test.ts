import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packages from '../../package.json' with { type: 'json' }
import { operationOf, slipway } from '../recordedCalls.ts'
import { callsOnPage, pageFaults, rowsOf, unexplained, vendorSdksPage, withoutClient } from './page.ts'

const page = readFileSync(new URL('../../docs/vendor-sdks.md', import.meta.url), 'utf8')
const rows = rowsOf(callsOnPage(page))

it('lists every operation once, with the installed clients or with a reason', () => {
  expect(vendorSdksPage(rows)).toBe(page)
  expect(unexplained(rows)).toEqual([])
  const clients = new Set(rows.flatMap((row) => row.clients))
  for (const client of clients) expect(packages.devDependencies, client).toHaveProperty([client])
  const unusedReasons = withoutClient.filter(({ reason }) => !rows.some((row) => row.reason === reason))
  expect(unusedReasons.map(({ reason }) => reason)).toEqual([])
})

it('reports calls of Slipway that no vendor’s client makes, and clients that no longer make a call', () => {
  const [row] = rows.filter(({ clients }) => clients.length > 0)
  const { operation, clients } = row!
  expect(pageFaults(page, [{ operation: operation.toUpperCase(), caller: slipway }], false)).toEqual([])
  expect(pageFaults(page, [{ operation: 'arm DELETE /subscriptions/{}', caller: slipway }], false)).toEqual([
    expect.stringContaining('arm DELETE /subscriptions/{} is called by no'),
    expect.stringContaining(`docs/vendor-sdks.md lacks arm DELETE /subscriptions/{} by ${slipway}`),
  ])
  expect(pageFaults(page, [], true)).toContain(`${clients[0]} no longer calls ${operation}`)
})

const id = '4a10e927-6607-598a-8bb4-e05d98855ac8'
it.each([
  ['arm', `/subscriptions/${id}/resourceGroups/rg/resources`, '/subscriptions/{}/resourceGroups/{}/resources'],
  [
    'arm',
    `//subscriptions/${id}/providers/Microsoft.Authorization/roleAssignments/${id}`,
    '/{scope}/providers/Microsoft.Authorization/roleAssignments/{}',
  ],
  [
    'arm',
    '/providers/Microsoft.Management/managementGroups/ng/subscriptions/x',
    '/providers/Microsoft.Management/managementGroups/{}/subscriptions/{}',
  ],
  ['graph', "/v1.0/users('ada@northgate.example')", '/v1.0/users/{}'],
  ['graph', `/v1.0/groups/${id}/members/${id}/$ref`, '/v1.0/groups/{}/members/{}/$ref'],
  ['keyvault', '/kv-shop/secrets/name/0123456789abcdef0123456789abcdef', '/secrets/{}/{}'],
  ['git', '/repos/northgate/landing-zones/git/ref/heads/slipway/one', '/repos/{}/{}/git/ref/{}'],
  ['git', '/repos/northgate/landing-zones/pulls/12/merge', '/repos/{}/{}/pulls/{}/merge'],
  [
    'azuredevops',
    '/northgate/cloud-platform/_apis/git/repositories/landing-zones/pullRequests/3',
    '/{}/{}/_apis/git/repositories/{}/pullRequests/{}',
  ],
] as const)('masks names and IDs in a URL of %s: %s', (service, path, template) => {
  expect(operationOf({ service, method: 'GET', path })).toBe(`${service} GET ${template}`)
})

it('names only existing files', () => {
  for (const [, file = ''] of page.matchAll(/`((?:test|scripts)\/[\w./-]+)`/g))
    expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true)
})
