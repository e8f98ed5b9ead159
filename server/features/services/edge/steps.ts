/** Steps of a store's setup. `progress` in the row of the store is the number of completed steps. */
export const stepTitles = [
  'Create the subscription',
  'Build the network',
  'Record the account in the landing-zone repository',
  'Register the account in the configuration database',
] as const

export function nextTitle(progress: number): string | null {
  return stepTitles[progress] ?? null
}
