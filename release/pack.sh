#!/usr/bin/env bash
# Packs what `npm run build:executable` has built, with manual pages and completion: release/pack.sh ARCHIVE
# ARCHIVE ends in .tar.gz, or in .zip for Windows, which takes neither of them.
set -euo pipefail
archive=$(realpath "$(dirname "$1")")/$(basename "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp LICENSE NOTICE.md "$work"
if [[ $archive == *.zip ]]; then
  cp dist/executable/legal-text.exe "$work"
  (cd "$work" && 7z a -tzip -mx=9 "$(cygpath -w "$archive")" .)
else
  cp dist/executable/legal-text "$work"
  mkdir -p "$work"/{completion,man/man1,man/de/man1}
  cp dist/completion/legal-text.{bash,fish,zsh} "$work/completion"
  cp dist/legal-text.1 "$work/man/man1"
  cp dist/man/de/man1/legal-text.1 "$work/man/de/man1"
  (cd "$work" && tar -cf - -- *) | gzip -9n >"$archive"
fi
