# The arguments in a text, separated by blanks. Between double quotes, blanks belong to the argument, \" is a quote and
# \\ a backslash; all else stands for itself.
function Split-Arguments([string] $Text) {
    $arguments = New-Object System.Collections.Generic.List[string]
    $current = New-Object System.Text.StringBuilder
    $started = $false
    $quoted = $false
    for ($i = 0; $i -lt $Text.Length; $i++) {
        $character = $Text[$i]
        $next = ''
        if ($i + 1 -lt $Text.Length) { $next = [string] $Text[$i + 1] }
        if ($quoted -and $character -ceq '\' -and ($next -ceq '"' -or $next -ceq '\')) {
            [void] $current.Append($next)
            $i++
        } elseif ($character -ceq '"') {
            $quoted = -not $quoted
            $started = $true
        } elseif (-not $quoted -and ($character -ceq ' ' -or $character -ceq "`t")) {
            if ($started) { $arguments.Add($current.ToString()) }
            [void] $current.Remove(0, $current.Length)
            $started = $false
        } else {
            [void] $current.Append($character)
            $started = $true
        }
    }
    if ($quoted) {
        Stop-Start 'A double quote in JAVA_ARGS or ADDITIONAL_ARGS is never closed.', "The argument begins: $current"
    }
    if ($started) { $arguments.Add($current.ToString()) }
    return , $arguments.ToArray()
}

# The text that Windows passes to a program, quoted so that the program reads the same arguments from it.
function Join-CommandLine([string[]] $Arguments) {
    $quoted = foreach ($argument in $Arguments) {
        '"' + (($argument -creplace '(\\*)"', '$1$1\"') -creplace '(\\+)\z', '$1$1') + '"'
    }
    return $quoted -join ' '
}

function Start-Java([string[]] $Arguments, [bool] $Captured) {
    $start = New-Object System.Diagnostics.ProcessStartInfo
    $start.FileName = $script:javaProgram
    $start.Arguments = Join-CommandLine $Arguments
    $start.WorkingDirectory = $folder
    $start.UseShellExecute = $false
    $start.RedirectStandardError = $Captured
    return [System.Diagnostics.Process]::Start($start)
}

# The arguments in a text, without the quotes around the whole text ("-Xms4G -Xmx4G"). A text is quoted as a whole when
# its last character closes the quote at its beginning.
function Get-Unquoted([string] $Text) {
    if ($Text -cmatch '\A"((?>\\["\\]|[^"])*)"\z') { return $Matches[1] -creplace '\\(["\\])', '$1' }
    if ($Text -cmatch "\A'([^']*)'\z") { return $Matches[1] }
    return $Text
}
