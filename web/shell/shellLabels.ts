export const shellLabels = {
  main: 'Main',
  account: (person: string) => `Account: ${person}`,
  offline: 'Connection lost',
  help: 'Help',
  giveFeedback: 'Give feedback',
  skip: 'Skip to content',
  screenMissing: 'Couldn’t load this page',
  notFound: (subject: string) => `We can’t find this ${subject}`,
  broken: 'Couldn’t display this page',
} as const
