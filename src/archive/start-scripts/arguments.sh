# Moves the next argument from the text in $rest to $argument; fails when none is left. Blanks separate arguments.
# Between double quotes, blanks belong to the argument, \" is a quote and \\ a backslash; all else stands for itself.
next_argument() {
  rest=${rest#"${rest%%[! "$tab"]*}"}
  [ -n "$rest" ] || return 1
  argument=
  while [ -n "$rest" ]; do
    case $rest in
      [" $tab"]*) return 0 ;;
      '"'*)
        rest=${rest#?}
        take_quoted
        ;;
      *)
        part=${rest%%[" $tab"\"]*}
        argument=$argument$part
        rest=${rest#"$part"}
        ;;
    esac
  done
}

take_quoted() {
  while [ -n "$rest" ]; do
    case $rest in
      '"'*)
        rest=${rest#?}
        return
        ;;
      "\\\""* | "\\\\"*)
        rest=${rest#?}
        part=${rest%"${rest#?}"}
        ;;
      "\\"*) part="\\" ;;
      *) part=${rest%%[\"\\]*} ;;
    esac
    argument=$argument$part
    rest=${rest#"$part"}
  done
  stop 'A double quote in JAVA_ARGS or ADDITIONAL_ARGS is never closed.' "The argument begins: $argument"
}

# Stores the arguments in $1 in $unquoted, without the quotes around the whole text ("-Xms4G -Xmx4G"). A text is quoted
# as a whole when its last character closes the quote at its beginning.
unquote_arguments() {
  unquoted=$1
  case $1 in
    '"'*)
      argument=
      rest=${1#?}
      take_quoted
      [ -n "$rest" ] || unquoted=$argument
      ;;
    "'"*"'")
      rest=${1#?}
      rest=${rest%?}
      case $rest in
        *"'"*) ;;
        *) unquoted=$rest ;;
      esac
      ;;
  esac
}
