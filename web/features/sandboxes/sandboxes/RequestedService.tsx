import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { PersonList } from '../../../shared/PersonList.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { describeSpan } from './labels.ts'
import { requestPageLabels } from './pageLabels.ts'
import type { SandboxRequest } from './types.ts'

export function RequestedService({ request }: { request: SandboxRequest }) {
  const { kind, template, tower, hours, budget, region, owners, members, sandboxId } = request
  const isExtension = kind === 'extension'
  const groups = [...Map.groupBy(members, ({ group }) => group)]
  return (
    <Panel title={requestPageLabels.details}>
      <blockquote className="mb-4 max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
        {request.justification}
      </blockquote>
      <KeyValues
        columns={3}
        items={[
          ...(isExtension && sandboxId ? [{ label: 'Sandbox', value: <Link href={paths.sandbox(sandboxId)}>{request.name}</Link> }] : []),
          { label: 'Template', value: template.name },
          { label: isExtension ? 'Extension' : 'Duration', value: hours > 0 ? describeSpan(hours) : 'None' },
          { label: isExtension ? 'More budget' : 'Budget', value: budget.amount > 0 ? <Money value={budget} strip /> : 'None' },
          { label: 'Paying tower', value: <Link href={paths.towers(tower.id)}>{tower.name}</Link> },
          ...(region ? [{ label: 'Region', value: labelFor('region', region) }] : []),
          ...(owners.length > 0
            ? [
                {
                  label: 'Owners',
                  wide: true,
                  value: <PersonList people={owners} />,
                },
              ]
            : []),
          ...groups.map(([group, people]) => ({
            label: group.charAt(0).toLocaleUpperCase() + group.slice(1),
            wide: true,
            value: <PersonList people={people.map(({ person }) => person)} />,
          })),
        ]}
      />
    </Panel>
  )
}
