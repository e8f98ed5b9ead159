import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readConnectors } from '../cockpit/readConnectors.ts'
import { maxCounted, readTaskCounts, taskKinds } from './counts.ts'

export const countMyTasks = operation({
  id: 'countMyTasks',
  method: 'GET',
  path: '/me/tasks',
  tag: 'session',
  summary: 'Count your tasks, by kind',
  description: 'Administrators also get tasks for all administrators, such as stuck work and failing connectors.',
  access: 'signedIn',
  answers: {
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
    const tasks = await readTaskCounts(db, actor, now())
    if (!actor.admin) return { tasks }
    const { connectors } = await readConnectors(db, now(), ownCounts)
    const failing = connectors.filter(({ state }) => state === 'down').length
    return { tasks: failing > 0 ? [...tasks, { kind: 'failingConnectors' as const, count: failing }] : tasks }
  },
})
