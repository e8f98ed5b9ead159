import { call } from '../../../api/ask.ts'

export async function downloadReplay(id: string, version: number): Promise<void> {
  const text = await call('exportPolicyReplay', { params: { id, version } })
  // Reading the response as text removed the byte order mark, so it is added again.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `policy-replay-version-${version}.csv`
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
