import { paths } from '../../../../paths.ts'
import { labelFor } from '../../../../shared/labels.ts'
import { count } from '../../../../shared/waits.ts'
import { CopyId } from '../../../../ui/CopyId.tsx'
import { KeyValues } from '../../../../ui/KeyValues.tsx'
import { Link } from '../../../../ui/Link.tsx'
import { Money } from '../../../../ui/Money.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { DateTime } from '../../../../ui/Time.tsx'
import { describeAllowed, describeSpan } from '../labels.ts'
import type { Sandbox } from './types.ts'

export function Facts({ sandbox }: { sandbox: Sandbox }) {
  const { lease, budget, terms, region, template, tower, reference, requestId } = sandbox
  const remaining = Math.max(0, lease.maxExtensions - lease.extensionsUsed)
  return (
    <Panel title="Details">
      <KeyValues
        columns={2}
        items={[
          { label: 'Template', value: template.name },
          { label: 'Region', value: labelFor('region', region) },
          { label: 'Paying tower', value: <Link href={paths.towers(tower.id)}>{tower.name}</Link> },
          { label: 'Request', value: <Link href={paths.sandboxRequest(requestId)}>{reference}</Link> },
          {
            label: 'Lease',
            value: lease.start ? (
              <>
                {describeSpan(lease.hours)}, since <DateTime at={lease.start} />
              </>
            ) : (
              `${describeSpan(lease.hours)}, starting when it’s ready`
            ),
            wide: true,
          },
          ...(budget.limit === null
            ? []
            : [{ label: 'Budget', value: <Money value={{ amount: budget.limit, currency: budget.currency }} strip /> }]),
          { label: 'Extensions left', value: remaining === 0 ? 'None' : `${remaining}, ${describeSpan(terms.extensionHours)} each` },
          { label: 'Allowed resources', value: describeAllowed(terms.allowedResourceTypes), wide: true },
          { label: 'Members', value: `Up to ${count(terms.maxMembers, 'person', 'people')}`, wide: true },
          ...(sandbox.resourceGroup
            ? [{ label: 'Resource group', value: <CopyId value={sandbox.resourceGroup} kind="resource group" />, wide: true }]
            : []),
          ...(sandbox.subscriptionId
            ? [{ label: 'Subscription', value: <CopyId value={sandbox.subscriptionId} kind="subscription ID" />, wide: true }]
            : []),
        ]}
      />
    </Panel>
  )
}
