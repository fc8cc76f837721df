# Parses variables.txt line by line. Nothing in it is ever run: a value is only ever stored.
function Read-Variables {
    if (-not (Test-Own 'variables.txt')) {
        Stop-Start 'variables.txt is missing.', 'It belongs beside start.ps1 and says what to install. Unpack the server pack again.'
    }
    $known = 'MINECRAFT_VERSION', 'MODLOADER', 'MODLOADER_VERSION', 'INSTALLER_VERSION', 'RECOMMENDED_JAVA_VERSION', 'NEWEST_JAVA_VERSION', 'NEWER_JAVA', 'FAILING_MODLOADER_VERSION', 'FAILING_JAVA_UPDATES', 'FAILING_JAVA_ADVICE', 'JAVA_RELEASE', 'PACK_TITLE', 'RECOMMENDED_MEMORY', 'RECOMMENDED_MEMORY_PURPOSE', 'NEWEST_BUILD'
    $overridable = 'JAVA', 'INSTALL_JAVA', 'JAVA_ARGS', 'ADDITIONAL_ARGS', 'JVM_PRESET', 'RESTART', 'SKIP_JAVA_CHECK', 'WAIT_FOR_USER_INPUT', 'MIRROR', 'UPDATE_URL', 'UPDATE'
    foreach ($key in $known) { $settings[$key] = '' }
    foreach ($key in $overridable) { $settings[$key] = '' }
    $found = @{}
    $number = 0
    foreach ($line in [System.IO.File]::ReadAllLines((Get-OwnPath 'variables.txt'), [System.Text.Encoding]::UTF8)) {
        $number++
        $text = $line.Trim(' ', "`t")
        if ($text -ceq '' -or $text[0] -ceq '#') { continue }
        $equals = $text.IndexOf([char] '=')
        if ($equals -lt 0) { Stop-Start "variables.txt, line ${number}: expected KEY=value, found: $text" }
        $key = $text.Substring(0, $equals).Trim(' ', "`t")
        if (-not ($known -ccontains $key -or $overridable -ccontains $key -or $key -cmatch '\AJAVA_([0-9]+|FOLDERS)\z')) {
            Write-Host "Note: variables.txt, line ${number}: $key is no setting of this script and is ignored."
            continue
        }
        if ($found.ContainsKey($key)) { continue }
        $found[$key] = $true
        $value = $text.Substring($equals + 1).Trim(' ', "`t")
        if ($key -cnotmatch '_ARGS\z') { $value = Get-Value $value }
        $settings[$key] = $value
    }
    foreach ($key in $overridable) {
        $value = [System.Environment]::GetEnvironmentVariable($key)
        if ($null -ne $value) { $settings[$key] = $value }
    }
    foreach ($variable in [System.Environment]::GetEnvironmentVariables().GetEnumerator()) {
        if ($variable.Key -cmatch '\AJAVA_([0-9]+|FOLDERS)\z') { $settings[$variable.Key] = $variable.Value }
    }
    foreach ($key in 'JAVA_ARGS', 'ADDITIONAL_ARGS') { $settings[$key] = Get-Unquoted $settings[$key] }
    foreach ($key in @($settings.Keys)) {
        if ($key -cmatch '\AJAVA(_[0-9]+)?\z') { $settings[$key] = Get-Value $settings[$key] }
    }
    if ($settings['JAVA'] -ceq '') { $settings['JAVA'] = 'java' }
    $settings['MIRROR'] = $settings['MIRROR'].TrimEnd('/')
}

# Ends the script where a setting cannot be.
function Confirm-Variables {
    Confirm-Version 'MINECRAFT_VERSION'
    Confirm-Version 'MODLOADER_VERSION'
    # Known failures apply to one version only.
    if ($settings['FAILING_MODLOADER_VERSION'] -cne $settings['MODLOADER_VERSION']) {
        $settings['FAILING_JAVA_UPDATES'] = ''
        $settings['JAVA_RELEASE'] = ''
    }
    if ($settings['JAVA_RELEASE'] -cne '') { Confirm-Version 'JAVA_RELEASE' }
    if ($settings['MODLOADER'] -cne $supportedModloader) {
        Stop-Start "variables.txt names the modloader $($settings['MODLOADER']), but this start.ps1 installs $supportedModloader.",
            'A server pack holds the start script of its own modloader only.'
    }
    if ($settings['MIRROR'] -cne '' -and $settings['MIRROR'] -cnotmatch '\Ahttps?://') {
        Stop-Start "MIRROR must begin with http:// or https://, found: $($settings['MIRROR'])"
    }
}

# The lines that name a build which can be had; none where the pack knows none for this game version.
function Get-BuildAdvice {
    $game = "$($settings['MINECRAFT_VERSION'])-"
    $build = $settings['NEWEST_BUILD']
    if (-not $build.StartsWith($game, [System.StringComparison]::Ordinal) -or $build -ceq "$game$($settings['MODLOADER_VERSION'])") { return @() }
    return "If it can no longer be had, set MODLOADER_VERSION=$($build.Substring($game.Length)) in variables.txt, the newest known, or a MIRROR that has it."
}

# A value without surrounding quotes, if any.
function Get-Value([string] $Text) {
    return $Text -creplace '\A(["''])(.*)\1\z', '$2'
}

# Versions become part of addresses and paths, so only the characters of versions are allowed.
function Confirm-Version([string] $Key) {
    $value = $settings[$Key]
    if ($value -ceq '') { Stop-Start "variables.txt does not set $Key." }
    if ($value -cnotmatch '\A[0-9A-Za-z.+_-]+\z') {
        Stop-Start "variables.txt: $Key may hold letters, digits and . + _ - only, found: $value"
    }
}
