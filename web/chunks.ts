import type { Plugin, Rolldown } from 'vite'

/** The list of bundled packages in a build folder, for the SBOM. */
export const licensesFile = '.vite/licenses.json'

const topics: Record<string, RegExp> = {
  table:
    /web.(ui.(Table|DataTable|PropertyFilter|Filter|filter|useGridKeys|fitColumns|useIsNarrow|useFilter|usePropertyFilter)|shared.(ListFilter|listTable|rsql|useFilterFields|useTableView))/,
  inputs:
    /web.(ui.(Number|useNumber|number|useStepButtons|Combobox|useCombobox|placeBelow|ErrorSummary)|shared.(PersonPicker|SchemaForm|schemaValues|SpanField|spanUnit|ThresholdsField|budgetAlerts|budgetLimits|draftFields|ChoicesFailed)|features.(services.lookups.LookupAccountFields|accounts.requests.useDraft))/,
  activity: /client.actionLabels|web.(shared.(Activity|activity|EventChanges|contentDiff|contentLabels)|ui.(textDiff|ChangedText|Diff))/,
  approvals: /web.shared.(ApprovalStages|Approver|approvalLabels|lastVote|useAbsences|Resubmit|SubjectDeadline|factLabels)/,
  requests:
    /web.(shared.(RequestTimeline|RunPanel|RunTimeline|runTimeline|UsualDuration|useStepActions)|ui.Timeline|shell.Request|features.sandboxes.sandboxes.SetUpPanel)/,
  pim: /web.features.access.pim/,
  // Packages, and small files of one domain that screens of other domains need too.
  kit: /node_modules|web.features.(approvals|accounts.insights.useInsight|access.emergency.emergencyLabels)/,
}

const domain = /web.features.(accounts|access|platform|sandboxes|services)./

const chunkOf = (id: string): string => Object.entries(topics).find(([, test]) => test.test(id))?.[0] ?? domain.exec(id)?.[1] ?? 'kit'

/** The number of screens that load each file at first, by the file's path. A screen isn't part of a shared file itself. */
const screenCounts = new Map<string, number>()

const sharedTopics = ['inputs', 'approvals', 'requests'].map((topic) => topics[topic]!)

const isShared = (id: string) => /node_modules/.test(id) || sharedTopics.some((topic) => topic.test(id)) || (screenCounts.get(id) ?? 0) > 1

/**
 * Each file costs a request, and a file that a screen needs only in part costs bytes. Files that at least two screens share are in a few
 * chunks by topic and domain. The bundler decides about files that a screen shares only with its dialogs.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', tags: ['$initial'], priority: 3 },
  { name: 'popups', test: /node_modules.@(base|floating)-ui/, priority: 2 },
  { name: (id) => (isShared(id) ? chunkOf(id) : null), debugName: 'shared', minShareCount: 2 },
]

export function countScreens(): Plugin {
  return {
    name: 'count-screens',
    buildEnd() {
      const screens = new Set(
        [...this.getModuleIds()]
          .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          .filter((id) => id.endsWith('Page.tsx')),
      )
      screenCounts.clear()
      for (const screen of screens) {
        const found = new Set([screen])
        for (const id of found) {
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) if (!screens.has(imported)) found.add(imported)
          screenCounts.set(id, (screenCounts.get(id) ?? 0) + 1)
        }
      }
    },
  }
}
