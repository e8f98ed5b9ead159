import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable } from './unavailable.ts'

export const waitMessage = 'waiting for the database'

const pollIntervalMs = 500
const maxConnectMs = 5_000

/** The message says why Slipway can't connect and what to do, without the password. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

interface Target {
  setting: string
  url: string
}

interface WaitOptions {
  maxWaitMs: number
  /** The default is `maxWaitMs` from now. */
  deadline?: number
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
}

/** During a failover, the standby accepts connections before it is the primary. */
class ReadOnly extends Error {
  override message = 'the server is a read-only replica'
}

/**
 * Waits until PostgreSQL accepts connections and writes, one target after the other. It logs each change of the reason for the wait.
 * @throws ConnectionError after `maxWaitMs`, and immediately if waiting doesn't help, for example if the password is wrong
 */
export async function waitForDatabase(targets: Target[], options: WaitOptions): Promise<void> {
  const { maxWaitMs, deadline = performance.now() + maxWaitMs, log } = options
  for (const { setting, url } of targets) {
    let lastReason: string | undefined
    for (;;) {
      const error = await tryConnection(setting, url)
      if (error === undefined) break
      const server = serverOf(url)
      const reason = reasonOf(error)
      if (!isUnavailable(error) && !(error instanceof ReadOnly))
        throw new ConnectionError(explainConnectionError(setting, url, error), { cause: error })
      if (performance.now() >= deadline)
        throw new ConnectionError(
          `PostgreSQL at ${server} wasn’t available within ${maxWaitMs / 1_000} seconds (${reason}). Check that it is running, and ${setting}. SLIPWAY_DATABASE_WAIT_SECONDS sets how long Slipway waits.`,
          { cause: error },
        )
      if (reason !== lastReason) log.warn({ server, setting, reason }, waitMessage)
      lastReason = reason
      await delay(pollIntervalMs)
    }
    if (lastReason !== undefined) log.info({ server: serverOf(url), setting }, 'the database accepts connections')
  }
}

/**
 * Waits for PostgreSQL and then calls `prepare`, which must be safe to repeat: if PostgreSQL becomes unavailable in the meantime, both are
 * repeated until `maxWaitMs` have passed.
 */
export async function prepareWhenAvailable<T>(
  targets: Target[],
  { maxWaitMs, log }: Pick<WaitOptions, 'maxWaitMs' | 'log'>,
  prepare: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    await waitForDatabase(targets, { maxWaitMs, deadline, log })
    try {
      return await prepare()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= deadline) throw error
      log.warn({ reason: reasonOf(error) }, waitMessage)
      await delay(pollIntervalMs)
    }
  }
}

async function tryConnection(setting: string, url: string): Promise<unknown> {
  const client = openClient(setting, url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]!.standby ? new ReadOnly() : undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws ConnectionError without connecting, if the connection string is invalid or names a file that can't be read */
export function openClient(setting: string, url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: maxConnectMs,
      query_timeout: maxConnectMs,
      application_name: 'slipway-start',
    })
  } catch (cause) {
    const { syscall, message } = cause as NodeJS.ErrnoException
    if (syscall !== undefined) throw new ConnectionError(`${setting} names a file that can’t be read (${message}).`)
    // The error of an invalid URL contains the URL with its password.
    throw new ConnectionError(`${setting} isn’t a valid connection string, such as postgres://user:password@host:5432/database.`)
  }
}

const serverOf = (url: string) => {
  const { host, port } = new pg.Client({ connectionString: url })
  return `${host}:${port}`
}

/** The error for several IP addresses of one host has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function explainConnectionError(setting: string, url: string, error: unknown): string {
  const { user, database } = new pg.Client({ connectionString: url })
  const server = serverOf(url)
  const { code } = error as NodeJS.ErrnoException
  if (code === '3D000') return `PostgreSQL at ${server} has no database “${database}”. Create it, or correct ${setting}.`
  if (code?.startsWith('28'))
    return `PostgreSQL at ${server} rejected the sign-in of “${user}” (${reasonOf(error)}). Correct the user or password in ${setting}.`
  return `Slipway can’t connect to PostgreSQL at ${server} (${reasonOf(error)}). Correct ${setting}.`
}
