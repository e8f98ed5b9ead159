import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, UserPlus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listAbsences } from '../../../api/me.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { absenceColumns } from './absenceColumns.tsx'
import type { Absence } from './types.ts'

const SetDelegateDialog = lazyComponent(() =>
  import('./SetDelegateDialog.tsx').then(({ SetDelegateDialog: NameSomebodyDialog }) => ({ default: NameSomebodyDialog })),
)
const EndAbsenceDialog = lazyComponent(() =>
  import('./EndAbsenceDialog.tsx').then(({ EndAbsenceDialog }) => ({ default: EndAbsenceDialog })),
)

export function AbsencesPage() {
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const list = useQuery({ ...listAbsences(), enabled: isResponsible === true })
  const [delegateTarget, setDelegateTarget] = useState<{ absence?: Absence }>()
  const [extension, setExtension] = useState<Absence>()
  const columns = useMemo(() => absenceColumns({ onName: (absence) => setDelegateTarget({ absence }), onEnd: setExtension }), [])
  if (currentUser && !isResponsible)
    return <AccessDeniedPage reason="Only administrators and auditors can see absences." homeHref={paths.home()} />
  const uncovered = list.data?.items.filter(({ delegation, waiting }) => !delegation && waiting > 0) ?? []
  return (
    <Page
      title="Absences"
      description="Absences set by people, administrators or automatic replies, with the delegates who decide in the meantime."
      actions={
        <Button icon={UserPlus} disabledReason={list.data && reasonOf(list.data, 'nameSomebody')} onClick={() => setDelegateTarget({})}>
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
        error={
          list.error && !list.data ? <LoadError subject="absences" error={list.error} onRetry={() => void list.refetch()} /> : undefined
        }
        empty={
          <EmptyState icon={CalendarCheck} title="No absences">
            Absences that people set, and approvers with automatic replies turned on, appear here.
          </EmptyState>
        }
      />
      {list.data && list.data.total > list.data.items.length && (
        <p className="mt-2 text-sm text-ink-2">
          The first {list.data.items.length} of {list.data.total}.
        </p>
      )}
      <Suspense>
        {delegateTarget && <SetDelegateDialog absence={delegateTarget.absence} onClose={() => setDelegateTarget(undefined)} />}
        {extension && <EndAbsenceDialog absence={extension} onClose={() => setExtension(undefined)} />}
      </Suspense>
    </Page>
  )
}
