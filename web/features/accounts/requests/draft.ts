import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { AccountRequest, PersonRef, RequestDetails } from '../../../shared/requestTypes.ts'
import { selectedTags } from '../accounts/managedTags.ts'

/** No field is required, so that an unfinished form can be stored. */
export interface Draft {
  name: string
  description: string
  purpose: string
  environment: RequestDetails['environment'] | null
  towerId: string | null
  familyId: string | null
  region: string
  connectivity: RequestDetails['connectivity'] | null
  dataClassification: RequestDetails['dataClassification'] | null
  criticality: RequestDetails['criticality'] | null
  catalogueItemIds: string[]
  owners: PersonRef[]
  costCentre: string
  /** Per month, in minor units. */
  budget: number | null
  /** Null means that all owners are notified. */
  contacts: PersonRef[] | null
  thresholds: RequestDetails['budget']['thresholds']
  accessGroups: RequestDetails['accessGroups']
  tags: Record<string, string>
}

export const currency = 'GBP'

export function emptyDraft(me: PersonRef): Draft {
  return {
    name: '',
    description: '',
    purpose: '',
    environment: null,
    towerId: null,
    familyId: null,
    region: 'uksouth',
    connectivity: null,
    dataClassification: null,
    criticality: null,
    catalogueItemIds: [],
    owners: [me],
    costCentre: '',
    budget: null,
    contacts: null,
    thresholds: [
      { percent: 80, basis: 'actual' },
      { percent: 100, basis: 'forecast' },
    ],
    accessGroups: [],
    tags: {},
  }
}

/** Accounts in pre-production have the production workload, because they get customer traffic. */
function workloadOf(environment: RequestDetails['environment']): RequestDetails['workload'] {
  return environment === 'production' || environment === 'preproduction' ? 'Production' : 'DevTest'
}

export function contactsOf(draft: Draft): PersonRef[] {
  return draft.contacts ?? draft.owners
}

const emails = (people: PersonRef[]) => people.flatMap((person) => (person.email ? [person.email] : []))

export function partialDetails(draft: Draft) {
  const { environment, towerId, familyId, connectivity, dataClassification, criticality } = draft
  return {
    name: draft.name.trim().slice(0, 63),
    catalogueItemIds: draft.catalogueItemIds,
    ownerIds: draft.owners.slice(0, accountOwnerLimits.max).map((owner) => owner.id),
    ...(environment && { environment }),
    ...(towerId && { towerId }),
    ...(familyId && { familyId }),
    ...(draft.region && { region: draft.region }),
    ...(connectivity && { connectivity }),
    ...(dataClassification && { dataClassification }),
    ...(criticality && { criticality }),
    budget: { currency, ...(draft.contacts?.length && { contacts: emails(draft.contacts).slice(0, 10) }) },
  }
}

/** The draft must not have problems. */
export function detailsOf(draft: Draft): RequestDetails {
  const { environment, towerId, familyId, connectivity, dataClassification, criticality, budget } = draft
  if (!environment || !towerId || !familyId || !connectivity || !dataClassification || !criticality || budget === null) {
    throw new Error('the draft is not complete')
  }
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    purpose: draft.purpose.trim(),
    environment,
    workload: workloadOf(environment),
    towerId,
    familyId,
    ownerIds: draft.owners.map((owner) => owner.id),
    costCentre: draft.costCentre.trim(),
    dataClassification,
    criticality,
    region: draft.region,
    connectivity,
    budget: { amount: budget, currency, contacts: emails(contactsOf(draft)), thresholds: draft.thresholds },
    catalogueItemIds: draft.catalogueItemIds,
    accessGroups: draft.accessGroups.map((group) => ({ ...group, name: group.name.trim() })),
    tags: draft.tags,
  }
}

export function draftOfRequest({ details, owners }: Pick<AccountRequest, 'details' | 'owners'>): Draft {
  const { ownerIds: _, workload: __, budget, ...same } = details
  const recipients = owners.filter((owner) => owner.email && budget.contacts.includes(owner.email))
  const otherContacts = budget.contacts.filter((email) => !recipients.some((owner) => owner.email === email))
  const isAllOwners = recipients.length === owners.length && otherContacts.length === 0
  return {
    ...same,
    owners,
    budget: budget.amount,
    contacts: isAllOwners ? null : [...recipients, ...otherContacts.map(personOfEmail)],
    thresholds: budget.thresholds,
  }
}

interface ExistingAccount {
  description: string
  environment: RequestDetails['environment']
  tower: { id: string }
  family: { id: string }
  region: string
  dataClassification: RequestDetails['dataClassification']
  criticality: RequestDetails['criticality']
  catalogueItems: { id: string }[]
  owners: PersonRef[]
  costCentre: string
  network?: { connectivity: string } | undefined
  budget?: { amount: number; thresholds: { percent: number; basis: string }[] } | undefined
  tags?: Record<string, string> | undefined
}

/** Copies the values that two accounts can have in common. Name and reason stay empty. */
export function draftOfAccount(account: ExistingAccount, me: PersonRef): Draft {
  const empty = emptyDraft(me)
  const connectivity = account.network?.connectivity
  return {
    ...empty,
    description: account.description,
    environment: account.environment,
    towerId: account.tower.id,
    familyId: account.family.id,
    region: account.region,
    connectivity: connectivity === 'none' || connectivity === 'internet' || connectivity === 'corporate' ? connectivity : null,
    dataClassification: account.dataClassification,
    criticality: account.criticality,
    catalogueItemIds: account.catalogueItems.map((item) => item.id),
    owners: account.owners.filter((owner) => owner.active),
    costCentre: account.costCentre,
    budget: account.budget?.amount ?? null,
    thresholds: (account.budget?.thresholds as Draft['thresholds'] | undefined) ?? empty.thresholds,
    tags: selectedTags(account.tags),
  }
}

/** The account has only the email addresses of its budget contacts. */
function personOfEmail(email: string): PersonRef {
  return { id: email, displayName: email, email, department: null, active: true }
}
