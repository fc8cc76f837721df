@rem The scripts of package.json begin with exec, so that a signal to npm reaches the program and not a shell in between.
@rem The shell of Windows has no such command; it finds this file instead.
@%*
