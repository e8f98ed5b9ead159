import { CopyId } from '../ui/CopyId.tsx'

export function SubscriptionFacts({
  facts,
  subscriptionId,
  description,
}: {
  facts: readonly string[]
  subscriptionId: string | null
  description?: string | null
}) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{facts.join(' · ')}</span>
        {subscriptionId && <CopyId value={subscriptionId} kind="subscription ID" />}
      </span>
      {description}
    </>
  )
}
