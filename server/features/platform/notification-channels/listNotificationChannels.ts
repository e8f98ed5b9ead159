import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { type GroupId, groupIds, groups, kindIds, kindOf } from '../../../notifications/kinds.ts'
import { Can } from '../../../people/schemas.ts'
import { channelsCan } from './policy.ts'
import { readChannels } from './queries.ts'
import { Channel } from './schemas.ts'

/** Group labels for channels, which address all readers instead of one person. */
const toAll: Partial<Record<GroupId, string>> = {
  decisions: 'Pending approvals',
  requests: 'Request outcomes',
  access: 'Access and privileged roles',
}

const topics = groupIds.map((id) => ({
  id,
  label: toAll[id] ?? groups[id].label,
  kinds: kindIds.filter((kind) => kindOf(kind).group === id).map((kind) => ({ id: kind, label: kindOf(kind).label })),
}))

export const listNotificationChannels = operation({
  id: 'listNotificationChannels',
  method: 'GET',
  path: '/admin/notification-channels',
  tag: 'notification-channels',
  summary: 'List notification channels with their status',
  access: 'adminOrAuditor',
  answers: {
    200: Type.Object({
      items: Type.Array(Channel),
      topics: Type.Array(
        Type.Object({
          id: Type.String(),
          label: Type.String(),
          kinds: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
        }),
        { description: 'Notification groups with their kinds, to choose from for a channel.' },
      ),
      can: Can,
    }),
  },
  async handler(call) {
    return { items: await readChannels(call), topics, can: channelsCan(call.actor) }
  },
})
