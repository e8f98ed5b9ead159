#!/bin/sh
# createSecrets.sh <folder> [host and port of the database] [parameters of the database URLs, such as '?sslmode=verify-full']
# Creates the secrets that Slipway chooses itself, each in a file of that folder: database passwords and URLs, and both keys.
# Existing files stay unchanged. Other users can't enter the folder. Containers get single files from it, and must be able to read them as any user.
set -eu
folder=${1:?Name the folder for the secrets, such as deploy/compose/secrets}
database=${2:-database:5432}
parameters=${3:-}
command -v openssl > /dev/null || {
  echo "openssl is missing. Install it, then run this again." >&2
  exit 1
}
# The service can read other files beside the folder, such as certificates.
mkdir -p "$(dirname "$folder")"
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"

create() {
  if [ -s "$folder/$1" ]; then
    cat > /dev/null
  else
    cat > "$folder/$1.new"
    if [ ! -s "$folder/$1.new" ]; then
      rm "$folder/$1.new"
      echo "$folder/$1 could not be created" >&2
      exit 1
    fi
    chmod 0444 "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
    echo "created $folder/$1"
  fi
}

for name in admin_password owner_password app_password; do
  openssl rand -hex 24 | create "$name"
done
openssl rand -base64 48 | create SLIPWAY_KEY_SECRET
openssl genpkey -algorithm ed25519 | create SLIPWAY_AUDIT_KEY
printf 'postgres://slipway_app:%s@%s/slipway%s\n' "$(cat "$folder/app_password")" "$database" "$parameters" | create DATABASE_URL
printf 'postgres://slipway_owner:%s@%s/slipway%s\n' "$(cat "$folder/owner_password")" "$database" "$parameters" | create DATABASE_MIGRATION_URL

for name in SLIPWAY_OIDC_CLIENT_SECRET SLIPWAY_GIT_TOKEN SLIPWAY_SERVICENOW_PASSWORD; do
  [ -s "$folder/$name" ] || echo "missing $folder/$name: write the secret to this file, mode 0444"
done
