export const frameLabels = {
  giveFeedback: 'Give feedback',
} as const
