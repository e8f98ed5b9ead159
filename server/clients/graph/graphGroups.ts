import { type Static, Type } from 'typebox'
import { chunks } from '../chunks.ts'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import type { GraphUser } from './graphUsers.ts'

const Group = Type.Object({
  id: Type.String(),
  displayName: OptionalNullableString,
  mailNickname: OptionalNullableString,
  description: OptionalNullableString,
  createdDateTime: OptionalNullableString,
})
export type GraphGroup = Static<typeof Group>

const Member = Type.Object({
  '@odata.type': Type.Optional(Type.String()),
  id: Type.String(),
  displayName: OptionalNullableString,
  mail: OptionalNullableString,
  userPrincipalName: OptionalNullableString,
})
/** The type is in `@odata.type`, such as `#microsoft.graph.user` or `#microsoft.graph.group`. */
type GraphMember = Static<typeof Member> & Partial<GraphUser>

interface GroupProperties {
  displayName: string
  /** The nickname is not unique: security groups can share it (microsoft-graph-docs #14716, #21142; azure-cli #8624). */
  mailNickname: string
  description: string
}
interface NewGroup extends GroupProperties {
  ownerIds: string[]
  memberIds: string[]
}

/** Graph's limit on links per call. */
const maxLinks = 20
const fields = 'id,displayName,mailNickname,description,createdDateTime'

/**
 * Returns whether Graph rejected the call because it has no upsert by unique name here. Graph's page lists every national cloud. Where the
 * upsert is missing, the router of Graph rejects the path (“Unexpected segment …”, msgraph-bicep-types #171; “Resource not found for the
 * segment …”, #269), or Graph ignores the preference and treats the request as an update of a missing group (“Upsert group”, request
 * headers). Rejections by the directory itself are `Request_BadRequest`, which are ordinary errors.
 */
function isUpsertUnknown(error: unknown): boolean {
  if (!(error instanceof ExternalError)) return false
  const { status, code, message } = error
  return (status === 400 && code === 'BadRequest' && /\bsegment\b/.test(message)) || (status === 404 && code === 'Request_ResourceNotFound')
}

