import type { Context } from '../context.ts'
import type { Person } from './actor.ts'

const retryDelayMs = 10_000
const deadlineMs = 3_000

export type ReadFirst = (person: Person) => Promise<Person>

/**
 * Reads the account of somebody new in the directory before anything is done for them. Two accounts of one human are known by their employee
 * number, and the sync comes by only once a minute. While it cannot be read, the person stays `unread` and can change nothing.
 */
export function firstReading({ db, clients, now }: Pick<Context, 'db' | 'clients' | 'now'>): ReadFirst {
  const reading = new Map<string, Promise<boolean>>()

  async function read(personId: string): Promise<boolean> {
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

  /** Calls that come while it is read wait for the same answer, and a failure is not asked for again at once. */
  function readOnce(personId: string): Promise<boolean> {
    const running =
      reading.get(personId) ??
      read(personId)
        .catch(() => false)
        .finally(() => setTimeout(() => reading.delete(personId), retryDelayMs).unref())
    reading.set(personId, running)
    return running
  }

  return async (person) => {
    if (!person.unread) return person
    const isRead = await Promise.race([
      readOnce(person.id),
      new Promise<false>((resolve) => setTimeout(resolve, deadlineMs, false).unref()),
    ])
    if (!isRead) return person
    const { unread: _, ...read } = person
    return read
  }
}
