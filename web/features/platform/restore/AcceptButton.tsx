import { useState } from 'react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { restoreLabels } from './labels.ts'
import type { LatestRestore } from './types.ts'

export function AcceptButton({ latest }: { latest: LatestRestore }) {
  const { restore, report } = latest
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" disabledReason={reasonOf(latest, 'accept')} onClick={() => setOpen(true)}>
        {restoreLabels.accept}
      </Button>
      {open && restore && report && <AcceptDialog restore={restore} report={report} onClose={() => setOpen(false)} />}
    </>
  )
}
