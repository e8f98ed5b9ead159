import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus, SearchX } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listApiKeys } from '../../../api/apiKeyQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { discardStepUpCall, pendingStepUpCall } from '../../../api/stepUp.ts'
import { paths } from '../../../paths.ts'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { type ListSearch, pagedQuery } from '../../../shared/listSearch.ts'
import { listTable } from '../../../shared/listTable.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { apiKeyColumns } from './apiKeyColumns.tsx'
import { apiKeyLabels } from './labels.ts'
import type { ApiKey, NewApiKey } from './types.ts'

const apiKeysQuery = ({ show, filter: _, ...search }: ListSearch & { show?: 'revoked' | undefined }) => ({
  ...pagedQuery(search),
  ...(show === 'revoked' && { revoked: true }),
})

const GenerateDialog = lazyComponent(() => import('./GenerateDialog.tsx').then(({ GenerateDialog }) => ({ default: GenerateDialog })))
const RegisterDialog = lazyComponent(() => import('./RegisterDialog.tsx').then(({ RegisterDialog }) => ({ default: RegisterDialog })))
const KeyDrawer = lazyComponent(() => import('./KeyDrawer.tsx').then(({ KeyDrawer }) => ({ default: KeyDrawer })))
const EditKeyDialog = lazyComponent(() => import('./EditKeyDialog.tsx').then(({ EditKeyDialog }) => ({ default: EditKeyDialog })))
const RevokeDialog = lazyComponent(() => import('./RevokeDialog.tsx').then(({ RevokeDialog }) => ({ default: RevokeDialog })))

const route = getRouteApi('/admin/api-keys')
const newest = '-createdAt'
type OpenDialog = { kind: 'generate'; pendingKey?: NewApiKey } | { kind: 'register' } | { kind: 'edit' | 'revoke'; key: ApiKey }

export function ApiKeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const list = useQuery({ ...listApiKeys(apiKeysQuery(search)), enabled: isResponsible === true })
  const [view, setView] = useTableView('api-keys')
  const [open, setOpen] = useState<OpenDialog | undefined>(() => prefilledDialog(currentUser?.id))
  const change = (next: Partial<ListSearch> & { show?: 'revoked' | undefined; id?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const columns = useMemo(
    () => apiKeyColumns({ hrefOf: (id) => paths.apiKeys({ ...search, id }), onRevoke: (key) => setOpen({ kind: 'revoke', key }) }),
    [search],
  )
  if (currentUser && !isResponsible) return <AccessDeniedPage reason={apiKeyLabels.denied} homeHref={paths.home()} />
  const close = () => {
    discardStepUpCall()
    setOpen(undefined)
  }
  const closeWhenDismissed = (next: boolean) => !next && close()
  const generateButton = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={list.data && reasonOf(list.data, 'generate')}
      onClick={() => setOpen({ kind: 'generate' })}
    >
      {apiKeyLabels.generate}
    </Button>
  )
  const dialogs = (
    <>
      {open?.kind === 'edit' && <EditKeyDialog apiKey={open.key} onOpenChange={closeWhenDismissed} />}
      {open?.kind === 'revoke' && <RevokeDialog apiKey={open.key} onOpenChange={closeWhenDismissed} />}
    </>
  )
  const { show, id } = search
  return (
    <Page
      title="API keys"
      description="Credentials for programs: API keys, and applications that sign in with their own tokens."
      actions={
        <>
          <Button disabledReason={list.data && reasonOf(list.data, 'generate')} onClick={() => setOpen({ kind: 'register' })}>
            Register application
          </Button>
          {generateButton}
        </>
      }
    >
      <DataTable
        label="API keys"
        columns={columns}
        view={view}
        onView={setView}
        rowId={(key) => key.id}
        rowLabel={(key) => key.name}
        {...listTable('the API keys', list, search, newest, change)}
        filter={
          <ListSearchBox
            label="Search keys"
            placeholder="Name or prefix"
            text={search.q ?? ''}
            onSearch={(text) => change({ q: text || undefined })}
            shown={list.data?.total}
            total={list.data?.total}
            subject="key"
          >
            <Checkbox
              label="Include revoked keys"
              checked={show === 'revoked'}
              onChange={({ target }) => change({ show: target.checked ? 'revoked' : undefined })}
            />
          </ListSearchBox>
        }
        empty={
          search.q ? (
            <EmptyState
              icon={SearchX}
              title="No matching keys"
              action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
            >
              {show ? 'Try a shorter search.' : 'Try a shorter search, or include revoked keys.'}
            </EmptyState>
          ) : (
            <EmptyState icon={KeyRound} title={apiKeyLabels.none}>
              Generate a key for a program, such as a deployment pipeline. The key is shown once, and you can revoke it at any time.
            </EmptyState>
          )
        }
      />
      <Suspense>
        {id ? (
          <KeyDrawer
            id={id}
            onClose={() => change({ page: search.page, id: undefined })}
            onEdit={(key) => setOpen({ kind: 'edit', key })}
            onRevoke={(key) => setOpen({ kind: 'revoke', key })}
          >
            {dialogs}
          </KeyDrawer>
        ) : (
          dialogs
        )}
        {open?.kind === 'generate' && currentUser && list.data && (
          <GenerateDialog me={currentUser} scopes={list.data.scopes} pendingKey={open.pendingKey} onClose={close} />
        )}
        {open?.kind === 'register' && currentUser && list.data && (
          <RegisterDialog me={currentUser} scopes={list.data.scopes} onClose={close} />
        )}
      </Suspense>
    </Page>
  )
}

function prefilledDialog(person: string | undefined): OpenDialog | undefined {
  const pendingKey = person === undefined ? undefined : pendingStepUpCall(person)
  return pendingKey?.operation === 'generateApiKey'
    ? { kind: 'generate', pendingKey: (pendingKey.input as { body: NewApiKey }).body }
    : undefined
}
