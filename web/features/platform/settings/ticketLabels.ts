export const ticketStates = {
  changeStates: { '-2': 'Scheduled', '-1': 'Implement' },
  incidentStates: { '1': 'New', '2': 'In progress', '3': 'On hold' },
  requestStates: { '1': 'Open', '2': 'Work in progress' },
} as const satisfies Record<string, Record<string, string>>

export type StateRule = keyof typeof ticketStates
export const stateRules = Object.keys(ticketStates) as StateRule[]

export const ticketLabels = {
  changeStates: 'Accepted states of changes',
  incidentStates: 'Accepted states of incidents',
  requestStates: 'Accepted states of requests',
  minAge: 'Minimum age',
  maxAge: 'Maximum age',
  ownTickets: 'Tickets that people opened themselves',
  roles: 'Rules for single roles',
  rolesHint: 'Empty fields have the same value as for all roles.',
  role: (position: number) => `Role ${position}`,
  roleId: 'Role definition ID',
  addRole: 'Add role',
  removeRole: (role: string) => `Remove ${role}`,
  noState: 'Choose at least one state.',
  noId: 'Enter a role definition ID, such as 8e3af657-a8ff-443c-a75c-2fe8c4bcb635.',
  sameRole: 'This role already has rules.',
} as const
