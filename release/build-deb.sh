#!/bin/sh
# Makes a Debian package of an archive for Linux: release/build-deb.sh CONTROL ARCHIVE ARCHITECTURE PACKAGE
set -eu
umask 022
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mkdir -p "$root/archive" "$root/package/DEBIAN" "$root/package/usr/bin"
tar -xzf "$2" -C "$root/archive"
share=$root/package/usr/share
cd "$root/archive"
install legal-text "$root/package/usr/bin/legal-text"
install -D -m 644 completion/legal-text.bash "$share/bash-completion/completions/legal-text"
install -D -m 644 completion/legal-text.zsh "$share/zsh/vendor-completions/_legal-text"
install -D -m 644 completion/legal-text.fish "$share/fish/vendor_completions.d/legal-text.fish"
install -D -m 644 man/man1/legal-text.1 "$share/man/man1/legal-text.1"
install -D -m 644 man/de/man1/legal-text.1 "$share/man/de/man1/legal-text.1"
install -D -m 644 NOTICE.md "$share/doc/legal-text/NOTICE.md"
install -D -m 644 LICENSE "$share/doc/legal-text/copyright"
gzip -9n "$share/man/man1/legal-text.1" "$share/man/de/man1/legal-text.1"
cd "$OLDPWD"
{
  cat "$1"
  printf 'Architecture: %s\nInstalled-Size: %s\n' "$3" "$(du -sk "$root/package/usr" | cut -f 1)"
} >"$root/package/DEBIAN/control"
dpkg-deb --root-owner-group -Zxz --build "$root/package" "$4"
