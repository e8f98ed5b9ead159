import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** Some operating systems reject longer socket paths. */
const maxSocketPath = 100

export function socketUrl(serverUrl: string, cluster: string): string {
  const url = new URL(serverUrl)
  const socket = path.join(cluster, `.s.PGSQL.${url.port}`)
  if (socket.length <= maxSocketPath && existsSync(socket)) url.searchParams.set('host', cluster)
  return url.href
}

export function tcpUrl(serverUrl: string): URL {
  const url = new URL(serverUrl)
  url.searchParams.delete('host')
  return url
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

export function runtimeRoleUrl(serverUrl: string, prefix: string): { role: string; password: string; url: string } {
  const url = new URL(serverUrl)
  const [role, password] = [`${prefix}server`, 'of-a-test-run']
  url.username = role
  url.password = password
  return { role, password, url: url.href }
}

export async function withClient<T>(url: string, callback: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await callback(client)
  } finally {
    await client.end()
  }
}
