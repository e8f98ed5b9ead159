import { FlaskConical, Globe, Hammer, Network, Rocket, ShieldCheck, Unplug } from 'lucide-react'
import type { RequestDetails } from '../../../shared/requestTypes.ts'
import { type WordList, wordFor } from '../../../shared/words.ts'
import type { Icon } from '../../../ui/icon.ts'

interface Choice<T extends string = string> {
  value: T
  label: string
  hint: string
  icon?: Icon
}

/** Adds a hint to each value’s common label. */
function choices<T extends string>(list: WordList, hints: Record<T, [hint: string, icon?: Icon]>): Choice<T>[] {
  return (Object.entries(hints) as [T, [string, Icon?]][]).map(([value, [hint, icon]]) => ({
    value,
    label: wordFor(list, value),
    hint,
    ...(icon && { icon }),
  }))
}

export const environments = choices<RequestDetails['environment']>('environment', {
  production: ['Serves customers or stores. The architecture board decides too.', Rocket],
  preproduction: ['A twin of production for the last rehearsal.', ShieldCheck],
  test: ['For testers and automated checks. Cheaper rates.', FlaskConical],
  development: ['For building and trying out. Cheaper rates.', Hammer],
})

export const connectivities = choices<RequestDetails['connectivity']>('connectivity', {
  corporate: ['Reaches our data centres and stores. You get a private address range of its own.', Network],
  internet: ['Public endpoints, no way into the corporate network.', Globe],
  none: ['Platform services only: storage, data, jobs.', Unplug],
})

export const regions = choices('region', {
  uksouth: ['London. The usual place.'],
  ukwest: ['Cardiff. The second site for UK South.'],
  northeurope: ['Dublin. For stores in Ireland.'],
  westeurope: ['Amsterdam. For the continent.'],
})

export const classifications = choices<RequestDetails['dataClassification']>('dataClassification', {
  public: ['Anyone may read it: product pictures, store hours.'],
  internal: ['For staff: plans, most operational data.'],
  confidential: ['Customers’ and colleagues’ personal data, contracts.'],
  restricted: ['Card data, credentials, what would hurt most.'],
})

export const criticalities = choices<RequestDetails['criticality']>('criticality', {
  tier1: ['Shops stop selling without it.'],
  tier2: ['A team stops working within hours.'],
  tier3: ['A day without it is a nuisance.'],
  tier4: ['Nobody would call at night.'],
})

type Role = RequestDetails['accessGroups'][number]['role']

export const roles: Choice<Role>[] = [
  { value: 'Reader', label: 'Reader', hint: 'Sees everything, changes nothing, reads no secrets.' },
  { value: 'Contributor', label: 'Contributor', hint: 'Builds, changes and deletes resources; gives nobody access.' },
  { value: 'Owner', label: 'Owner', hint: 'Everything, including who gets access. Best taken only when needed.' },
  { value: 'Monitoring Reader', label: 'Monitoring Reader', hint: 'Sees metrics, logs and alerts.' },
  { value: 'Key Vault Secrets User', label: 'Key Vault Secrets User', hint: 'Reads secrets, for applications and on-call staff.' },
  {
    value: 'Virtual Machine Contributor',
    label: 'Virtual Machine Contributor',
    hint: 'Runs virtual machines; leaves networks and storage alone.',
  },
]

export const assignments: Choice<RequestDetails['accessGroups'][number]['assignment']>[] = [
  { value: 'active', label: 'Always on', hint: 'Members hold the role all the time.' },
  { value: 'eligible', label: 'When needed', hint: 'Members switch it on for a few hours, with a reason.' },
]

/** The groups that most accounts need. */
export const usualGroups: RequestDetails['accessGroups'] = [
  { name: 'developers', role: 'Contributor', assignment: 'active' },
  { name: 'operators', role: 'Owner', assignment: 'eligible' },
  { name: 'readers', role: 'Reader', assignment: 'active' },
]

export const assignmentWord = (assignment: string): string =>
  (assignments.find((one) => one.value === assignment)?.label ?? assignment).toLocaleLowerCase()
