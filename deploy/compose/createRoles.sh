#!/bin/sh
# The PostgreSQL image runs this once, when it creates its data.
set -eu
OWNER_PASSWORD=$(cat /run/secrets/owner_password) APP_PASSWORD=$(cat /run/secrets/app_password) \
  psql -U "$POSTGRES_USER" -d postgres -f /slipway/roles.sql
