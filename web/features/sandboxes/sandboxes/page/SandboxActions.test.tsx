import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { sandboxPageLabels } from '../pageLabels.ts'
import { SandboxActions } from './SandboxActions.tsx'
import type { DialogName, Sandbox } from './types.ts'

const labels = [sandboxPageLabels.undo, sandboxPageLabels.restore]

function actionsOf(because: string, offered: readonly DialogName[]): string[] {
  const sandbox = {
    status: 'deleting',
    mine: 'owner',
    requestId: '1',
    deletion: { because },
    can: {
      extend: because === 'expired' || 'Denied',
      undoDeletion: because !== 'expired' || 'Denied',
    },
  } as unknown as Sandbox
  const markup = renderToStaticMarkup(<SandboxActions sandbox={sandbox} offered={offered} onOpen={() => {}} />)
  return labels.filter((label) => markup.includes(label))
}

it.each([
  ['requested', [], [sandboxPageLabels.undo]],
  ['requested', ['invite'], [sandboxPageLabels.undo]],
  ['requested', ['undoDeletion'], []],
  ['expired', [], [sandboxPageLabels.restore]],
  ['expired', ['invite'], [sandboxPageLabels.restore]],
  ['expired', ['extend'], []],
] as const)('offers the way back after “%s” on a tab with %j', (because, offered, expected) => {
  expect(actionsOf(because, offered)).toEqual(expected)
})
