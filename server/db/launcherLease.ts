import pg from 'pg'
import { LaunchError } from './launcherError.ts'

/**
 * A claim on a running server: one connection that holds a shared advisory lock. It ends with the process that holds it,
 * however that process ends, so no stale claim can exist.
 */
export interface Lease {
  /** Settles when the server is gone without `release` having been called. */
  lost: Promise<void>
  open(): boolean
  /** Gives the claim up; true when nobody else has one, and until `end` nobody can get one. */
  release(): Promise<boolean>
  end(): Promise<void>
}

const lockId = 5_432_018

/** Claims the server on `port` when it serves `cluster`; undefined while it does not take connections or is going down. */
export async function takeLease(target: { url: string; cluster: string; passwordFile: string }): Promise<Lease | undefined> {
  const client = new pg.Client({
    connectionString: target.url,
    connectionTimeoutMillis: 5_000,
    application_name: 'slipway launcher',
    keepAlive: true,
  })
  let open = true
  const closed = new Promise<void>((resolve) => {
    client.on('error', () => {})
    client.on('end', () => {
      open = false
      resolve()
    })
  })
  const end = async () => {
    if (open) await client.end().catch(() => {})
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
        `The password in ${target.passwordFile} is not the one of the database in ${target.cluster}. Restore both from the same backup.`,
        { cause: error },
      )
    return undefined
  }
  let releasing = false
  return {
    lost: new Promise((resolve) => closed.then(() => releasing || resolve())),
    open: () => open,
    async release() {
      releasing = true
      const unlock = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last'
      const { rows } = await client.query<{ last: boolean }>(unlock, [lockId]).catch(() => ({ rows: [] })) // the server went at this moment
      return rows[0]?.last === true
    },
    end,
  }
}
