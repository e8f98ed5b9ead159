export const formPieceLabels = {
  title: 'Example form',
  send: 'Send request',
  noName: 'Enter a name.',
  price: 'Monthly price',
  noRoom: 'No capacity in West Europe.',
  region: 'West Europe',
} as const

export const piecesLabels = {
  question: 'Delete the sandbox?',
  confirm: 'Delete trial-7',
  done: 'Sandbox deleted',
  remove: (tag: string) => `Remove ${tag}`,
  duration: 'Duration',
  family: 'Family',
  families: 'Other families',
  dialog: 'Dialog',
  template: 'Template',
  tower: 'Tower',
  openQuestion: 'Confirm',
  disabled: 'Disabled',
  menu: 'Menu',
  drawer: 'Drawer',
  toast: 'Toast',
  page: 'Components',
  ownersOnly: 'Only owners can do this.',
} as const

export const accountsScreenLabels = {
  list: 'Accounts',
  name: 'Name',
  status: 'Status',
  tower: 'Tower',
  environment: 'Environment',
  active: 'Active',
  filter: 'Filter accounts',
  cost: 'Monthly cost',
  oneOf: 'is one of',
} as const
