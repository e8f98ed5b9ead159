export type Team = 'tower' | 'family'

export const createLabels = { tower: 'Create tower', family: 'Create family' } as const satisfies Record<Team, string>
