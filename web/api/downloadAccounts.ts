import { createClient } from '../../client/client.ts'
import { countingFetch } from '../../client/countingFetch.ts'
import { ok } from '../../client/ok.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'
import type { CallInput } from './client.ts'

const byteOrderMark = '\uFEFF'

export async function downloadAccounts(
  query: CallInput<'exportAccounts'>['query'],
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<void> {
  const client = createClient<Operations>({
    host: location.origin,
    routes: { exportAccounts: routes.exportAccounts },
    fetch: countingFetch((lines) => onRows(Math.max(0, lines - 1))),
  })
  const response = await client.exportAccounts({ query }, { signal })
  const text = ok(response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'accounts.csv'
  // Reading a response as text removes the byte order mark, but Excel needs it.
  const address = URL.createObjectURL(new Blob([byteOrderMark, text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started the download before this timeout.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
