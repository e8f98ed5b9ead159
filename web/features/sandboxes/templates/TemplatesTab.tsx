import { useQuery } from '@tanstack/react-query'
import { Copy, Eye, EyeOff, FlaskConical, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { listSandboxTemplates } from '../../../api/sandboxQueries.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { DeleteDialog } from '../../../shared/DeleteDialog.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { EndedIcon, Status } from '../../../ui/Status.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { describeApproval, describeSpan, hostingLabels } from '../sandboxes/labels.ts'
import type { SandboxTemplate } from '../sandboxes/types.ts'
import { templateFormLabels } from './templateLabels.ts'

const visibilityLabels: Record<SandboxTemplate['visibility'], string> = {
  everyone: 'Everyone',
  groups: 'Some groups only',
  hidden: 'Administrators',
}

const facts: ListColumn<SandboxTemplate>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 190,
    rowHeader: true,
    fixed: true,
    cell: (row) => (
      <Link variant="name" href={paths.sandboxTemplate(row.id)}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'enabled',
    header: 'Available',
    width: 100,
    cell: (row) =>
      row.enabled ? (
        <Status tone="ok">Yes</Status>
      ) : (
        <Status tone="neutral" icon={EndedIcon}>
          No
        </Status>
      ),
  },
  { id: 'visibility', leaveOut: 1, header: 'Visibility', width: 110, cell: (row) => visibilityLabels[row.visibility] },
  {
    id: 'hosting',
    leaveOut: 2,
    header: 'Hosting',
    width: 135,
    fixedWidth: true,
    cell: (row) => hostingLabels[row.hosting],
  },
  {
    id: 'maxBudget',
    leaveOut: 5,
    header: 'Max. budget',
    width: 118,
    align: 'end',
    cell: (row) => <span className="tabular-nums">{formatMoney({ amount: row.maxBudget, currency: row.currency }, { round: true })}</span>,
  },
  { id: 'maxHours', leaveOut: 4, header: 'Max. lease', width: 104, cell: (row) => describeSpan(row.maxHours) },
  { id: 'approval', header: 'Approval', width: 280, cell: (row) => <Approval template={row} /> },
  {
    id: 'live',
    leaveOut: 3,
    header: 'Not deleted',
    width: 112,
    align: 'end',
    cell: (row) => <span className="tabular-nums">{row.live}</span>,
  },
]

export function TemplatesTab() {
  const [view, setView] = useTableView('sandbox-templates')
  const templates = useQuery(listSandboxTemplates())
  const update = useCall('updateSandboxTemplate', ['sandboxTemplate'])
  const remove = useCall('deleteSandboxTemplate', ['sandboxTemplate'])
  const [templateToDelete, setTemplateToDelete] = useState<SandboxTemplate>()
  const { mutateAsync } = update
  const canChange = templates.data?.some((template) => isAllowed(template, 'update')) ?? true
  const columns = useMemo(() => {
    const offer = async (template: SandboxTemplate) => {
      try {
        await mutateAsync({ params: { id: template.id }, body: { enabled: !template.enabled }, headers: ifMatch(template.version) })
        toast.ok(template.enabled ? `${template.name} made unavailable` : `${template.name} made available`, {
          description: template.enabled ? 'Existing sandboxes continue.' : undefined,
        })
      } catch (error) {
        const { code, message } = problemOf(error)
        if (code === 'stepUpNeeded') return confirmFirst(`${template.enabled ? 'Make unavailable' : 'Make available'}: ${template.name}`)
        toast.bad('Couldn’t change the template', { description: message })
      }
    }
    const actions: ListColumn<SandboxTemplate> = {
      id: 'actions',
      header: 'Actions',
      width: 170,
      cell: (row) => <Actions template={row} onOffer={() => void offer(row)} onDelete={() => setTemplateToDelete(row)} />,
    }
    return canChange ? [...facts, actions] : facts
  }, [canChange, mutateAsync])
  return (
    <>
      <DataTable
        label="Templates"
        columns={columns}
        view={view}
        onView={setView}
        rows={templates.data}
        rowId={(row) => row.id}
        error={
          templates.error && !templates.data ? (
            <LoadError subject="the templates" error={templates.error} onRetry={() => templates.refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState
            icon={FlaskConical}
            title="No templates yet"
            action={<Button href={paths.sandboxTemplate('new')}>Create template</Button>}
          >
            A template defines the resources, lease and budget of a sandbox. Templates that you create appear here.
          </EmptyState>
        }
      />
      {templateToDelete && (
        <DeleteDialog
          subject="template"
          name={templateToDelete.name}
          onOpenChange={(open) => !open && setTemplateToDelete(undefined)}
          onDelete={() => remove.mutateAsync({ params: { id: templateToDelete.id }, headers: ifMatch(templateToDelete.version) })}
        />
      )}
    </>
  )
}

/** The cell has no space for the rule about the requester’s earlier sandboxes. */
function Approval({ template: { approval, currency } }: { template: SandboxTemplate }) {
  const { cleanRecord: _cleanRecord, ...rule } = approval
  return describeApproval(rule, currency).replace('Approved automatically', 'Automatic')
}

interface ActionsProps {
  template: SandboxTemplate
  onOffer: () => void
  onDelete: () => void
}

function Actions({ template, onOffer, onDelete }: ActionsProps) {
  const navigateTo = useNavigateTo()
  const { id, name, enabled } = template
  return (
    <span className="inline-flex gap-0.5">
      <IconButton size="sm" icon={Pencil} label={`Edit ${name}`} onClick={() => navigateTo(paths.sandboxTemplate(id))} />
      <IconButton size="sm" icon={Copy} label={`Copy ${name}`} onClick={() => navigateTo(paths.sandboxTemplate('new', id))} />
      <IconButton
        size="sm"
        icon={enabled ? EyeOff : Eye}
        label={enabled ? templateFormLabels.disable(name) : `Make ${name} available`}
        onClick={onOffer}
      />
      <IconButton size="sm" icon={Trash2} label={`Delete ${name}`} disabledReason={reasonOf(template, 'delete')} onClick={onDelete} />
    </span>
  )
}
