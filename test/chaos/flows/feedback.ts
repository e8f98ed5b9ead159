import { employees } from '../employees.ts'
import type { World } from '../world.ts'
import { type Flow, requireStatus } from './flow.ts'

/** Feedback changes only the database, so its rows show whether a commit was lost or done twice. */
export function feedbackFlow(world: World): Flow {
  const sent = new Set<string>()
  const prefix = 'chaos feedback'
  return {
    name: 'feedback',
    pauseMs: 100,
    async round(n) {
      const person = employees(world)[n % employees(world).length]!
      const text = `${prefix} ${n}`
      requireStatus(await world.as(person.id)('POST', '/feedback', { rating: 4, text, page: '/app/' }), 201)
      sent.add(text)
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const rows = await db.selectFrom('feedback').select('text').where('text', 'like', `${prefix}%`).execute()
        const texts = rows.map(({ text }) => text)
        return [
          ...[...sent].filter((text) => !texts.includes(text)).map((text) => `lost: ${text}`),
          ...texts.filter((text, n) => texts.indexOf(text) !== n).map((text) => `doubled: ${text}`),
        ]
      }),
    accepted: () => sent.size,
  }
}
