import type { Context } from '../context.ts'
import type { Person } from './actor.ts'

const retryDelayMs = 10_000
const deadlineMs = 3_000

type NewPersonSync = (person: Person) => Promise<Person>

/**
 * Reads a new person's user account in the directory before they can act. User accounts of the same person share an employee number, and
 * the sync runs only once a minute. If the user account can't be read, the person stays `isUnverified` and can't change anything.
 */
export function createFirstRead({ db, clients, now }: Pick<Context, 'db' | 'clients' | 'now'>): NewPersonSync {
  const pendingReads = new Map<string, Promise<boolean>>()

  async function fetchPerson(personId: string): Promise<boolean> {
    const user = await clients.graph.getUser(personId)
    if (!user || user.accountEnabled === false) return false
    const at = now()
    await db
      .updateTable('people')
      .set({
        department: user.department ?? null,
        job_title: user.jobTitle ?? null,
        employee_id: user.employeeId || null,
        directory_checked_at: at,
        updated_at: at,
      })
      .where('id', '=', personId)
      .where('directory_checked_at', 'is', null)
      .execute()
    return true
  }

  /** Concurrent calls share one read, and a failure is not retried immediately. */
  function readOnce(personId: string): Promise<boolean> {
    const pendingRead =
      pendingReads.get(personId) ??
      fetchPerson(personId)
        .catch(() => false)
        .finally(() => setTimeout(() => pendingReads.delete(personId), retryDelayMs).unref())
    pendingReads.set(personId, pendingRead)
    return pendingRead
  }

  return async (person) => {
    if (!person.isUnverified) return person
    const wasRead = await Promise.race([
      readOnce(person.id),
      new Promise<false>((resolve) => setTimeout(resolve, deadlineMs, false).unref()),
    ])
    if (!wasRead) return person
    const { isUnverified: _, ...readPerson } = person
    return readPerson
  }
}
