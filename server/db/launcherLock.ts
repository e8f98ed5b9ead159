import pg from 'pg'
import { LaunchError } from './launcherError.ts'

/**
 * A shared advisory lock on a running server, held by a connection. The lock ends together with its process, even if the process is
 * killed, so locks can’t become stale.
 */
export interface ServerLock {
  lost: Promise<void>
  open(): boolean
  /**
   * Releases the lock.
   * @returns true if no other lock exists; no process can then get one until `end` is called
   */
  release(): Promise<boolean>
  end(): Promise<void>
}

const lockId = 5_432_018

/** Locks the server on `port` if it serves `cluster`. Undefined while the server doesn't accept connections or is shutting down. */
export async function acquireServerLock(target: { url: string; cluster: string; passwordFile: string }): Promise<ServerLock | undefined> {
  const client = new pg.Client({
    connectionString: target.url,
    connectionTimeoutMillis: 5_000,
    application_name: 'slipway launcher',
    keepAlive: true,
  })
  let isOpen = true
  const closedPromise = new Promise<void>((resolve) => {
    client.on('error', () => {})
    client.on('end', () => {
      isOpen = false
      resolve()
    })
  })
  const end = async () => {
    if (isOpen) await client.end().catch(() => {})
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ directory: string; granted: boolean }>(
      `select current_setting('data_directory') as directory, pg_try_advisory_lock_shared($1) as granted`,
      [lockId],
    )
    if (rows[0]?.directory !== target.cluster || !rows[0].granted) {
      await end()
      return undefined
    }
  } catch (error) {
    await end()
    if ((error as { code?: string }).code === '28P01')
      throw new LaunchError(
        'password',
        `The password in ${target.passwordFile} doesn’t match the database in ${target.cluster}. Restore both from the same backup.`,
        { cause: error },
      )
    return undefined
  }
  let releasing = false
  return {
    lost: new Promise((resolve) => closedPromise.then(() => releasing || resolve())),
    open: () => isOpen,
    async release() {
      releasing = true
      const unlock = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last'
      const { rows } = await client.query<{ last: boolean }>(unlock, [lockId]).catch(() => ({ rows: [] }))
      return rows[0]?.last === true
    },
    end,
  }
}
