export type Team = 'tower' | 'family'

export const teamLabels = {
  name: 'Name',
  code: 'Code',
  leads: 'Leads',
  costCentre: 'Cost centre',
  tooFewPeople: (people: string) => `Choose one to ten ${people.toLowerCase()}.`,
} as const

export const createLabels = { tower: 'Create tower', family: 'Create family' } as const satisfies Record<Team, string>
