/** A problem with a backup or a restore that its message explains. Nothing was changed. */
export class BackupError extends Error {}
