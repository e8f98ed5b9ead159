import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react'
import { confirming } from '../api/stepUp.ts'
import { DiscardDialog } from './DiscardDialog.tsx'

const ReportContext = createContext<(form: string, isUnsaved: boolean) => void>(() => {})

const leavesPage: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname

/** Asks before the page is left while one of the forms in it has unsaved changes, reported by `useUnsaved`. */
export function LeaveCheck({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const report = useCallback(
    (form: string, isUnsaved: boolean) =>
      setUnsaved((previous) => [...previous.filter((each) => each !== form), ...(isUnsaved ? [form] : [])]),
    [],
  )
  // After a step-up sign-in, the change that it confirms is repeated, but no other.
  const isLost = () => unsaved.length > (confirming.current() === undefined ? 0 : 1)
  const blocker = useBlocker({ disabled: unsaved.length === 0, shouldBlockFn: leavesPage, enableBeforeUnload: isLost, withResolver: true })
  return (
    <ReportContext value={report}>
      {children}
      <DiscardDialog open={blocker.status === 'blocked'} onOpenChange={() => blocker.reset?.()} onDiscard={() => blocker.proceed?.()} />
    </ReportContext>
  )
}

export function useUnsaved(isUnsaved: boolean): void {
  const form = useId()
  const report = useContext(ReportContext)
  useEffect(() => {
    report(form, isUnsaved)
    return () => report(form, false)
  }, [form, isUnsaved, report])
}
