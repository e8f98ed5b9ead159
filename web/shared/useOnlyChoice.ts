import { useEffect } from 'react'

/** Chooses an option if no other is possible, so that people only see it. */
export function useOnlyChoice(options: readonly { id: string }[], value: string | null, choose: (id: string) => void): void {
  const only = value === null && options.length === 1 ? options[0]?.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no reason to choose again
  useEffect(() => {
    if (only) choose(only)
  }, [only])
}
