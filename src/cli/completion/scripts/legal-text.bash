# shellcheck shell=bash
# Completion of legal-text in bash.
_legal_text() {
  local IFS=$' \t\n' word meaning prefix current line=${COMP_LINE:0:COMP_POINT} joins='' i
  local -a words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    # Text after the cursor is not part of the word.
    if ((i == COMP_CWORD)); then while [[ $line != *"$word" ]]; do word=${word%?}; done; fi
    # bash splits words at colons and equals signs. Join them again, but not across a blank.
    if ((i == COMP_CWORD)) && [[ -z $word && $line == *[[:space:]] ]]; then joins=''; fi
    if ((${#words[@]} > 0)) && [[ $joins || $word == [:=]* ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == *[:=] ]] && joins=1 || joins=''
  done
  # Quotes are not part of a word.
  words=("${words[@]//[\"\'\\]/}")
  current=${words[${#words[@]}-1]}
  prefix=''
  [[ $current == *[:=]* ]] && prefix=${current%"${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r word meaning; do
    # Names of files are for bash itself.
    if [[ $word == :files ]]; then compopt -o default; continue; fi
    word=${word#"$prefix"}
    if [[ $word == *' '* && ${COMP_WORDS[COMP_CWORD]} != [\"\']* ]]; then printf -v word %q "$word"; fi
    COMPREPLY+=("$word")
  done < <("$1" __complete -- "${words[@]}" 2>/dev/null)
}
complete -F _legal_text legal-text
