import { type Static, Type } from 'typebox'
import { chunks } from '../chunks.ts'
import type { Clock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages, pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { asRecord } from '../serviceResponse.ts'
import { OptionalNullableString } from '../shape.ts'
import { graphBatch } from './graphBatch.ts'

const User = Type.Object({
  id: Type.String(),
  displayName: OptionalNullableString,
  givenName: OptionalNullableString,
  surname: OptionalNullableString,
  mail: OptionalNullableString,
  userPrincipalName: OptionalNullableString,
  department: OptionalNullableString,
  jobTitle: OptionalNullableString,
  employeeId: OptionalNullableString,
  officeLocation: OptionalNullableString,
  accountEnabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})
export type GraphUser = Static<typeof User>

const ChangedUser = Type.Intersect([User, Type.Object({ '@removed': Type.Optional(Type.Object({ reason: Type.String() })) })])
type ChangedUser = Static<typeof ChangedUser>

const fields = 'id,displayName,givenName,surname,mail,userPrincipalName,department,jobTitle,employeeId,officeLocation,accountEnabled'

export function graphUsers(send: Send, clock: Clock) {
  return {
    async searchUsers(text: string, maxResults = 20): Promise<GraphUser[]> {
      const searchText = text.trim().replace(/["\\]/g, '\\$&')
      if (searchText === '') return []
      const query = {
        $search: ['displayName', 'mail', 'userPrincipalName'].map((field) => `"${field}:${searchText}"`).join(' OR '),
        $count: true,
        $select: fields,
        $top: maxResults,
      }
      const reply = await send({ method: 'GET', path: '/v1.0/users', query, headers: { consistencylevel: 'eventual' } })
      return reply.list(User, 'value')
    },

    async getUser(idOrUpn: string): Promise<GraphUser | undefined> {
      const reply = await send({ method: 'GET', path: `/v1.0${userPath(idOrUpn)}`, query: { $select: fields }, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(User)
    },

    async getManagerId(id: string): Promise<string | undefined> {
      const reply = await send({ method: 'GET', path: `/v1.0${userPath(id)}/manager`, query: { $select: 'id' }, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Type.Object({ id: Type.String() })).id
    },

    async getUsersByIds(ids: string[]): Promise<GraphUser[]> {
      const foundUsers: GraphUser[] = []
      for (const batch of chunks([...new Set(ids)], 1_000)) {
        const request = { method: 'POST', path: '/v1.0/directoryObjects/getByIds', query: { $select: fields }, readOnly: true } as const
        foundUsers.push(...(await fetchAllPages(send, { ...request, body: { ids: batch, types: ['user'] } }, User)))
      }
      return foundUsers
    },

    /** Maps each ID or sign-in name to its person, or undefined if there is none. */
    async lookUpUsers(idsOrUpns: string[]): Promise<Map<string, GraphUser | undefined>> {
      const searchText = [...new Set(idsOrUpns)]
      const replies = await graphBatch(
        send,
        clock,
        searchText.map((each) => `${userPath(each)}?$select=${fields}`),
      )
      return new Map(searchText.map((each, n) => [each, replies[n]!.status === 404 ? undefined : replies[n]!.as(User)]))
    },

    /**
     * Returns changes since the link of an earlier response, or all people without a link. If Graph no longer knows the link, the error has
     * status 410, and the caller starts again without a link.
     */
    async usersDelta(link?: string): Promise<{ users: ChangedUser[]; link: string }> {
      const users: ChangedUser[] = []
      let deltaLink: unknown
      const firstRequest = link ? { path: link } : { path: '/v1.0/users/delta', query: { $select: fields } }
      for await (const page of pages(send, { method: 'GET', ...firstRequest }, ChangedUser)) {
        users.push(...page.items)
        deltaLink = asRecord(page.body)['@odata.deltaLink']
      }
      if (typeof deltaLink === 'string') return { users, link: deltaLink }
      const message = `${send.service} didn’t return a link for later changes: @odata.deltaLink is missing.`
      throw new ExternalError({ service: send.service, code: 'unexpectedAnswer', message, retryable: true })
    },
  }
}

function userPath(idOrUpn: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(idOrUpn)) return `/users/${idOrUpn}`
  // Only this form of the path is safe for `#`, `'` and a leading `$`.
  return `/users('${encodeURIComponent(idOrUpn.replaceAll("'", "''"))}')`
}
