import { type Static, Type } from 'typebox'

const states = (allowedStates: Record<string, string>) =>
  Type.Array(Type.Enum(Object.keys(allowedStates)), {
    minItems: 1,
    maxItems: Object.keys(allowedStates).length,
    description: Object.entries(allowedStates)
      .map(([value, label]) => `\`${value}\` ${label}`)
      .join(', '),
  })

const rules = {
  /** States from ServiceNow's choice lists. Other states can't be allowed, because no work is done in them. */
  changeStates: states({ '-2': 'Scheduled', '-1': 'Implement' }),
  incidentStates: states({ '1': 'New', '2': 'In Progress', '3': 'On Hold' }),
  requestStates: states({ '1': 'Open', '2': 'Work in Progress' }),
  minAgeMinutes: Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minimum age of the ticket in minutes.' }),
  maxAgeDays: Type.Integer({ minimum: 1, maximum: 730, description: 'Maximum age of the ticket in days.' }),
  ownTickets: Type.Boolean({ description: 'Whether to accept tickets that were opened by or for the person who activates the role.' }),
}
const Rules = Type.Object(rules, { additionalProperties: false })
export type TicketRules = Static<typeof Rules>

export const TicketPolicy = Type.Object(
  {
    ...rules,
    roles: Type.Record(
      Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' }),
      Type.Partial(Rules, { additionalProperties: false }),
      { additionalProperties: false, maxProperties: 50, description: 'Rules for single roles, by role definition ID.' },
    ),
  },
  { additionalProperties: false },
)
export type TicketPolicy = Static<typeof TicketPolicy>

export const defaultTicketPolicy: TicketPolicy = {
  changeStates: ['-2', '-1'],
  incidentStates: ['1', '2', '3'],
  requestStates: ['1', '2'],
  minAgeMinutes: 15,
  maxAgeDays: 90,
  ownTickets: false,
  roles: {},
}

/** On-call people raise the incident themselves, immediately before they use emergency access. */
export const emergencyTicketRules: TicketRules = { ...withoutRoles(defaultTicketPolicy), minAgeMinutes: 0, ownTickets: true }

function withoutRoles({ roles: _, ...rules }: TicketPolicy): TicketRules {
  return rules
}

export function ticketRulesOf({ roles, ...common }: TicketPolicy, roleDefinitionId: string | undefined): TicketRules {
  return { ...common, ...(roleDefinitionId ? roles[roleDefinitionId.toLowerCase()] : undefined) }
}
