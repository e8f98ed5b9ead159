import { CopyId } from '../ui/CopyId.tsx'

/** Facts about a subscription or resource group, shown below the title, with the subscription ID to copy, and the description. */
export function PlaceFacts({
  facts,
  subscriptionId,
  description,
}: {
  /** Additional facts, such as the environment and the tower. */
  facts: readonly string[]
  subscriptionId: string | null
  description?: string | null
}) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{facts.join(' · ')}</span>
        {subscriptionId && <CopyId value={subscriptionId} what="subscription ID" />}
      </span>
      {description}
    </>
  )
}
