#!/bin/sh
# Checks one shard of the documents of a file, and writes the findings whole or not at all. A shard that is done is not done
# again, so the same line may run as often as it takes, on as many machines as there are.
#
#   check-shard.sh I/N DOCUMENTS.ndjson FOLDER [MORE ARGUMENTS OF legal-text check]
set -eu

if [ $# -lt 3 ]; then
  echo "usage: check-shard.sh I/N DOCUMENTS.ndjson FOLDER [ARGUMENTS]" >&2
  exit 2
fi
shard=$1 documents=$2 folder=$3
shift 3
case $folder in -*) folder=./$folder ;; esac
part=$folder/$(printf '%s' "$shard" | tr / -).ndjson
[ ! -e "$part" ] || exit 0
mkdir -p "$folder"
begun=$(mktemp "$part.XXXXXX")
# Readable for whoever the umask lets.
chmod =rw "$begun"

check=
trap 'rm -f "$begun"' EXIT
trap '[ -z "$check" ] || kill "$check"; exit 1' HUP INT TERM

# The exit code does not tell whether the part is whole: 3 means that citations are wrong, 2 also that single lines could not be
# read, which the part tells. A whole part ends with its summary; else the last line may be the error.
legal-text check - --input ndjson --shard "$shard" --json "$@" <"$documents" >"$begun" &
check=$!
wait "$check" || true
if ! tail -n 1 "$begun" | grep -q '^{"summary":'; then
  tail -n 1 "$begun" | grep '^{"error":' >&2 || echo "check-shard.sh: the part of $shard is not whole" >&2
  exit 1
fi
mv "$begun" "$part"
