import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { type GroupId, groupIds, groups, kindIds, kindOf } from '../../../notifications/kinds.ts'
import { Can } from '../../../people/schemas.ts'
import { channelsCan } from './policy.ts'
import { loadChannels } from './queries.ts'
import { Channel } from './schemas.ts'

/** Group labels for channels. They differ from the labels for a person, because a channel has many readers. */
const receivesAll: Partial<Record<GroupId, string>> = {
  decisions: 'Pending approvals',
  requests: 'Request outcomes',
  access: 'Access and privileged roles',
}

const topics = groupIds.map((id) => ({
  id,
  label: receivesAll[id] ?? groups[id].label,
  kinds: kindIds.filter((kind) => kindOf(kind).group === id).map((kind) => ({ id: kind, label: kindOf(kind).label })),
}))

export const listNotificationChannels = operation({
  id: 'listNotificationChannels',
  method: 'GET',
  path: '/admin/notification-channels',
  tag: 'notification-channels',
  summary: 'List notification channels with their status',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      items: Type.Array(Channel),
      topics: Type.Array(
        Type.Object({
          id: Type.String(),
          label: Type.String(),
          kinds: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
        }),
        { description: 'Notification groups and kinds that a channel can have.' },
      ),
      can: Can,
    }),
  },
  async handler(call) {
    return { items: await loadChannels(call), topics, can: channelsCan(call.actor) }
  },
})
