import { type Static, Type } from 'typebox'
import { chunks } from '../chunks.ts'
import type { Clock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import { graphBatch, graphBatchEach } from './graphBatch.ts'

const Member = Type.Object({
  '@odata.type': Type.Optional(Type.String()),
  id: Type.String(),
  displayName: OptionalNullableString,
  mail: OptionalNullableString,
})
const MemberPage = Type.Object({ value: Type.Array(Member), '@odata.nextLink': Type.Optional(Type.String()) })
const DeletedGroup = Type.Object({ id: Type.String(), mailNickname: OptionalNullableString, deletedDateTime: OptionalNullableString })

export type DirectMember = Static<typeof Member>
export interface GroupMembers {
  members: DirectMember[]
  more: boolean
}

const firstMembers = 999
const fields = 'id,displayName,mail'
/** Graph's limit on groups per call. */
const maxGroups = 20

export function graphMembers(send: Send, clock: Clock) {
  const groupPath = (id: string) => `/groups/${encodeURIComponent(id)}`
  const listDirectMembers = (groupId: string): Promise<DirectMember[]> =>
    fetchAllPages(
      send,
      { method: 'GET', path: `/v1.0${groupPath(groupId)}/members`, query: { $select: fields, $top: firstMembers } },
      Member,
    )

  async function fetchAllMembers(groupId: string, page: Static<typeof MemberPage>): Promise<DirectMember[] | ExternalError> {
    if (!page['@odata.nextLink']) return page.value
    return listDirectMembers(groupId).catch((error: unknown) => {
      if (error instanceof ExternalError) return error
      throw error
    })
  }

  return {
    /** Returns in which of the groups the person is a member, directly or nested. The result is empty for an unknown person. */
    async groupsOfPerson(personId: string, groupIds: string[]): Promise<Set<string>> {
      const foundGroupIds = new Set<string>()
      for (const batch of chunks([...new Set(groupIds)], maxGroups)) {
        const path = `/v1.0/users/${encodeURIComponent(personId)}/checkMemberGroups`
        const reply = await send({ method: 'POST', path, body: { groupIds: batch }, readOnly: true, accept: [404] })
        if (reply.status === 404) return foundGroupIds
        for (const id of reply.list(Type.String(), 'value')) foundGroupIds.add(id.toLowerCase())
      }
      return foundGroupIds
    },

    listDirectMembers,

    /** Returns the first members of each group; undefined for a missing group. */
    async membersOfGroups(groupIds: string[]): Promise<(GroupMembers | undefined)[]> {
      const urls = groupIds.map((id) => `${groupPath(id)}/members?$select=${fields}&$top=${firstMembers}`)
      return (await graphBatch(send, clock, urls)).map((reply) => {
        if (reply.status === 404) return undefined
        const page = reply.as(MemberPage)
        return { members: page.value, more: Boolean(page['@odata.nextLink']) }
      })
    },

    async membersOfEachGroup(
      groupIds: string[],
      { atOnce: failFast = false } = {},
    ): Promise<(DirectMember[] | 'missing' | ExternalError)[]> {
      const urls = groupIds.map((id) => `${groupPath(id)}/members?$select=${fields}&$top=${firstMembers}`)
      const results: (DirectMember[] | 'missing' | ExternalError)[] = []
      for (const [index, reply] of (await graphBatchEach(send, clock, urls, { failFast })).entries()) {
        if (reply instanceof ExternalError) results.push(reply)
        else if (reply.status === 404) results.push('missing')
        else results.push(await fetchAllMembers(groupIds[index]!, reply.as(MemberPage)))
      }
      return results
    },

    /** Removes each member from its group. The call is idempotent, and a failed removal returns its error. */
    async removeGroupMembers(memberships: { groupId: string; id: string }[]): Promise<(ExternalError | undefined)[]> {
      const urls = memberships.map(({ groupId, id }) => `${groupPath(groupId)}/members/${encodeURIComponent(id)}/$ref`)
      const replies = await graphBatchEach(send, clock, urls, { method: 'DELETE', failFast: true })
      return replies.map((reply) => (reply instanceof ExternalError ? reply : undefined))
    },

    async restoreDeletedGroup(id: string): Promise<boolean> {
      const path = `/v1.0/directory/deletedItems/${encodeURIComponent(id)}/restore`
      return (await send({ method: 'POST', path, body: {}, idempotent: true, accept: [404] })).status !== 404
    },

    async findDeletedGroup(mailNickname: string): Promise<Static<typeof DeletedGroup> | undefined> {
      const query = {
        $filter: `mailNickname eq '${mailNickname.replaceAll("'", "''")}'`,
        $select: 'id,mailNickname,deletedDateTime',
        $count: true,
        $top: 2,
      }
      const path = '/v1.0/directory/deletedItems/microsoft.graph.group'
      const reply = await send({ method: 'GET', path, query, headers: { consistencylevel: 'eventual' } })
      return reply.list(DeletedGroup, 'value').find((group) => group.mailNickname?.toLowerCase() === mailNickname.toLowerCase())
    },
  }
}
