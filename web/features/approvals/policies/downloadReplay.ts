import { call } from '../../../api/queryCall.ts'

export async function downloadReplay(id: string, version: number): Promise<void> {
  const text = await call('exportPolicyReplay', { params: { id, version } })
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `policy-replay-version-${version}.csv`
  link.click()
  // The browser has started the download before this timeout.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
