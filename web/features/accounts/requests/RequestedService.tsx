import { Fragment } from 'react'
import { labelFor } from '../../../shared/labels.ts'
import { PersonList } from '../../../shared/PersonList.tsx'
import type { AccountRequest } from '../../../shared/requestTypes.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { assignmentLabel } from './choices.ts'

export function RequestedService({ request }: { request: AccountRequest }) {
  const { details, owners, catalogueItems } = request
  const tags = Object.entries(details.tags)
  return (
    <Panel title="Request details">
      <blockquote className="mb-4 max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
        {details.purpose}
      </blockquote>
      <KeyValues
        columns={3}
        items={[
          ...(details.description ? [{ label: 'Description', value: details.description, wide: true }] : []),
          { label: 'Environment', value: labelFor('environment', details.environment) },
          { label: 'Tower', value: request.tower.name },
          { label: 'Family', value: request.family.name },
          { label: 'Region', value: labelFor('region', details.region) },
          { label: 'Network connection', value: labelFor('connectivity', details.connectivity) },
          { label: 'Data classification', value: labelFor('dataClassification', details.dataClassification) },
          { label: 'Criticality', value: labelFor('criticality', details.criticality) },
          { label: 'Monthly budget', value: <Money value={details.budget} strip /> },
          { label: 'Cost centre', value: details.costCentre },
          {
            label: 'Owners',
            wide: true,
            value: <PersonList people={owners} />,
          },
          { label: 'Budget alert recipients', value: <Addresses addresses={details.budget.contacts} /> },
          {
            label: 'Budget alerts',
            value: details.budget.thresholds
              .map(({ percent, basis }) => `${percent}% ${basis === 'actual' ? 'spent' : 'forecast'}`)
              .join(', '),
          },
          {
            label: 'Services',
            wide: true,
            value:
              catalogueItems.length === 0 ? (
                'None'
              ) : (
                <ul className="max-w-md">
                  {catalogueItems.map((item) => (
                    <li key={item.id} className="flex justify-between gap-4">
                      <span>{item.name}</span>
                      <span className="text-ink-2">
                        <Money value={item.monthlyEstimate} strip /> a month
                      </span>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            label: 'Access groups',
            wide: true,
            value:
              details.accessGroups.length === 0 ? (
                'None'
              ) : (
                <ul>
                  {details.accessGroups.map((group) => (
                    <li key={group.name}>
                      {group.name}: {group.role}, <span className="text-ink-2">{assignmentLabel(group.assignment)}</span>
                    </li>
                  ))}
                </ul>
              ),
          },
          ...(tags.length > 0 ? [{ label: 'Tags', wide: true, value: tags.map(([name, value]) => `${name}: ${value}`).join(', ') }] : []),
        ]}
      />
    </Panel>
  )
}

/** A long address breaks after the @, not in the middle of a word. */
function Addresses({ addresses }: { addresses: readonly string[] }) {
  return addresses.map((address, index) => {
    const [name, domain] = address.split('@')
    return (
      <Fragment key={address}>
        {index > 0 && ', '}
        <span className="inline-block max-w-full">
          {name}@<wbr />
          {domain}
        </span>
      </Fragment>
    )
  })
}
