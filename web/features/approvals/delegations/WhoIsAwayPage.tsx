import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, UserPlus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listAbsences } from '../../../api/me.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { RefusedPage } from '../../../shell/Pages.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { late } from '../../../ui/late.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { absenceColumns } from './absenceColumns.tsx'
import type { Absence } from './types.ts'

const NameSomebodyDialog = late(() =>
  import('./NameSomebodyDialog.tsx').then(({ NameSomebodyDialog }) => ({ default: NameSomebodyDialog })),
)
const EndAbsenceDialog = late(() => import('./EndAbsenceDialog.tsx').then(({ EndAbsenceDialog }) => ({ default: EndAbsenceDialog })))

export function WhoIsAwayPage() {
  const me = useQuery(getMe()).data
  const isResponsible = me?.roles.includes('admin') || me?.roles.includes('auditor')
  const list = useQuery({ ...listAbsences(), enabled: isResponsible === true })
  const [naming, setNaming] = useState<{ absence?: Absence }>()
  const [ending, setEnding] = useState<Absence>()
  const columns = useMemo(() => absenceColumns({ onName: (absence) => setNaming({ absence }), onEnd: setEnding }), [])
  if (me && !isResponsible) return <RefusedPage reason="Only administrators and auditors can see absences." homeHref={paths.home()} />
  const uncovered = list.data?.items.filter(({ delegation, waiting }) => !delegation && waiting > 0) ?? []
  return (
    <Page
      title="Absences"
      description="Absences set by people, administrators or automatic replies, with the delegates who decide meanwhile."
      actions={
        <Button icon={UserPlus} disabledReason={list.data && reasonOf(list.data, 'nameSomebody')} onClick={() => setNaming({})}>
          Add delegation
        </Button>
      }
    >
      {uncovered.length > 0 && (
        <div className="mb-4">
          <Banner
            tone="warn"
            title={`${count(uncovered.length, 'absent person has', 'absent people have')} pending approvals and no delegate`}
          />
        </div>
      )}
      <DataTable
        label="Absences"
        columns={columns}
        rows={list.data?.items}
        rowId={({ person, delegation }) => delegation?.id ?? person.id}
        rowLabel={({ person }) => person.displayName}
        error={list.error && !list.data ? <Failed what="Absences" error={list.error} onRetry={() => void list.refetch()} /> : undefined}
        empty={
          <EmptyState icon={CalendarCheck} title="No absences">
            This list shows absences that people set, and approvers with automatic replies turned on.
          </EmptyState>
        }
      />
      {list.data && list.data.total > list.data.items.length && (
        <p className="mt-2 text-sm text-ink-2">
          The first {list.data.items.length} of {list.data.total}.
        </p>
      )}
      <Suspense>
        {naming && <NameSomebodyDialog absence={naming.absence} onClose={() => setNaming(undefined)} />}
        {ending && <EndAbsenceDialog absence={ending} onClose={() => setEnding(undefined)} />}
      </Suspense>
    </Page>
  )
}
