import { type Static, Type } from 'typebox'
import { chunks } from '../chunks.ts'
import type { Clock } from '../clock.ts'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { graphBatch, graphBatchEach } from './graphBatch.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Member = Type.Object({ '@odata.type': Type.Optional(Type.String()), id: Type.String(), displayName: Text, mail: Text })
const MemberPage = Type.Object({ value: Type.Array(Member), '@odata.nextLink': Type.Optional(Type.String()) })
const DeletedGroup = Type.Object({ id: Type.String(), mailNickname: Text, deletedDateTime: Text })

/** Whoever is in a group itself, not by way of another one. */
export type DirectMember = Static<typeof Member>
export interface GroupMembers {
  members: DirectMember[]
  /** There are more than were asked for. */
  more: boolean
}

const firstMembers = 999
const fields = 'id,displayName,mail'
/** Graph compares at most this many groups in one call. */
const maxGroups = 20

/** Who is in which group, asked in few calls. */
export function graphMembers(send: Send, clock: Clock) {
  const groupPath = (id: string) => `/groups/${encodeURIComponent(id)}`
  const listDirectMembers = (groupId: string): Promise<DirectMember[]> =>
    collect(send, { method: 'GET', path: `/v1.0${groupPath(groupId)}/members`, query: { $select: fields, $top: firstMembers } }, Member)

  async function wholeOf(groupId: string, page: Static<typeof MemberPage>): Promise<DirectMember[] | OutsideError> {
    if (!page['@odata.nextLink']) return page.value
    return listDirectMembers(groupId).catch((error: unknown) => {
      if (error instanceof OutsideError) return error
      throw error
    })
  }

  return {
    /** Those of the groups the person is in, directly or through others. An unknown person is in none. */
    async groupsOfPerson(personId: string, groupIds: string[]): Promise<Set<string>> {
      const found = new Set<string>()
      for (const some of chunks([...new Set(groupIds)], maxGroups)) {
        const path = `/v1.0/users/${encodeURIComponent(personId)}/checkMemberGroups`
        const reply = await send({ method: 'POST', path, body: { groupIds: some }, readOnly: true, accept: [404] })
        if (reply.status === 404) return found
        for (const id of reply.list(Type.String(), 'value')) found.add(id.toLowerCase())
      }
      return found
    },

    listDirectMembers,

    /** The first members of each group; undefined for a group the directory does not have. */
    async membersOfGroups(groupIds: string[]): Promise<(GroupMembers | undefined)[]> {
      const urls = groupIds.map((id) => `${groupPath(id)}/members?$select=${fields}&$top=${firstMembers}`)
      return (await graphBatch(send, clock, urls)).map((reply) => {
        if (reply.status === 404) return undefined
        const page = reply.as(MemberPage)
        return { members: page.value, more: Boolean(page['@odata.nextLink']) }
      })
    },

    /** Who is in each group itself; one that cannot be read answers why and keeps no other from being read. */
    async membersOfEachGroup(groupIds: string[], { atOnce = false } = {}): Promise<(DirectMember[] | 'missing' | OutsideError)[]> {
      const urls = groupIds.map((id) => `${groupPath(id)}/members?$select=${fields}&$top=${firstMembers}`)
      const looks: (DirectMember[] | 'missing' | OutsideError)[] = []
      for (const [index, reply] of (await graphBatchEach(send, clock, urls, { atOnce })).entries()) {
        if (reply instanceof OutsideError) looks.push(reply)
        else if (reply.status === 404) looks.push('missing')
        else looks.push(await wholeOf(groupIds[index]!, reply.as(MemberPage)))
      }
      return looks
    },

    /** Takes each out of its group; not being in it is fine. One that cannot be taken out answers why and keeps no other from it. */
    async removeGroupMembers(memberships: { groupId: string; id: string }[]): Promise<(OutsideError | undefined)[]> {
      const urls = memberships.map(({ groupId, id }) => `${groupPath(groupId)}/members/${encodeURIComponent(id)}/$ref`)
      const replies = await graphBatchEach(send, clock, urls, { method: 'DELETE', atOnce: true })
      return replies.map((reply) => (reply instanceof OutsideError ? reply : undefined))
    },

    /** Brings a deleted group back as it was, members and all. @returns whether there was one to bring back */
    async restoreDeletedGroup(id: string): Promise<boolean> {
      const path = `/v1.0/directory/deletedItems/${encodeURIComponent(id)}/restore`
      return (await send({ method: 'POST', path, body: {}, idempotent: true, accept: [404] })).status !== 404
    },

    /** A group of this mail nickname that was deleted in the last 30 days and could come back. */
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
