#!/usr/bin/env node
import { auditVerify } from './auditVerify.ts'

const usage = `slipway audit verify    finds any change, cut or gap in the audit trail

  --file <evidence.jsonl>      an export of evidence; without it the database that DATABASE_URL names is read
  --public-key <file>          Ed25519 public keys (PEM) whose checkpoints are trusted; may be given again
  --checkpoints <file>         checkpoints that were kept elsewhere, one a line (SLIPWAY_AUDIT_CHECKPOINTS)
  --output text|json           default text

Answers 0 when the trail is sound, 1 when it is not, 2 when it could not be looked at.
`

const [topic, action, ...rest] = process.argv.slice(2)
if (topic === 'audit' && action === 'verify')
  process.exitCode = await auditVerify(rest, process.env, { out: process.stdout, error: process.stderr })
else {
  const asked = topic === undefined || topic === 'help' || topic === '--help'
  ;(asked ? process.stdout : process.stderr).write(asked ? usage : `There is no "slipway ${process.argv.slice(2).join(' ')}".\n\n${usage}`)
  process.exitCode = asked ? 0 : 2
}
