import { call } from '../../../api/ask.ts'

/** Saves what a replay would have changed as a file. */
export async function downloadReplay(id: string, version: number): Promise<void> {
  const text = await call('exportPolicyReplay', { params: { id, version } })
  // Reading an answer as text takes the byte order mark away.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `policy-replay-version-${version}.csv`
  link.click()
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
