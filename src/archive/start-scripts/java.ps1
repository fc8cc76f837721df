# Reads a program's version: 8 for 1.8.0_402, 17 for 17.0.15, 0 when unreadable; and its update: 402, 15.
function Read-Java([string] $Program) {
    $script:javaProgram = $Program
    $script:javaReport = ''
    $script:javaVersion = 'unknown'
    $script:javaMajor = 0
    $script:javaUpdate = 0
    $process = Start-Java @('-version') $true
    $script:javaReport = $process.StandardError.ReadToEnd()
    $process.WaitForExit()
    if ($script:javaReport -cmatch 'version "((?:1\.)?([0-9]+)[^"]*)"') {
        $script:javaVersion = $Matches[1]
        $script:javaMajor = [int] $Matches[2]
        if ($script:javaVersion -cmatch '\A(?:1\.[^_]*_|[0-9]+\.[0-9]+\.)([0-9]{1,6})') { $script:javaUpdate = [int] $Matches[1] }
    }
}

# The major version in a setting, or 0 without one.
function Get-Major([string] $Key) {
    if ($settings[$Key] -cmatch '\A[0-9]{1,3}\z') { return [int] $settings[$Key] }
    return 0
}

# Whether the examined Java can run the server, as far as known.
function Test-Java {
    # For an update.
    if ($script:anyJava) { return $script:javaMajor -ge 8 }
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    if ($settings['SKIP_JAVA_CHECK'] -eq 'true' -or $recommended -eq 0) { return $true }
    return (Test-MajorJava) -and -not ((Test-FailingUpdate) -and (Test-BetterUpdate))
}

function Test-MajorJava {
    $newest = Get-Major 'NEWEST_JAVA_VERSION'
    return $script:javaMajor -ge (Get-Major 'RECOMMENDED_JAVA_VERSION') -and ($newest -eq 0 -or $script:javaMajor -le $newest)
}

# Whether the examined Java is an update with which this version of the modloader does not start.
function Test-FailingUpdate {
    $last = 0
    foreach ($first in $settings['FAILING_JAVA_UPDATES'].Split(' ')) {
        if ($first -cnotmatch '\A([0-9]{1,3})\.([0-9]{1,6})\z') { continue }
        $last = [int] $Matches[1]
        if ($script:javaMajor -eq $last) { return $script:javaUpdate -ge [int] $Matches[2] }
    }
    return $last -ne 0 -and $script:javaMajor -gt $last
}

# Whether a better Java exists: an older release of the recommended one, or one without such updates.
function Test-BetterUpdate {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    return $settings['JAVA_RELEASE'] -cne '' -or -not " $($settings['FAILING_JAVA_UPDATES'])".Contains(" $recommended.")
}

# Whether the examined Java is used, with a warning, when no other fits: only reports speak against it, or a mod may fix
# its update.
function Test-NewerJava {
    if ((Test-MajorJava) -and (Test-FailingUpdate)) { return $true }
    $newest = Get-Major 'NEWEST_JAVA_VERSION'
    return $settings['NEWER_JAVA'] -ceq 'warn' -and $newest -ne 0 -and $script:javaMajor -gt $newest
}

# Remembers an examined program that does not fit: the oldest that may start, and the first of all others.
function Add-UnfitJava([string] $Program) {
    if (-not (Test-NewerJava)) {
        if ($script:unfitJava -ceq '') { $script:unfitJava = $Program }
    } elseif ($script:newerJava -ceq '' -or $script:javaMajor -lt $script:newerMajor) {
        $script:newerJava = $Program
        $script:newerMajor = $script:javaMajor
    }
}

# Uses a program as the Java if it exists and fits; remembers it if it exists and does not fit.
function Select-Java([string] $Java) {
    $program = Resolve-Java $Java
    if ($program -ceq '' -or (Test-BatchFile $program)) { return $false }
    try { Read-Java $program } catch { return $false }
    if (Test-Java) { return $true }
    Add-UnfitJava $program
    return $false
}

# Windows runs .bat and .cmd files in its command prompt, which would expand arguments.
function Test-BatchFile([string] $Program) {
    return $Program -match '\.(bat|cmd)\z'
}

