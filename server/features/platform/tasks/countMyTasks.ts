import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadConnectors } from '../cockpit/loadConnectors.ts'
import { loadTaskCounts, maxCounted, taskKinds } from './counts.ts'

export const countMyTasks = operation({
  id: 'countMyTasks',
  method: 'GET',
  path: '/me/tasks',
  tag: 'session',
  summary: 'Count your tasks, by kind',
  description: 'For administrators, this includes shared tasks, such as stuck runs and failing connectors.',
  access: 'signedIn',
  responses: {
    200: Type.Object({
      tasks: Type.Array(
        Type.Object({
          kind: Type.Enum([...taskKinds]),
          count: Type.Integer({ minimum: 1, description: `At most ${maxCounted}, except for stuck work, which is counted completely.` }),
        }),
        { description: 'Kinds without a task are left out.' },
      ),
    }),
  },
  prepare: async ({ clients, now }) => clients.watch.snapshot(now().getTime()),
  async handler({ db, actor, now }, ownCounts) {
    const tasks = await loadTaskCounts(db, actor, now())
    if (!actor.admin) return { tasks }
    const { connectors } = await loadConnectors(db, now(), ownCounts)
    const failing = connectors.filter(({ state }) => state === 'down').length
    return { tasks: failing > 0 ? [...tasks, { kind: 'failingConnectors' as const, count: failing }] : tasks }
  },
})
