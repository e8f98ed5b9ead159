import { labelFor } from '../../../shared/labels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { AccessSearchParams } from './accessSearchParams.ts'
import { findLabels } from './groupLabels.ts'
import type { FoundGroups } from './types.ts'

const anyValue = 'every'
const width = 'w-[calc(50%-0.25rem)] sm:w-44'

interface FindFiltersProps {
  search: AccessSearchParams
  facets: FoundGroups['facets']
  onFilterChange: (next: Partial<AccessSearchParams>) => void
  onClear: () => void
}

export function AccessSearchFilters({ search, facets, onFilterChange, onClear }: FindFiltersProps) {
  const options = (
    all: string,
    choices: FoundGroups['facets']['tower'],
    selected: string | undefined,
    labelOf = (label: string) => label,
  ) => [
    { value: anyValue, label: all },
    ...choices.map(({ value, label, count }) => ({ value, label: `${labelOf(label)} (${count})` })),
    ...(selected && !choices.some(({ value }) => value === selected) ? [{ value: selected, label: 'No results' }] : []),
  ]
  const { environment, tower, role } = search
  return (
    <div className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <Select
        label="Environment"
        hideLabel
        className={width}
        options={options('All environments', facets.environment, environment, (label) => labelFor('environment', label))}
        value={environment ?? anyValue}
        onChange={(value) => onFilterChange({ environment: (value === anyValue ? undefined : value) as AccessSearchParams['environment'] })}
      />
      <Select
        label="Tower"
        hideLabel
        className={width}
        options={options('All towers', facets.tower, tower)}
        value={tower ?? anyValue}
        onChange={(value) => onFilterChange({ tower: value === anyValue ? undefined : value })}
      />
      <Select
        label={findLabels.role}
        hideLabel
        className={width}
        options={options('All roles', facets.role, role)}
        value={role ?? anyValue}
        onChange={(value) => onFilterChange({ role: value === anyValue ? undefined : value })}
      />
      {(environment ?? tower ?? role) && (
        <Button variant="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
