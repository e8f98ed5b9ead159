export const personPickerLabels = {
  lookingUp: (count: number) => `Looking up ${count} people…`,
  notFound: (texts: readonly string[]) => `No person found for ${texts.join(', ')}.`,
  notLookedUp: (count: number) => `Only the first ${count} people were looked up. Paste the others again.`,
}
