import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMySessions } from '../../../api/adminQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { SessionList } from '../sessions/SessionList.tsx'
import type { Session } from '../sessions/types.ts'
import { meTabs } from './meTabs.ts'

export function SessionsPage() {
  const list = useQuery(listMySessions())
  const end = useCall('endMySession', ['session'])
  const endOthers = useCall('endMyOtherSessions', ['session'])
  const [isDialogOpen, setDialogOpen] = useState(false)
  const otherCount = list.data?.filter(({ current }) => !current).length ?? 0
  const endSession = async ({ id, current }: Session) => {
    try {
      await end.mutateAsync({ params: { id } })
      if (current) return location.reload()
      toast.ok('Session ended')
    } catch (error) {
      toast.bad('Couldn’t end the session', { description: problemOf(error).message })
    }
  }
  return (
    <Page
      title="Sessions"
      description="Browsers in which you’re signed in. If you don’t recognise one, sign out of it and contact the platform team."
      width="narrow"
      tabs={<Tabs label="Your settings" current="sessions" items={meTabs} />}
      actions={otherCount > 0 && <Button onClick={() => setDialogOpen(true)}>Sign out everywhere else</Button>}
    >
      <Panel flush={list.data !== undefined}>
        {list.data ? (
          <SessionList sessions={list.data} onEnd={(session) => void endSession(session)} />
        ) : (
          <Loading subject="your sessions" query={list} lines={4} />
        )}
      </Panel>
      {isDialogOpen && (
        <ConfirmDialog
          open
          onOpenChange={setDialogOpen}
          title="Sign out everywhere else?"
          confirmLabel="Sign out everywhere else"
          onConfirm={async () => {
            const { ended } = await endOthers.mutateAsync({})
            toast.ok(`${count(ended, 'session')} ended`)
          }}
        >
          <p>This signs you out of all other browsers immediately. You stay signed in here.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
