const numberKinds = { number: 'a number', whole: 'a whole number', amount: 'an amount' } as const

export const numberLabels = {
  enterNumber: (kind: keyof typeof numberKinds, min: string | undefined, max: string | undefined) => {
    if (min !== undefined && max !== undefined) return `Enter ${numberKinds[kind]} from ${min} to ${max}.`
    const limit = min !== undefined ? ` of at least ${min}` : max === undefined ? '' : ` of at most ${max}`
    return `Enter ${numberKinds[kind]}${limit}.`
  },
  wrongComma: (decimals: number) =>
    decimals > 0
      ? 'Use a point for decimals, such as 1.5, and commas only as in 1,500.'
      : 'Use commas only between thousands, such as 1,500.',
  defaultValue: (value: string) => `Default: ${value}`,
  maxDecimals: (decimals: number) => `Enter at most ${decimals === 1 ? '1 decimal' : `${decimals} decimals`}.`,
} as const
