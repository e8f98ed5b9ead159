import {
  BatchRequestContent,
  BatchResponseContent,
  Client,
  GraphError,
  type PageCollection,
  PageIterator,
} from '@microsoft/microsoft-graph-client'
import { TokenCredentialAuthenticationProvider } from '@microsoft/microsoft-graph-client/lib/src/authentication/azureTokenCredentials/TokenCredentialAuthenticationProvider.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { slipwayClientId } from '../../simulator/core/constants.ts'
import { type Cloud, startCloud } from './cloud.ts'

let cloud: Cloud
let client: Client
beforeAll(async () => {
  cloud = await startCloud()
  client = Client.initWithMiddleware({
    baseUrl: cloud.sim.origins.graph,
    customHosts: new Set(['127.0.0.1']),
    authProvider: new TokenCredentialAuthenticationProvider(cloud.credential, { scopes: ['https://graph.microsoft.com/.default'] }),
  })
})
afterAll(() => cloud.close())
beforeEach(() => {
  cloud.sim.consistency.delayMs = 0
})

interface Item {
  '@odata.type'?: string
  id: string
  displayName?: string
}
const people = () => cloud.sim.company.people.filter(({ enabled }) => enabled)
const link = (id: string) => `${cloud.sim.origins.graph}/v1.0/directoryObjects/${id}`
let createdCount = 0
const newGroup = (overrides: object = {}): Promise<Item> =>
  client.api('/groups').post({
    displayName: `Stranger ${++createdCount}`,
    mailNickname: `sg-stranger-${createdCount}`,
    mailEnabled: false,
    securityEnabled: true,
    ...overrides,
  })

async function collectAll(firstPage: PageCollection): Promise<Item[]> {
  const allItems: Item[] = []
  await new PageIterator(client, firstPage, (item) => {
    allItems.push(item)
    return true
  }).iterate()
  return allItems
}

it('reads all people to the last page, and later changes', async () => {
  const allUsers = await collectAll(await client.api('/users').select('id,displayName').top(500).get())
  expect(allUsers).toHaveLength(cloud.sim.company.people.length)
  const firstPage: PageCollection = await client.api('/users/delta()').select('id,department').get()
  const iterator = new PageIterator(client, firstPage, () => true)
  await iterator.iterate()
  const deltaLink = iterator.getDeltaLink()!
  expect(deltaLink).toContain('$deltatoken=')
  const [person] = people()
  await client.api(`/users/${person!.id}`).patch({ department: 'Moved by a stranger' })
  const changes: PageCollection = await client.api(deltaLink.replace(`${cloud.sim.origins.graph}/v1.0`, '')).get()
  expect(changes.value).toEqual([expect.objectContaining({ id: person!.id, department: 'Moved by a stranger' })])
})

it('finds people by search, by name and by ID, and finds their manager', async () => {
  const person = people().find(({ managerId }) => managerId)!
  const userPage = await client
    .api('/users')
    .header('ConsistencyLevel', 'eventual')
    .search(`"displayName:${person.displayName}" OR "mail:${person.displayName}"`)
    .count(true)
    .select('id')
    .get()
  expect(userPage.value.map(({ id }: Item) => id)).toContain(person.id)
  expect(await client.api(`/users('${person.userPrincipalName}')`).select('id').get()).toMatchObject({ id: person.id })
  expect(await client.api(`/users/${person.id}`).select('id,mail,accountEnabled').get()).toMatchObject({
    mail: person.email,
    accountEnabled: true,
  })
  expect(await client.api(`/users/${person.id}/manager`).select('id').get()).toMatchObject({ id: person.managerId })
  await expect(client.api(`/users/${person.id}/manager/nothing`).get()).rejects.toBeInstanceOf(GraphError)
})

it('reports missing objects as an error of the client with a code', async () => {
  const failure = await client
    .api('/users/00000000-0000-4000-8000-000000000000')
    .get()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(GraphError)
  expect(failure).toMatchObject({ statusCode: 404, code: 'Request_ResourceNotFound', requestId: expect.any(String) })
})

it('creates, changes, deletes and restores a group', async () => {
  const [owner, firstMember, secondMember] = people()
  const group = await newGroup({ 'owners@odata.bind': [link(owner!.id)], 'members@odata.bind': [link(firstMember!.id)] })
  const path = `/groups/${group.id}`
  expect(await client.api(path).select('id,displayName').get()).toMatchObject({ id: group.id, displayName: group.displayName })
  await client.api(`${path}/members/$ref`).post({ '@odata.id': link(secondMember!.id) })
  await expect(client.api(`${path}/members/$ref`).post({ '@odata.id': link(secondMember!.id) })).rejects.toMatchObject({
    statusCode: 400,
    code: 'Request_BadRequest',
  })
  await client.api(`${path}/owners/$ref`).post({ '@odata.id': `${cloud.sim.origins.graph}/v1.0/users/${secondMember!.id}` })
  expect((await collectAll(await client.api(`${path}/members`).select('id').top(1).get())).map(({ id }) => id).sort()).toEqual(
    [firstMember!.id, secondMember!.id].sort(),
  )
  await client.api(`${path}/members/${firstMember!.id}/$ref`).delete()
  await client.api(`${path}/owners/${owner!.id}/$ref`).delete()
  await client.api(path).patch({
    'members@odata.bind': people()
      .slice(5, 15)
      .map(({ id }) => link(id)),
  })
  expect((await client.api(`${path}/transitiveMembers`).select('id').get()).value).toHaveLength(11)
  const groupPage = await client.api('/groups').filter(`mailNickname eq 'sg-stranger-${createdCount}'`).select('id,displayName').get()
  expect(groupPage.value.map(({ id }: Item) => id)).toEqual([group.id])
  await client.api(path).delete()
  await expect(client.api(path).get()).rejects.toMatchObject({ statusCode: 404 })
  const deletedGroups = await client
    .api('/directory/deletedItems/microsoft.graph.group')
    .header('ConsistencyLevel', 'eventual')
    .filter(`mailNickname eq 'sg-stranger-${createdCount}'`)
    .count(true)
    .get()
  expect(deletedGroups.value.map(({ id }: Item) => id)).toEqual([group.id])
  expect(await client.api(`/directory/deletedItems/${group.id}/restore`).post({})).toMatchObject({ id: group.id })
  expect((await client.api(`${path}/members`).get()).value).toHaveLength(11)
})

