import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
export const rolloutListLabels = {
  none: 'No rollouts yet',
  create: 'New rollout',
} as const

export const rolloutFormLabels = {
  name: 'Name',
  nameTooShort: 'Enter a name of at least 3 characters, such as “Summer tills 2027”.',
  stores: 'Stores',
  notText: (file: string) => `${file} isn’t a text file. Save it as CSV, or copy the column and paste it here.`,
  table: (columns: number) => `Read as a table of ${count(columns, 'column')}.`,
  problems: (problems: number, lines: number) => `${count(problems, 'line')} of ${formatNumber(lines)} with problems`,
  removeProblems: (problems: number) => (problems === 1 ? 'Remove line' : `Remove ${formatNumber(problems)} lines`),
  remove: (store: string) => `Remove ${store}`,
  ready: (stores: number) => (stores === 1 ? '1 store ready.' : `All ${formatNumber(stores)} stores ready.`),
  waves: (stores: number, waves: number, last: number) => `${count(stores, 'store')} in ${count(waves, 'wave')}, the last one with ${last}`,
  launch: (stores: number) => `Launch ${count(stores, 'store')}`,
  scale: (stores: number, waves: number) => `for each of ${count(stores, 'store')}, in ${count(waves, 'wave')}`,
  file: 'CSV file with store numbers',
  plan: 'Rollout plan',
  onlyProblems: 'Only problems',
  waveSize: 'Wave size',
  failureLimit: 'Failure limit',
} as const

export const rolloutActionLabels = {
  showFailed: 'Show failed stores',
  stores: 'Stores of this rollout',
  retry: 'Retry',
  resume: 'Resume',
  retryAndResume: 'Retry and resume',
  regions: 'Map of regions. Use the arrow keys to move.',
} as const

export const storeLookupLabels = {
  find: 'Search stores',
  start: 'Enter the start of a store number, or a name, town or postcode.',
  unreachable: 'We can’t reach the store directory right now',
} as const

export const rolloutFormSubject = 'the form'
