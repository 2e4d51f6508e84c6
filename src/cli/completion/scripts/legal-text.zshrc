
# Completion of legal-text
fpath=(~/.zfunc $fpath)
autoload -Uz compinit && compinit
