import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CallInput } from '../../../api/client.ts'
import { downloadAccounts } from '../../../api/downloadAccounts.ts'
import { problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { toast } from '../../../ui/Toast.tsx'
import { accountsLabels } from './labels.ts'

export function ExportButton({
  query,
  disabledReason,
}: {
  query: CallInput<'exportAccounts'>['query']
  disabledReason?: string | undefined
}) {
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    let last = 0
    setRows(0)
    try {
      await downloadAccounts(query, {
        signal: controller.signal,
        onRows: (count) => {
          last = count
          setRows(count)
        },
      })
      toast.ok(accountsLabels.exported(last))
    } catch (error) {
      if (!controller.signal.aborted) toast.bad('Export failed', { description: problemOf(error).message })
    }
    if (!controller.signal.aborted) setRows(undefined)
  }
  const stop = () => {
    running.current?.abort()
    setRows(undefined)
  }
  return rows === undefined ? (
    <Button icon={Download} disabledReason={disabledReason} onClick={() => void start()}>
      {accountsLabels.exportCsv}
    </Button>
  ) : (
    <Button icon={X} onClick={stop}>
      <span className="tabular-nums" role="status">
        {rows === 0 ? 'Exporting…' : `${formatNumber(rows)} rows…`}
      </span>
      <span className="sr-only">, stop</span>
    </Button>
  )
}
