import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listResourceVulnerabilities } from '../../../api/queries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { type Option, Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TablePager } from '../../../ui/TablePager.tsx'
import { findingLabels } from './labels.ts'
import { SecurityFinding } from './SecurityFinding.tsx'
import { severities, severityOf } from './securityLabels.ts'
import type { Summary } from './securitySummary.ts'

const route = getRouteApi('/accounts/$id')
const all = 'all'
const initialCount = 10

interface Change {
  severity?: string | undefined
  fixable?: string | undefined
  resource?: string | undefined
  q?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

export function SecurityFindingList({ accountId, summary }: { accountId: string; summary: Summary }) {
  const { severity, fixable, resource, q, page = 1, size = initialCount } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Change) =>
    void navigate({
      search: (previous) => ({ ...previous, page: undefined, ...next }) as typeof previous,
      replace: true,
      resetScroll: false,
    })
  const list = useQuery(
    listResourceVulnerabilities(accountId, {
      page,
      size,
      ...(severity && { severity }),
      ...(fixable && { fixable: fixable === 'yes' }),
      ...(resource && { resourceId: resource }),
      ...(q && { search: q }),
    }),
  )
  const resources = useMemo(() => summary.resources.map(resourceOption), [summary.resources])
  const selected = resource
    ? (resources.find(({ value }) => value.toLowerCase() === resource.toLowerCase()) ?? unknownResourceOption(resource))
    : null
  const isFiltered = Boolean(severity || fixable || resource || q)
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 px-4 py-3">
        <SearchBox
          label={findingLabels.search}
          placeholder="CVE, title or resource"
          className="w-full sm:w-64"
          text={q ?? ''}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <Select
          label={findingLabels.severity}
          hideLabel
          className="w-full sm:w-44"
          value={severity ?? all}
          onChange={(value) => change({ severity: value === all ? undefined : value })}
          options={[
            { value: all, label: 'All severities' },
            ...severities.map(({ id, label }) => ({ value: id, label, hint: describeFindings(summary, id) })),
          ]}
        />
        <Select
          label={findingLabels.fix}
          hideLabel
          className="w-full sm:w-52"
          value={fixable ?? all}
          onChange={(value) => change({ fixable: value === all ? undefined : value })}
          options={[
            { value: all, label: 'With and without a fix' },
            { value: 'yes', label: findingLabels.withFix, hint: count(summary.fixable, 'finding') },
            { value: 'no', label: 'Without a fix', hint: count(summary.total - summary.fixable, 'finding') },
          ]}
        />
        <Combobox
          label="Resource"
          hideLabel
          optional
          className="w-full sm:w-64"
          placeholder="All resources"
          options={resources}
          value={selected}
          onChange={(value) => change({ resource: value?.value })}
        />
        {isFiltered && (
          <Button variant="quiet" onClick={() => change({ severity: undefined, fixable: undefined, resource: undefined, q: undefined })}>
            {findingLabels.showAll}
          </Button>
        )}
      </div>
      {list.data ? (
        list.data.items.length > 0 ? (
          <ul
            aria-label={findingLabels.list}
            aria-busy={list.isPlaceholderData}
            className={cx(
              'divide-y divide-line border-t border-line transition-opacity duration-(--calm)',
              list.isPlaceholderData && 'opacity-50',
            )}
          >
            {list.data.items.map((finding) => (
              <SecurityFinding key={finding.id} finding={finding} />
            ))}
          </ul>
        ) : (
          <div className="border-t border-line p-4">
            <EmptyState title={findingLabels.noMatch}>Remove a filter or try a shorter search.</EmptyState>
          </div>
        )
      ) : list.error ? (
        <div className="border-t border-line p-4">
          <LoadError subject="findings" error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <div className="border-t border-line p-4">
          <SkeletonText lines={8} />
        </div>
      )}
      <TablePager
        page={list.data && { page: list.data.page, size: list.data.size, total: list.data.total }}
        onPage={(to) => change({ page: to.page > 1 ? to.page : undefined, size: to.size === initialCount ? undefined : to.size })}
        selected={undefined}
        onClear={() => undefined}
        bulk={null}
        busy={list.isPending}
      />
    </div>
  )
}

function resourceOption({ id, name, type, count: findings, counts }: Summary['resources'][number]): Option {
  const critical = counts.critical > 0 ? `, ${formatNumber(counts.critical)} critical` : ''
  return { value: id, label: name, hint: `${typeName(type)} · ${count(findings, 'finding')}${critical}` }
}

function unknownResourceOption(id: string): Option {
  return { value: id, label: id.split('/').at(-1) ?? id }
}

function describeFindings({ bySeverity }: Summary, id: (typeof severities)[number]['id']): string {
  const { count: findings = 0, fixable = 0 } = bySeverity.find(({ severity }) => severity === severityOf(id).id) ?? {}
  return `${count(findings, 'finding')}, ${formatNumber(fixable)} with a fix`
}
