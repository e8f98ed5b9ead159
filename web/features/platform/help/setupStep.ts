export interface SetupStep {
  label: string
  href: string
  /** Undefined until the facts are loaded, or if they can’t be. */
  done: boolean | undefined
  note: string
}

export const setupLabels = { loading: 'Checking…', failed: 'Couldn’t check', connected: 'All working' } as const

interface Facts<Data> {
  data: Data | undefined
  isError: boolean
}

/** `read` returns whether the step is done, and its note. */
export function setupStep<Data>(
  label: string,
  href: string,
  { data, isError }: Facts<Data>,
  read: (data: Data) => [done: boolean, note: string],
): SetupStep {
  if (data === undefined) return { label, href, done: undefined, note: isError ? setupLabels.failed : setupLabels.loading }
  const [done, note] = read(data)
  return { label, href, done, note }
}

type ConnectorState = 'ok' | 'degraded' | 'down' | 'unknown'

export function readConnectors(states: readonly ConnectorState[]): [done: boolean, note: string] {
  const failingCount = states.filter((state) => state === 'down' || state === 'degraded').length
  const unknownCount = states.filter((state) => state === 'unknown').length
  if (failingCount + unknownCount === 0) return [true, setupLabels.connected]
  return [
    false,
    [failingCount > 0 && `${failingCount} failing`, unknownCount > 0 && `${unknownCount} not checked`].filter(Boolean).join(', '),
  ]
}
