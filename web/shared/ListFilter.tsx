import { type ReactNode, useMemo } from 'react'
import { Button } from '../ui/Button.tsx'
import type { FilterField, FilterToken } from '../ui/filterTypes.ts'
import { uiLabels } from '../ui/labels.ts'
import { PropertyFilter } from '../ui/PropertyFilter.tsx'
import type { ListSearch } from './listSearch.ts'
import { knows, parseRsql, writeRsql } from './rsql.ts'

const identity = (tokens: FilterToken[]) => tokens

/** The filter is in the URL. A filter that can't be parsed is shown as text and can be cleared. */
export function ListFilter({
  label,
  search,
  fields,
  onChange,
  shown = identity,
  written = identity,
  children,
}: {
  label: string
  search: Pick<ListSearch, 'filter' | 'q'>
  /** Undefined until the server's list of fields has loaded. */
  fields: readonly FilterField[] | undefined
  onChange: (next: { filter?: string | undefined; q?: string | undefined }) => void
  /** `shown` and `written` convert conditions between their display and the API's form. */
  shown?: (tokens: FilterToken[]) => FilterToken[]
  written?: (tokens: FilterToken[]) => FilterToken[]
  children?: ReactNode
}) {
  const parsed = useMemo(() => parseRsql(search.filter), [search.filter])
  return (
    <div
      data-beside={children ? true : undefined}
      className="flex flex-wrap items-start gap-2 max-sm:data-beside:contents max-sm:data-beside:*:grow"
    >
      {children}
      <div className="min-w-48 flex-1 basis-64 max-sm:order-last max-sm:basis-full">
        {parsed && (!fields || knows(fields, parsed.tokens)) ? (
          <PropertyFilter
            label={label}
            fields={fields ?? []}
            value={{ join: parsed.join, tokens: shown(parsed.tokens), text: search.q ?? '' }}
            onChange={({ join, tokens, text }) => onChange({ filter: writeRsql({ join, tokens: written(tokens) }), q: text || undefined })}
          />
        ) : (
          <p className="flex min-h-8 flex-wrap items-center gap-2">
            <span className="text-ink-2">{uiLabels.filteredByLink}</span>
            <code className="rounded-sm bg-surface px-1 font-mono text-sm wrap-anywhere">{search.filter}</code>
            <Button size="sm" onClick={() => onChange({ filter: undefined })}>
              {uiLabels.clear}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
