import { type StateRule, stateRules, ticketLabels } from './ticketLabels.ts'

export interface TicketRules extends Record<StateRule, string[]> {
  minAgeMinutes: number | null
  maxAgeDays: number | null
  /** Undefined if a single role has the same value as all roles. */
  ownTickets: boolean | undefined
}

export interface RoleRules {
  id: string
  rules: TicketRules
}

export interface TicketPolicy extends Partial<TicketRules> {
  roles: Record<string, Partial<TicketRules>>
}

const noRules: TicketRules = {
  changeStates: [],
  incidentStates: [],
  requestStates: [],
  minAgeMinutes: null,
  maxAgeDays: null,
  ownTickets: undefined,
}
export const newRole: RoleRules = { id: '', rules: noRules }

export function draftOf({ roles, ...common }: TicketPolicy): { common: TicketRules; roles: RoleRules[] } {
  return {
    common: { ...noRules, ...common },
    roles: Object.entries(roles).map(([id, rules]) => ({ id, rules: { ...noRules, ...rules } })),
  }
}

type Value = TicketRules[keyof TicketRules]
const hasValue = (value: Value) => value !== null && value !== undefined
const pick = (rules: TicketRules, isSet: (value: Value) => boolean): Partial<TicketRules> =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => isSet(value)))

/** An empty number has its default. What is empty for a single role is the same as for all roles. */
export function policyOf(common: TicketRules, roles: readonly RoleRules[], fallback: TicketPolicy): TicketPolicy {
  const isSetForRole = (value: Value) => hasValue(value) && !(Array.isArray(value) && value.length === 0)
  return {
    ...fallback,
    ...pick(common, hasValue),
    roles: Object.fromEntries(roles.map(({ id, rules }) => [idOf(id), pick(rules, isSetForRole)])),
  }
}

/** Azure shows the path of a role definition, which ends with its ID. */
const idOf = (text: string) => text.trim().toLowerCase().split('/').at(-1)!
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function problemsOf(common: TicketRules, roles: readonly RoleRules[]): Record<string, string | undefined> {
  const states = stateRules.filter((rule) => common[rule].length === 0).map((rule) => [`value.${rule}`, ticketLabels.noState])
  const ids = roles.map(({ id }) => idOf(id))
  const roleProblems = ids.flatMap((id, index) => {
    if (!uuid.test(id)) return [[roleField(index), ticketLabels.noId]]
    return ids.indexOf(id) < index ? [[roleField(index), ticketLabels.sameRole]] : []
  })
  return Object.fromEntries([...states, ...roleProblems])
}

export const roleField = (index: number) => `roles.${index}`
