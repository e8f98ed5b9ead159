import { problemOf } from '../api/problem.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { uiLabels } from '../ui/labels.ts'

interface FailedQuery {
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** A form whose options failed to load shows this error, because empty lists would be misleading. */
export function ChoicesFailed({ queries }: { queries: readonly FailedQuery[] }) {
  const failed = queries.filter(({ data, error }) => error && data === undefined)
  if (failed.length === 0) return null
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <Banner
      tone="bad"
      title={uiLabels.optionsFailed}
      action={
        <Button size="sm" onClick={retry}>
          {uiLabels.retry}
        </Button>
      }
    >
      {problemOf(failed[0]!.error).message} Your entries are kept.
    </Banner>
  )
}
