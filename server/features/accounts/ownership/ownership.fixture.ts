import { patchPerson } from '../../../../simulator/core/directory.ts'
import { startTestApp } from '../../../../test/app.ts'
import { syncDirectory } from '../../platform/directory/syncDirectory.ts'

export async function startOwnershipApp() {
  let index = Date.now()
  const app = await startTestApp({ runJobs: false, now: () => new Date(index) })
  const sync = () => syncDirectory(app.context)
  const patchPeople = async (ids: string[], overrides: Parameters<typeof patchPerson>[2]) => {
    for (const id of ids) patchPerson(app.simulator, id, overrides)
    await sync()
  }
  await sync()
  return {
    ...app,
    sync,
    daysPass: (days: number) => {
      index += days * 86_400_000
    },
    leave: (...ids: string[]) => patchPeople(ids, { enabled: false }),
    comeBack: (...ids: string[]) => patchPeople(ids, { enabled: true }),
    move: (id: string, department: string) => patchPeople([id], { department }),
    async owned(name: string, ...ownerIds: string[]): Promise<string> {
      const { id } = app.company.accounts.find((account) => account.name === name)!
      await app.db.transaction().execute(async (db) => {
        await db.deleteFrom('account_owners').where('account_id', '=', id).execute()
        await db
          .insertInto('account_owners')
          .values(ownerIds.map((person_id, position) => ({ account_id: id, person_id, position })))
          .execute()
      })
      return id
    },
    staff: (department: string) =>
      app.company.people
        .filter((person) => person.enabled && !person.persona && person.department === department && /Engineer/.test(person.jobTitle))
        .map((person) => person.id),
    owners: async (accountId: string) =>
      await app.db
        .selectFrom('account_owners')
        .innerJoin('people', 'people.id', 'person_id')
        .select(['people.id', 'display_name as name', 'active'])
        .where('account_id', '=', accountId)
        .orderBy('position')
        .execute(),
    gaps: (accountId: string) =>
      app.db
        .selectFrom('ownership_gaps')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('opened_at')
        .orderBy('resolved_at')
        .execute(),
    notifications: (accountId: string) =>
      app.db
        .selectFrom('notifications')
        .innerJoin('people', 'people.id', 'person_id')
        .select(['people.id as personId', 'title', 'body'])
        .where('subject_id', '=', accountId)
        .where('kind', '=', 'ownership')
        .orderBy('notifications.created_at')
        .orderBy('display_name')
        .execute(),
  }
}
export type OwnershipApp = Awaited<ReturnType<typeof startOwnershipApp>>
