import { FlaskConical, Globe, Hammer, Network, Rocket, ShieldCheck, Unplug } from 'lucide-react'
import { type LabelList, labelFor } from '../../../shared/labels.ts'
import type { RequestDetails } from '../../../shared/requestTypes.ts'
import type { Icon } from '../../../ui/icon.ts'

interface Choice<T extends string = string> {
  value: T
  label: string
  hint: string
  icon?: Icon
}

function choices<T extends string>(list: LabelList, hints: Record<T, [hint: string, icon?: Icon]>): Choice<T>[] {
  return (Object.entries(hints) as [T, [string, Icon?]][]).map(([value, [hint, icon]]) => ({
    value,
    label: labelFor(list, value),
    hint,
    ...(icon && { icon }),
  }))
}

export const environments = choices<RequestDetails['environment']>('environment', {
  production: ['Serves customers or stores. Also needs approval from the architecture board.', Rocket],
  preproduction: ['A copy of production for final tests.', ShieldCheck],
  test: ['For testers and automated tests, at lower rates.', FlaskConical],
  development: ['For development and experiments, at lower rates.', Hammer],
})

export const connectivities = choices<RequestDetails['connectivity']>('connectivity', {
  corporate: ['Reaches our data centres and stores. Includes a private address range.', Network],
  internet: ['Public endpoints, without access to the corporate network.', Globe],
  none: ['Platform services only: storage, data, jobs.', Unplug],
})

export const regions = choices('region', {
  uksouth: ['London. The default region.'],
  ukwest: ['Cardiff. The second site for UK South.'],
  northeurope: ['Dublin. For stores in Ireland.'],
  westeurope: ['Amsterdam. For continental Europe.'],
})

export const classifications = choices<RequestDetails['dataClassification']>('dataClassification', {
  public: ['Public information: product pictures, store hours.'],
  internal: ['For staff only: plans, most operational data.'],
  confidential: ['Customers’ and colleagues’ personal data, contracts.'],
  restricted: ['Card data, credentials and other highly sensitive data.'],
})

export const criticalities = choices<RequestDetails['criticality']>('criticality', {
  tier1: ['Stores can’t sell without it.'],
  tier2: ['A team stops working within hours.'],
  tier3: ['Work can continue for a day without it.'],
  tier4: ['No on-call support needed.'],
})

type Role = RequestDetails['accessGroups'][number]['role']

export const roles: Choice<Role>[] = [
  { value: 'Reader', label: 'Reader', hint: 'Can view everything except secrets.' },
  { value: 'Contributor', label: 'Contributor', hint: 'Can create, edit and delete resources, but not grant access.' },
  { value: 'Owner', label: 'Owner', hint: 'Full access, including granting access. Best as an eligible role.' },
  { value: 'Monitoring Reader', label: 'Monitoring Reader', hint: 'Can view metrics, logs and alerts.' },
  { value: 'Key Vault Secrets User', label: 'Key Vault Secrets User', hint: 'Can read secrets, for applications and on-call staff.' },
  {
    value: 'Virtual Machine Contributor',
    label: 'Virtual Machine Contributor',
    hint: 'Can manage virtual machines, but not networks and storage.',
  },
]

export const assignments: Choice<RequestDetails['accessGroups'][number]['assignment']>[] = [
  { value: 'active', label: 'Active', hint: 'Members always have the role.' },
  { value: 'eligible', label: 'Eligible', hint: 'Members activate the role when needed, with a reason, for a limited time.' },
]

export const defaultGroups: RequestDetails['accessGroups'] = [
  { name: 'developers', role: 'Contributor', assignment: 'active' },
  { name: 'operators', role: 'Owner', assignment: 'eligible' },
  { name: 'readers', role: 'Reader', assignment: 'active' },
]

export const assignmentLabel = (assignment: string): string =>
  (assignments.find((item) => item.value === assignment)?.label ?? assignment).toLocaleLowerCase()