it('returns the kind of each member, owner and group', async () => {
  const [person] = people()
  const inner = await newGroup({ 'members@odata.bind': [link(person!.id)], 'owners@odata.bind': [link(person!.id)] })
  const outer = await newGroup({ 'members@odata.bind': [link(inner.id)] })
  const kinds = async (path: string, select?: string) => {
    const request = client.api(path)
    const { value } = await (select ? request.select(select) : request).get()
    return value.map((each: Item) => [each.id, each['@odata.type']])
  }
  const user = [person!.id, '#microsoft.graph.user']
  const group = (id: string) => [id, '#microsoft.graph.group']
  for (const select of [undefined, 'id', 'id,displayName']) {
    expect(await kinds(`/groups/${outer.id}/members`, select)).toEqual([group(inner.id)])
    expect(await kinds(`/groups/${outer.id}/transitiveMembers`, select)).toEqual(expect.arrayContaining([group(inner.id), user]))
    expect(await kinds(`/groups/${inner.id}/owners`, select)).toEqual([user])
    expect(await kinds(`/groups/${inner.id}/memberOf`, select)).toEqual([group(outer.id)])
    expect(await kinds(`/users/${person!.id}/memberOf`, select)).toContainEqual(group(inner.id))
    expect(await kinds(`/users/${person!.id}/transitiveMemberOf`, select)).toEqual(
      expect.arrayContaining([group(inner.id), group(outer.id)]),
    )
  }
  for (const select of ['', '?$select=id,displayName']) {
    const { value } = await client
      .api(`/directoryObjects/getByIds${select}`)
      .post({ ids: [person!.id, inner.id], types: ['user', 'group', 'servicePrincipal'] })
    expect(value.map((each: Item) => [each.id, each['@odata.type'], each.displayName])).toEqual([
      [...user, person!.displayName],
      [...group(inner.id), inner.displayName],
    ])
  }
  const checked = await client.api(`/users/${person!.id}/checkMemberGroups`).post({ groupIds: [inner.id, outer.id] })
  expect(checked.value.sort()).toEqual([inner.id, outer.id].sort())
  const eventual = await client
    .api('/groups')
    .header('ConsistencyLevel', 'eventual')
    .search(`"displayName:${inner.displayName}"`)
    .count(true)
    .get()
  expect(eventual['@odata.count']).toBeGreaterThan(0)
})

/** URLs in a batch are relative, which Node’s `Request` rejects. */
const part = (method: string, url: string) => ({ method, url, headers: new Headers(), body: null }) as unknown as Request

it('reads and writes in a batch', async () => {
  const [person, otherPerson] = people()
  const group = await newGroup({ 'members@odata.bind': [link(person!.id)] })
  const content = new BatchRequestContent([
    { id: '1', request: part('GET', `/users/${person!.id}?$select=id`) },
    { id: '2', request: part('GET', `/groups/${group.id}/members?$select=id`) },
    { id: '3', request: part('GET', `/users/${otherPerson!.id}/mailboxSettings/automaticRepliesSetting`) },
    { id: '4', request: part('DELETE', `/groups/${group.id}/members/${person!.id}/$ref`) },
    { id: '5', request: part('GET', '/users/00000000-0000-4000-8000-000000000000') },
  ])
  const responses = new BatchResponseContent(await client.api('/$batch').post(await content.getContent()))
  const status = (id: string) => responses.getResponseById(id).status
  expect(['1', '2', '4', '5'].map(status)).toEqual([200, 200, 204, 404])
  expect([200, 404]).toContain(status('3'))
  expect(await responses.getResponseById('1').json()).toMatchObject({ id: person!.id })
})

it('reads the people with each app role', async () => {
  const principal = await client.api(`/servicePrincipals(appId='${slipwayClientId}')`).select('id,appRoles').get()
  expect(principal.appRoles.length).toBeGreaterThan(0)
  const assigned = await collectAll(await client.api(`/servicePrincipals/${principal.id}/appRoleAssignedTo`).get())
  expect(assigned.length).toBeGreaterThan(0)
  const roleAssignments = await collectAll(await client.api(`/servicePrincipals/${principal.id}/appRoleAssignments`).get())
  expect(roleAssignments).toContainEqual(expect.objectContaining({ appRoleId: '7ab1d382-f21e-4acd-a863-ba3e13f7da61' }))
})

it('waits for the requested delay when calls are throttled', async () => {
  cloud.throttleOnce('graph', '^/v1.0/groups')
  const startedAt = Date.now()
  await client.api('/groups').top(1).get()
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
})
