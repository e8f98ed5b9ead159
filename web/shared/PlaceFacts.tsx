import { CopyId } from '../ui/CopyId.tsx'

/** The facts about a place in Azure below its title, with the subscription ID to copy, and its description. */
export function PlaceFacts({
  facts,
  subscriptionId,
  description,
}: {
  /** Such as the environment and the tower. */
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
