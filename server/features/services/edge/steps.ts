/** What stands of a store while it is being built: `progress` of its row counts these. */
export const stepTitles = [
  'Create the subscription',
  'Build the network',
  'Record the account in the landing-zone repository',
  'Register the account in the configuration database',
] as const

/** What comes next for a store of this progress. */
export function nextTitle(progress: number): string | null {
  return stepTitles[progress] ?? null
}
