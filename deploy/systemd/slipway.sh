#!/bin/sh
# Runs the slipway command with the settings and secrets of the service: sudo /usr/local/sbin/slipway doctor
# PROGRAM_FOLDER names a different version, and SECRETS_FOLDER different secrets: sudo env PROGRAM_FOLDER=/opt/slipway-new /usr/local/sbin/slipway doctor
set -eu
program=${PROGRAM_FOLDER:-/opt/slipway}
secrets=${SECRETS_FOLDER:-/etc/slipway/secrets}
set -- "$program/bin/node" --env-file=/etc/slipway/slipway.env "$program/dist/server/slipway.js" "$@"
for file in "$secrets"/DATABASE_* "$secrets"/SLIPWAY_*; do
  [ ! -e "$file" ] || set -- "${file##*/}_FILE=$file" "$@"
done
exec env -i PATH=/usr/bin:/bin NODE_ENV=production "$@"
