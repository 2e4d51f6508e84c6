#compdef legal-text
# Completion of legal-text in zsh.
_legal_text() {
  local line word meaning
  local -a described
  for line in "${(@f)$("${(Q)words[1]}" __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    if [[ $line == ':files' ]]; then
      _files
    elif [[ -n $line ]]; then
      word=${${line%%$'\t'*}//:/\\:} meaning=${line#*$'\t'}
      described+=("$word${meaning:+:$meaning}")
    fi
  done
  (( $#described )) && _describe 'legal-text' described
}
if [[ $funcstack[1] == _legal_text ]]; then
  _legal_text "$@"
else
  compdef _legal_text legal-text
fi
