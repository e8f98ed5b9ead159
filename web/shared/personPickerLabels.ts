export const personPickerLabels = {
  lookingUp: (count: number) => `Looking up ${count} people…`,
  notFound: (texts: readonly string[]) => `No person found for ${texts.join(', ')}.`,
  notSearched: (texts: readonly string[]) => `Couldn’t search for ${texts.join(', ')}. Paste them again.`,
}