# Uses a chosen JAVA. Otherwise tries JAVA_<recommended version>, java on the PATH, JAVA_HOME, the other JAVA_<version>,
# the usual folders of Javas, and at last a download, if INSTALL_JAVA allows it.
function Find-Java {
    $script:unfitJava = ''
    $script:newerJava = ''
    $script:newerMajor = 0
    if ($settings['JAVA'] -cne 'java') {
        $program = Resolve-Java $settings['JAVA']
        if ($program -ceq '') { Stop-Start "Java was not found: $($settings['JAVA'])", (Get-JavaAdvice) }
        if (Test-BatchFile $program) { Stop-Start "JAVA must be a program, not a batch file: $program" }
        Read-Java $program
        return
    }
    $given = 'JAVA_{0}' -f (Get-Major 'RECOMMENDED_JAVA_VERSION')
    if ($settings.ContainsKey($given) -and (Select-Java $settings[$given])) { return }
    if (Select-Java 'java') { return }
    $javaHome = [System.Environment]::GetEnvironmentVariable('JAVA_HOME')
    if ($javaHome -and (Select-Java ([System.IO.Path]::Combine($javaHome, 'bin/java')))) { return }
    foreach ($key in @($settings.Keys)) {
        if ($key -cmatch '\AJAVA_[0-9]+\z' -and (Select-Java $settings[$key])) { return }
    }
    if (Search-Java) { return }
    if ($settings['INSTALL_JAVA'] -eq 'true') {
        Install-Java
        return
    }
    if ($script:newerJava -cne '') { $script:unfitJava = $script:newerJava }
    if ($script:unfitJava -ceq '') { Stop-Start 'Java was not found: java', (Get-JavaAdvice), (Get-InstallAdvice) }
    Read-Java $script:unfitJava
}

# Searches the folders in which systems and tools keep Javas. The recommended version is best, followed by the oldest
# that fits.
function Search-Java {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    $best = ''
    $bestMajor = 0
    foreach ($place in (Get-JavaFolders)) {
        if (-not [System.IO.Directory]::Exists($place)) { continue }
        foreach ($one in [System.IO.Directory]::GetDirectories($place)) {
            if ($place -ceq (Get-OwnPath '.java') -and -not (Test-InstalledHere $one)) {
                Write-Host "Note: $one is not used: it is not the Java that INSTALL_JAVA put there, or was changed since."
                continue
            }
            $program = Resolve-Java ([System.IO.Path]::Combine($one, 'bin/java'))
            if ($program -ceq '') { continue }
            try { Read-Java $program } catch { continue }
            if ($script:javaMajor -eq 0) { continue }
            if (-not (Test-Java)) {
                if (Test-NewerJava) { Add-UnfitJava $program }
                continue
            }
            if ($best -ceq '' -or $script:javaMajor -eq $recommended -or ($bestMajor -ne $recommended -and $script:javaMajor -lt $bestMajor)) {
                $best = $program
                $bestMajor = $script:javaMajor
            }
        }
    }
    if ($best -ceq '') { return $false }
    Read-Java $best
    Write-Host "Using Java $($script:javaMajor) ($($script:javaVersion)), found at $best"
    return $true
}

function Get-JavaFolders {
    $own = @(Get-OwnPath '.java')
    $folders = @()
    if ($settings.ContainsKey('JAVA_FOLDERS')) {
        foreach ($place in $settings['JAVA_FOLDERS'].Split([System.IO.Path]::PathSeparator)) {
            if ($place -cne '') { $folders += [System.IO.Path]::Combine($folder, $place) }
        }
        return $own + $folders
    }
    $vendors = 'Eclipse Adoptium', 'Java', 'Microsoft', 'Zulu', 'Amazon Corretto', 'BellSoft', 'Semeru'
    foreach ($root in 'ProgramFiles', 'ProgramW6432', 'LOCALAPPDATA') {
        $path = [System.Environment]::GetEnvironmentVariable($root)
        if (-not $path) { continue }
        if ($root -ceq 'LOCALAPPDATA') { $path = [System.IO.Path]::Combine($path, 'Programs') }
        foreach ($vendor in $vendors) { $folders += [System.IO.Path]::Combine($path, $vendor) }
    }
    $profile = [System.Environment]::GetFolderPath('UserProfile')
    foreach ($place in '.jdks', 'scoop/apps', '.sdkman/candidates/java') { $folders += [System.IO.Path]::Combine($profile, $place) }
    # On many hosts the home folder is the server's folder, and its files may be the modpack's.
    $outside = @()
    foreach ($place in $folders) { if (-not (Test-InOwnFolder $place)) { $outside += $place } }
    return $own + $outside + @('/usr/lib/jvm', '/opt/java', '/usr/local')
}

