#!/usr/bin/env bash
# Updates the corpora of this account, one for each variant, and publishes them in a folder that a web server serves: see publishing.md.
#
#   publish-corpus.sh FOLDER KEY
#
# VARIANTS (default: federal) are parted by blanks: `+eu` adds acts of the Union, `+history` keeps what newer states replace.
# KEEP (default 5) bundles of each stay. MAX_LOST (default 20) laws may have gone since the last publication: more are a fault of
# the source, and nothing is published. Running it again publishes nothing new. Needs jq.
set -euo pipefail
if (($# != 2)); then
  echo 'usage: publish-corpus.sh FOLDER KEY' >&2
  exit 2
fi
folder=$1 key=$2
caches=${XDG_CACHE_HOME:-$HOME/.cache}/legal-text-publish
unset CORPUS_URL DATASET_URL DATASET_PATH DATASET_PUBLIC_KEY
changes=$(mktemp)
trap 'rm -f "$changes"' EXIT

for variant in ${VARIANTS:-federal}; do
  # Each variant has a cache of its own; what was fetched serves all of them.
  export XDG_CACHE_HOME=$caches/$variant
  mkdir -p "$folder" "$caches/sources" "$XDG_CACHE_HOME/legal-text"
  ln -sfn "$caches/sources" "$XDG_CACHE_HOME/legal-text/sources"
  sites=(--source gii) history=--no-history
  [[ $variant != *+eu* ]] || sites+=(--source eurlex)
  [[ $variant != *+history* ]] || history=--history
  legal-text corpus pull "${sites[@]}" "$history"
  read -r id bundle < <(legal-text corpus list --json | jq -r '.bundles[0] | "\(.id) \(.file)"')
  legal-text corpus verify "$bundle"

  last=$XDG_CACHE_HOME/published.sqlite
  : >"$changes"
  if [[ -e $last ]]; then
    legal-text corpus diff "$last" "$bundle" >"$changes"
    lost=$(jq -s 'map(select(.type == "removed" and .norm == null)) | length' "$changes")
    if ((lost > ${MAX_LOST:-20})); then
      echo "$variant: $lost laws of the last publication are gone: nothing is published" >&2
      exit 1
    fi
  fi
  report=$(legal-text corpus publish "$bundle" --to "$folder" --variant "$variant" --key "$key" --keep "${KEEP:-5}" --json)
  if [[ -e $last && $(jq .published <<<"$report") == true ]]; then
    install -m 644 "$changes" "$folder/$variant-$id.changes.ndjson"
  fi
  cp --reflink=auto "$bundle" "$last.new" && mv "$last.new" "$last"
  jq -r '"\(.variant) \(.bundle_id) \(if .published then "published" else "is published already" end): \(.file.bytes) bytes"' <<<"$report"
done

# Changes go with their bundles.
for file in "$folder"/*.changes.ndjson; do
  [[ ! -e $file || -e ${file%.changes.ndjson}.ndjson.zst ]] || rm "$file"
done
