/** A problem with a backup or a restore, which the message explains. Nothing was changed. */
export class BackupError extends Error {}
