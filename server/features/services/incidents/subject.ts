import { type Subject, scopeOfAccount } from '../../../subjects/subject.ts'

export const incidentSubject = {
  kind: 'incident',
} satisfies Subject

export const accountIncidentsSubject = {
  kind: 'accountIncidents',
  page: (id) => `/accounts/${id}?tab=incidents`,
  scope: scopeOfAccount,
} satisfies Subject
