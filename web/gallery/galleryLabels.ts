export const formPieceLabels = {
  title: 'Something new',
  send: 'Send it',
  noName: 'Give it a name',
  noRoom: 'There is no room in West Europe',
  region: 'West Europe',
} as const

export const piecesLabels = {
  question: 'Delete the sandbox?',
  confirm: 'Delete trial-7',
  done: 'Sandbox deleted',
  ownersOnly: 'Only owners can do this',
} as const

export const accountsScreenLabels = {
  filter: 'Filter accounts',
  cost: 'Monthly cost',
  oneOf: 'is one of',
} as const
