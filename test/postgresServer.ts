import pg from 'pg'

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The servers’ role owns nothing, as in production. */
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
