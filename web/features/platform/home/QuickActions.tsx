import { BookOpenText, Building2, ChartColumnStacked, FlaskConical, KeyRound, ListChecks, Plus, ScrollText, Server } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { quickActionLabels } from './homeLabels.ts'

export function QuickActions({ me }: { me: CallResult<'getMe'> }) {
  const isAdmin = me.roles.includes('admin')
  const isAuditor = me.roles.includes('auditor')
  const isOnlyAuditor = isAuditor && !isAdmin
  return (
    <Panel title="Get started">
      {isOnlyAuditor ? (
        <Button variant="primary" size="lg" icon={ScrollText} href={paths.audit()} className="w-full">
          {quickActionLabels.audit}
        </Button>
      ) : (
        <Button variant="primary" size="lg" icon={Plus} href={paths.requestAccount()} className="w-full">
          {quickActionLabels.requestAccount}
        </Button>
      )}
      <ul className="-mx-4 mt-3 -mb-2">
        {(isAdmin || isAuditor) && (
          <Row
            href={paths.estate()}
            icon={ChartColumnStacked}
            tone="neutral"
            title="View estate"
            note="Cost, health and access of all accounts"
          />
        )}
        {isOnlyAuditor ? (
          <>
            <Row
              href={paths.accessReviews()}
              icon={ListChecks}
              tone="neutral"
              title="View access reviews"
              note="Decisions about who keeps access, with their reasons"
            />
            <Row
              href={paths.requestAccount()}
              icon={Plus}
              tone="neutral"
              title={quickActionLabels.requestAccount}
              note="An Azure subscription for a workload"
            />
          </>
        ) : (
          isAdmin && (
            <Row
              href={paths.audit()}
              icon={ScrollText}
              tone="neutral"
              title={quickActionLabels.audit}
              note="Changes and denied requests, by person and action"
            />
          )
        )}
        <Row
          href={paths.requestSandbox()}
          icon={FlaskConical}
          tone="neutral"
          title="Request sandbox"
          note="A temporary Azure environment, ready in minutes"
        />
        <Row
          href={paths.findAccess()}
          icon={KeyRound}
          tone="neutral"
          title="Find access"
          note="Describe your task to find the access group with the least privilege"
        />
        <Row href={paths.accounts()} icon={Server} tone="neutral" title="Find account" note="By name, owner, tower or subscription ID" />
        <Row href={paths.towers()} icon={Building2} tone="neutral" title="Browse towers" note="Leads and families of each tower" />
        <Row
          href={paths.reference()}
          icon={BookOpenText}
          tone="neutral"
          title="Use the API"
          note="Automate tasks with the same operations"
        />
      </ul>
    </Panel>
  )
}