function Test-InOwnFolder([string] $Path) {
    $separator = [string] [System.IO.Path]::DirectorySeparatorChar
    $whole = [System.IO.Path]::GetFullPath($Path).TrimEnd('\', '/') + $separator
    return $whole.StartsWith($folder.TrimEnd('\', '/') + $separator, [System.StringComparison]::OrdinalIgnoreCase)
}

# The path of a program given as a path relative to the own folder, as a Java's folder, or as a name on the PATH. Only
# absolute folders of the PATH count, because the server's folder holds untrusted files.
function Resolve-Java([string] $Java) {
    if ($Java.IndexOfAny([char[]] '\/') -ge 0) {
        foreach ($name in $Java, "$Java/bin/java", "$Java/Contents/Home/bin/java", "$Java/java") {
            foreach ($ending in '', '.exe') { if (Test-Own "$name$ending") { return Get-OwnPath "$name$ending" } }
        }
        return ''
    }
    $endings = @('')
    if ([System.IO.Path]::DirectorySeparatorChar -ceq '\' -and $Java -notmatch '\.exe\z') { $endings = @('.exe') }
    foreach ($place in ([string] [System.Environment]::GetEnvironmentVariable('PATH')).Split([System.IO.Path]::PathSeparator)) {
        $place = $place.Trim(' ', '"')
        if ($place -cnotmatch '\A([A-Za-z]:[\\/]|\\\\|/)' -or $place.IndexOfAny([System.IO.Path]::GetInvalidPathChars()) -ge 0) { continue }
        foreach ($ending in $endings) {
            $program = [System.IO.Path]::Combine($place, "$Java$ending")
            if ([System.IO.File]::Exists($program)) { return $program }
        }
    }
    return ''
}

function Get-JavaAdvice {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    if ($recommended -eq 0) {
        return 'Install the Java that this version of the game needs, from https://adoptium.net, or set JAVA to it.'
    }
    return "Get Java $recommended from https://adoptium.net/temurin/releases/?version=$recommended and set JAVA in variables.txt to its java program."
}

function Get-InstallAdvice {
    return 'Or set INSTALL_JAVA=true in variables.txt, and Eclipse Temurin of the right version is fetched into the folder .java here.'
}

function Confirm-Java {
    $recommended = Get-Major 'RECOMMENDED_JAVA_VERSION'
    if ($recommended -eq 0) { return }
    $major = $script:javaMajor
    if ($major -eq 0) {
        Stop-Start "The version of Java could not be read from: $($script:javaProgram) -version", $script:javaReport,
            'Set SKIP_JAVA_CHECK=true to start all the same.'
    }
    if ((Test-MajorJava) -and (Test-FailingUpdate)) {
        Write-Host "WARNING: $($settings['FAILING_JAVA_ADVICE']) This is Java $major ($($script:javaVersion)): $($script:javaProgram)"
    } elseif (Test-NewerJava) {
        $first = (Get-Major 'NEWEST_JAVA_VERSION') + 1
        Write-Host "WARNING: Minecraft $($settings['MINECRAFT_VERSION']) with $($settings['MODLOADER']) is reported to fail on Java $first and newer; this is Java $major ($($script:javaVersion)): $($script:javaProgram)"
        Write-Host (Get-JavaAdvice)
        Write-Host (Get-InstallAdvice)
    } elseif (-not (Test-Java)) {
        $newest = Get-Major 'NEWEST_JAVA_VERSION'
        $needed = "Java $recommended"
        if ($newest -eq 0) {
            $needed = "$needed or newer"
        } elseif ($newest -ne $recommended) {
            $needed = "$needed to $newest ($($newest + 1) and newer crash)"
        }
        Stop-Start "Minecraft $($settings['MINECRAFT_VERSION']) with $($settings['MODLOADER']) needs $needed; found Java $major ($($script:javaVersion)): $($script:javaProgram)",
            (Get-JavaAdvice), (Get-InstallAdvice), 'Set SKIP_JAVA_CHECK=true to start all the same.'
    }
    if ($major -ne $recommended) {
        Write-Host "Note: Java $recommended is recommended, found Java $major. If the server does not start, use Java $recommended."
    }
    if ($script:javaReport -notmatch '64-Bit') {
        Write-Host 'Note: this Java seems to be 32-bit, which can use little memory. Use a 64-bit Java.'
    }
}
