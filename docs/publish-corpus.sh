#!/usr/bin/env bash
# Updates the corpus of this account, and publishes it in a folder: packed, with checksum and signature, and with what has
# changed since the last publication. The folder may be one that a web server serves, or be copied to a storage afterwards.
#
#   publish-corpus.sh FOLDER KEY
#
# KEEP (default 10) publications stay. MAX_LOST (default 20) laws may have gone since the last one: more are a fault of the
# source, and nothing is published. Running it again publishes nothing new. Needs jq and zstd.
set -euo pipefail
if (($# != 2)); then
  echo 'usage: publish-corpus.sh FOLDER KEY' >&2
  exit 2
fi
folder=$1 key=$2

legal-text corpus update
read -r id bundle < <(legal-text corpus list --json | jq -r '.bundles[0] | "\(.id) \(.file)"')
legal-text corpus verify "$bundle"

mkdir -p "$folder"
shopt -s nullglob
published=("$folder"/*-"$id".sqlite.zst.sig)
# A folder that was fetched from a release may have the last publication only, under its other name.
latest=$folder/latest.sqlite.zst
if ((${#published[@]} > 0)) || [[ -e $latest && $(legal-text corpus verify "$latest" --json | jq -r .bundle_id) == "$id" ]]; then
  echo "$id is published already"
  exit
fi

name=$(date -u +%Y-%m-%dT%H%M%SZ)-$id
work=$(mktemp -d "$folder/.work-XXXXXX")
trap 'rm -rf "$work"' EXIT

if [[ -e $latest ]]; then
  legal-text corpus diff "$latest" "$bundle" >"$work/$name.changes.ndjson"
  lost=$(jq -s 'map(select(.type == "removed" and .norm == null)) | length' "$work/$name.changes.ndjson")
  if ((lost > ${MAX_LOST:-20})); then
    echo "$lost laws of the last publication are gone: nothing is published" >&2
    exit 1
  fi
fi

zstd -q -19 -T0 "$bundle" -o "$work/$name.sqlite.zst"
legal-text corpus sign "$work/$name.sqlite.zst" --key "$key"
# The signature comes last: without it a publication is none.
for file in "$work/$name".{changes.ndjson,sqlite.zst,sqlite.zst.sha256,sqlite.zst.sig}; do
  [[ ! -e $file ]] || mv "$file" "$folder"
done
for suffix in sqlite.zst sqlite.zst.sha256 sqlite.zst.sig; do
  ln -sfn "$name.$suffix" "$work/latest.$suffix"
  mv -T "$work/latest.$suffix" "$folder/latest.$suffix"
done

mapfile -t all < <(printf '%s\n' "$folder"/*Z-*.sqlite.zst.sig | sort -r)
for old in "${all[@]:${KEEP:-10}}"; do
  rm -f "${old%.sqlite.zst.sig}".{sqlite.zst.sig,sqlite.zst.sha256,sqlite.zst,changes.ndjson}
done
echo "published $name"
