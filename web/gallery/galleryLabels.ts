export const formPieceLabels = {
  title: 'Example form',
  send: 'Send request',
  noName: 'Enter a name.',
  noRoom: 'No capacity in West Europe.',
  region: 'West Europe',
} as const

export const piecesLabels = {
  question: 'Delete the sandbox?',
  confirm: 'Delete trial-7',
  done: 'Sandbox deleted',
  ownersOnly: 'Only owners can do this.',
} as const

export const accountsScreenLabels = {
  filter: 'Filter accounts',
  cost: 'Monthly cost',
  oneOf: 'is one of',
} as const
