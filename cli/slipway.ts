#!/usr/bin/env node
import { auditVerify } from './auditVerify.ts'

const usage = `slipway audit verify    finds changed, missing and removed events in the audit trail

  --file <evidence.jsonl>      an evidence export; default: the database at DATABASE_URL
  --public-key <file>          Ed25519 public keys (PEM) whose checkpoints are trusted; can be repeated
  --checkpoints <file>         checkpoints stored elsewhere, one per line (SLIPWAY_AUDIT_CHECKPOINTS)
  --output text|json           default: text

Exit code: 0 if the trail is unchanged, 1 if it was changed, 2 if it could not be checked.
`

const [topic, action, ...remainingArgs] = process.argv.slice(2)
if (topic === 'audit' && action === 'verify')
  process.exitCode = await auditVerify(remainingArgs, process.env, { out: process.stdout, error: process.stderr })
else {
  const isRequested = topic === undefined || topic === 'help' || topic === '--help'
  ;(isRequested ? process.stdout : process.stderr).write(
    isRequested ? usage : `Unknown command: slipway ${process.argv.slice(2).join(' ')}\n\n${usage}`,
  )
  process.exitCode = isRequested ? 0 : 2
}
