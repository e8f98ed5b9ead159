#!/bin/sh
# runReadOnly.sh <root> <user id> <program> [argument…]
# Runs a program like a container: in a root folder, read-only except /tmp, without capabilities, as a user of the group root. A folder
# without system libraries gets this machine's, and nothing else of it. Needs root. The mounts exist only for the program.
set -eu
root=$1
uid=$2
shift 2
if [ "${SLIPWAY_UNSHARED-}" != yes ]; then
  SLIPWAY_UNSHARED=yes exec unshare --mount --propagation private "$0" "$root" "$uid" "$@"
fi
unset SLIPWAY_UNSHARED
mount --bind "$root" "$root"
shared=
[ -d "$root/usr/lib" ] || shared='usr lib lib64 etc'
for folder in $shared proc dev tmp; do
  mkdir -p "$root/$folder"
done
for folder in $shared; do
  if [ -d "/$folder" ]; then
    mount --bind "/$folder" "$root/$folder"
    mount -o remount,bind,ro "$root/$folder"
  fi
done
mount -t proc -o subset=pid proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"
exec /usr/sbin/chroot "$root" /usr/bin/setpriv --reuid="$uid" --regid=0 --clear-groups --no-new-privs --bounding-set=-all \
  --inh-caps=-all /usr/bin/env -C /opt/slipway "$@"
