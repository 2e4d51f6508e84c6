#!/bin/sh
# Installs legal-text @VERSION@ into ~/.local/bin, or into another folder: sh install.sh FOLDER
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

download() {
  if command -v curl >/dev/null; then curl -fsSL --retry 2 -o "$2" "$1"; else wget -qO "$2" "$1"; fi
}

digest() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# A function, so that a script of which only a part has arrived does nothing.
main() {
  folder=${1:-$HOME/.local/bin}
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') system=linux-x64 sum=@SHA256:legal-text-linux-x64.tar.gz@ ;;
    'Linux aarch64' | 'Linux arm64') system=linux-arm64 sum=@SHA256:legal-text-linux-arm64.tar.gz@ ;;
    'Darwin arm64') system=macos-arm64 sum=@SHA256:legal-text-macos-arm64.tar.gz@ ;;
    'Darwin x86_64') system=macos-x64 sum=@SHA256:legal-text-macos-x64.tar.gz@ ;;
    *) fail "there is an executable for Linux and macOS on x64 and arm64, not for $(uname -s) on $(uname -m)" ;;
  esac
  address='@DOWNLOADS@'/legal-text-$system.tar.gz
  work=$(mktemp -d)
  new=$folder/.legal-text.$$
  trap 'rm -rf "$work" "$new"' EXIT
  trap 'exit 1' HUP INT TERM
  echo "Downloading $address"
  download "$address" "$work/archive" || fail "the download failed: $address"
  [ "$(digest "$work/archive")" = "$sum" ] || fail "the checksum of the download is wrong; nothing was installed: $address"
  mkdir -p "$folder"
  tar -xzOf "$work/archive" legal-text >"$new" || fail "$folder cannot take the file, which needs 140 MB"
  chmod 755 "$new"
  said=$("$new" --version) || fail "the executable does not run on this system; it needs glibc 2.28 or macOS 13.5"
  mv -f "$new" "$folder/legal-text"
  echo "Installed $folder/legal-text: $said"
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) echo "$folder is not in your PATH. Add this line to ~/.profile: export PATH=\"$folder:\$PATH\"" ;;
  esac
}

main "$@"