export function graphGroups(send: Send) {
  const groupPath = (id: string) => `/v1.0/groups/${encodeURIComponent(id)}`
  const link = (kind: 'users' | 'directoryObjects', id: string) => `${send.origin}/v1.0/${kind}/${encodeURIComponent(id)}`

  async function findGroup(property: 'mailNickname' | 'displayName', value: string): Promise<GraphGroup | undefined> {
    const query = { $filter: `${property} eq '${value.replaceAll("'", "''")}'`, $select: fields, $top: 2 }
    const groups = (await send({ method: 'GET', path: '/v1.0/groups', query })).list(Group, 'value')
    return groups.find((group) => group[property]?.toLowerCase() === value.toLowerCase())
  }

  const findGroupByMailNickname = (nickname: string) => findGroup('mailNickname', nickname)

  const bodyOf = ({ displayName, mailNickname, description }: GroupProperties) => ({
    displayName,
    mailNickname,
    description,
    mailEnabled: false,
    securityEnabled: true,
  })

  async function create(group: NewGroup, ownerIds: string[], memberIds: string[]): Promise<GraphGroup> {
    const links = (ids: string[]) => (ids.length > 0 ? ids.map((id) => link('users', id)) : undefined)
    const body = { ...bodyOf(group), 'owners@odata.bind': links(ownerIds), 'members@odata.bind': links(memberIds) }
    return (await send({ method: 'POST', path: '/v1.0/groups', body })).as(Group)
  }

  async function addGroupMember(groupId: string, id: string): Promise<void> {
    await linkUnlessThere(send, `${groupPath(groupId)}/members/$ref`, link('directoryObjects', id))
  }

  async function addGroupOwner(groupId: string, id: string): Promise<void> {
    await linkUnlessThere(send, `${groupPath(groupId)}/owners/$ref`, link('users', id))
  }

  /** Adds members in groups of twenty, or one by one if some of them are members already. */
  async function addGroupMembers(groupId: string, ids: string[]): Promise<void> {
    for (const batch of chunks([...new Set(ids)], maxLinks)) {
      const body = { 'members@odata.bind': batch.map((id) => link('directoryObjects', id)) }
      try {
        await send({ method: 'PATCH', path: groupPath(groupId), body, idempotent: true })
      } catch (error) {
        if (!isRejected(error, /already exist/i)) throw error
        for (const id of batch) await addGroupMember(groupId, id)
      }
    }
  }

  return {
    async searchGroups(text: string, maxResults = 20): Promise<GraphGroup[]> {
      const searchText = text.trim().replace(/["\\]/g, '\\$&')
      if (searchText === '') return []
      const query = { $search: `"displayName:${searchText}"`, $count: true, $select: fields, $top: maxResults }
      const reply = await send({ method: 'GET', path: '/v1.0/groups', query, headers: { consistencylevel: 'eventual' } })
      return reply.list(Group, 'value')
    },

    findGroupByMailNickname,
    findGroupByName: (displayName: string) => findGroup('displayName', displayName),

    /**
     * Returns every group with this mail nickname in the index of the directory. A new group can be read by ID before the index shows it.
     */
    async listGroupsByMailNickname(nickname: string): Promise<GraphGroup[]> {
      const query = { $filter: `mailNickname eq '${nickname.replaceAll("'", "''")}'`, $count: true, $select: fields, $top: 100 }
      const groups = await fetchAllPages(
        send,
        { method: 'GET', path: '/v1.0/groups', query, headers: { consistencylevel: 'eventual' } },
        Group,
      )
      return groups.filter((group) => group.mailNickname?.toLowerCase() === nickname.toLowerCase())
    },

    /**
     * Returns every group with a word in its description that starts with this one (learn.microsoft.com, “group resource type”: `description`
     * supports `$search`).
     */
    async listGroupsByDescription(word: string): Promise<GraphGroup[]> {
      const query = { $search: `"description:${word.replace(/["\\]/g, '\\$&')}"`, $count: true, $select: fields, $top: 100 }
      return fetchAllPages(send, { method: 'GET', path: '/v1.0/groups', query, headers: { consistencylevel: 'eventual' } }, Group)
    },

    /**
     * Creates a security group by its unique name, or returns the existing one, however often it is called (learn.microsoft.com, “Upsert
     * group”, v1.0). A unique name is set once and never changes. Owners and members are not sent, because the directory rejects existing
     * ones. The group can be unreadable for seconds.
     * @returns undefined if the tenant has no such call
     * @throws ExternalError `notYetVisible` while the group exists but can't be read
     */
    async upsertGroup(uniqueName: string, group: GroupProperties): Promise<GraphGroup | undefined> {
      const path = `/v1.0/groups(uniqueName='${encodeURIComponent(uniqueName.replaceAll("'", "''"))}')`
      const headers = { prefer: 'create-if-missing' }
      const reply = await send({ method: 'PATCH', path, body: bodyOf(group), headers, idempotent: true }).catch((error: unknown) => {
        if (isUpsertUnknown(error)) return undefined
        throw error
      })
      if (!reply) return undefined
      if (reply.status !== 204) return reply.as(Group)
      const existingReply = await send({ method: 'GET', path, query: { $select: fields }, accept: [404] })
      if (existingReply.status !== 404) return existingReply.as(Group)
      const message = `${send.service} has the group ${group.mailNickname} but doesn’t return it yet.`
      throw new ExternalError({ service: send.service, code: 'notYetVisible', message, retryable: true })
    },

    /** Creates a security group. Each call creates another group, so `ensureGroup` uses this function only without `upsertGroup`. */
    async createGroup(group: NewGroup): Promise<GraphGroup> {
      const [owners, members] = [[...new Set(group.ownerIds)], [...new Set(group.memberIds)]]
      const firstOwners = owners.slice(0, maxLinks)
      const firstMembers = members.slice(0, maxLinks - firstOwners.length)
      const createdGroup = await create(group, firstOwners, firstMembers)
      for (const id of owners.slice(firstOwners.length)) await addGroupOwner(createdGroup.id, id)
      await addGroupMembers(createdGroup.id, members.slice(firstMembers.length))
      return createdGroup
    },

    async getGroup(id: string): Promise<GraphGroup | undefined> {
      const reply = await send({ method: 'GET', path: groupPath(id), query: { $select: fields }, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Group)
    },

    async isGroupReadable(id: string): Promise<boolean> {
      const group = await send({ method: 'GET', path: groupPath(id), query: { $select: 'id' }, accept: [404] })
      if (group.status === 404) return false
      const members = await send({ method: 'GET', path: `${groupPath(id)}/members`, query: { $select: 'id', $top: 1 }, accept: [404] })
      return members.status !== 404
    },

    /** The call is idempotent. */
    addGroupMember,
    addGroupMembers,
    addGroupOwner,

    /** The call also succeeds if the person is not a member. */
    async removeGroupMember(groupId: string, id: string): Promise<void> {
      await send({ method: 'DELETE', path: `${groupPath(groupId)}/members/${encodeURIComponent(id)}/$ref`, accept: [404] })
    },

    /** The call also succeeds if the person is not an owner. The directory rejects the removal of the last owner. */
    async removeGroupOwner(groupId: string, id: string): Promise<void> {
      await send({ method: 'DELETE', path: `${groupPath(groupId)}/owners/${encodeURIComponent(id)}/$ref`, accept: [404] })
    },

    /** Lists all members, including nested ones. */
    listGroupMembers(groupId: string): Promise<GraphMember[]> {
      const query = { $select: 'id,displayName,mail,userPrincipalName', $top: 999 }
      return fetchAllPages(send, { method: 'GET', path: `${groupPath(groupId)}/transitiveMembers`, query }, Member)
    },

    /** The call also succeeds if the group is missing. The directory keeps deleted groups for 30 days. */
    async deleteGroup(id: string): Promise<void> {
      await send({ method: 'DELETE', path: groupPath(id), accept: [404] })
    },
  }
}

async function linkUnlessThere(send: Send, path: string, id: string): Promise<void> {
  const request: ExternalRequest = { method: 'POST', path, body: { '@odata.id': id }, idempotent: true }
  try {
    await send(request)
  } catch (error) {
    if (!isRejected(error, /already exist/i)) throw error
  }
}

function isRejected(error: unknown, pattern: RegExp): boolean {
  return error instanceof ExternalError && error.status === 400 && pattern.test(error.message)
}
