#!/bin/sh
# Runs the slipway command with the settings and secrets of the service: sudo /usr/local/sbin/slipway doctor
set -eu
set -- /opt/slipway/bin/node --env-file=/etc/slipway/slipway.env /opt/slipway/dist/server/slipway.js "$@"
for file in /etc/slipway/secrets/DATABASE_* /etc/slipway/secrets/SLIPWAY_*; do
  [ ! -e "$file" ] || set -- "${file##*/}_FILE=$file" "$@"
done
exec env -i PATH=/usr/bin:/bin NODE_ENV=production "$@"
