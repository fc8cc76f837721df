# Installs the server of this pack on its first start, then runs it.
#
#   start.bat             start
#   start.bat --cleanup   delete the installed server (never worlds or settings), install it again and start
#
# Settings are read from variables.txt as plain text. These may also be set in the environment, which wins:
# JAVA, JAVA_ARGS, ADDITIONAL_ARGS, RESTART, SKIP_JAVA_CHECK, WAIT_FOR_USER_INPUT, MIRROR. EULA=true in the environment
# accepts the Minecraft EULA where nobody can type the answer.

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$folder = $PSScriptRoot
$settings = @{}

# Ends the script; each argument is a line of the message.
function Stop-Start([string[]] $Lines) {
    throw ($Lines -join "`n       ")
}

function Get-OwnPath([string] $Name) {
    return [System.IO.Path]::Combine($folder, $Name)
}

function Test-Own([string] $Name) {
    return [System.IO.File]::Exists((Get-OwnPath $Name))
}

function Remove-Own([string] $Name) {
    $path = Get-OwnPath $Name
    if ([System.IO.File]::Exists($path)) { [System.IO.File]::Delete($path) }
    if ([System.IO.Directory]::Exists($path)) { [System.IO.Directory]::Delete($path, $true) }
}

function Move-Own([string] $Name, [string] $NewName) {
    Remove-Own $NewName
    [System.IO.File]::Move((Get-OwnPath $Name), (Get-OwnPath $NewName))
}

# UTF-8 without a byte-order mark: Java takes a mark for part of the first argument.
function Write-Own([string] $Name, [string[]] $Lines) {
    $encoding = New-Object System.Text.UTF8Encoding $false
    [System.IO.File]::WriteAllText((Get-OwnPath $Name), (($Lines -join "`n") + "`n"), $encoding)
}

# Takes variables.txt apart line by line. Nothing in it is ever run: a value is only ever stored.
function Read-Variables {
    if (-not (Test-Own 'variables.txt')) {
        Stop-Start 'variables.txt is missing.', 'It belongs beside start.ps1 and says what to install. Unpack the server pack again.'
    }
    $known = 'MINECRAFT_VERSION', 'MODLOADER', 'MODLOADER_VERSION', 'INSTALLER_VERSION', 'RECOMMENDED_JAVA_VERSION', 'NEWEST_JAVA_VERSION'
    $overridable = 'JAVA', 'JAVA_ARGS', 'ADDITIONAL_ARGS', 'RESTART', 'SKIP_JAVA_CHECK', 'WAIT_FOR_USER_INPUT', 'MIRROR'
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
        if (-not ($known -ccontains $key -or $overridable -ccontains $key)) {
            Write-Host "Note: variables.txt, line ${number}: $key is no setting of this script and is ignored."
            continue
        }
        if ($found.ContainsKey($key)) { continue }
        $found[$key] = $true
        $settings[$key] = $text.Substring($equals + 1).Trim(' ', "`t")
    }
    foreach ($key in $overridable) {
        $value = [System.Environment]::GetEnvironmentVariable($key)
        if ($null -ne $value) { $settings[$key] = $value }
    }
    if ($settings['JAVA'] -ceq '') { $settings['JAVA'] = 'java' }
    $settings['MIRROR'] = $settings['MIRROR'].TrimEnd('/')
    Confirm-Version 'MINECRAFT_VERSION'
    Confirm-Version 'MODLOADER_VERSION'
    if ($settings['MODLOADER'] -cne $supportedModloader) {
        Stop-Start "variables.txt names the modloader $($settings['MODLOADER']), but this start.ps1 installs $supportedModloader.",
            'A server pack holds the start script of its own modloader only.'
    }
    if ($settings['MIRROR'] -cne '' -and $settings['MIRROR'] -cnotmatch '\Ahttps?://') {
        Stop-Start "MIRROR must begin with http:// or https://, found: $($settings['MIRROR'])"
    }
}

# Versions become part of addresses and paths, so only the characters of versions may be in them.
function Confirm-Version([string] $Key) {
    $value = $settings[$Key]
    if ($value -ceq '') { Stop-Start "variables.txt does not set $Key." }
    if ($value -cnotmatch '\A[0-9A-Za-z.+_-]+\z') {
        Stop-Start "variables.txt: $Key may hold letters, digits and . + _ - only, found: $value"
    }
}

# The arguments in a text. They are separated by blanks. Between double quotes blanks belong to the argument,
# \" is a quote and \\ a backslash; all else is itself.
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

# The one text that Windows hands to a program, quoted so that the program finds the same arguments in it.
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

# Finds Java and its major version: 8 for 1.8.0_402, 17 for 17.0.15.
function Find-Java {
    $script:javaProgram = Resolve-Java $settings['JAVA']
    if ($script:javaProgram -ceq '') { Stop-Start "Java was not found: $($settings['JAVA'])", (Get-JavaAdvice) }
    # Windows runs .bat and .cmd files through its command prompt, which would expand arguments.
    if ($script:javaProgram -match '\.(bat|cmd)\z') { Stop-Start "JAVA must be a program, not a batch file: $($script:javaProgram)" }
    $process = Start-Java @('-version') $true
    $script:javaReport = $process.StandardError.ReadToEnd()
    $process.WaitForExit()
    $script:javaVersion = 'unknown'
    $script:javaMajor = 0
    if ($script:javaReport -cmatch 'version "((?:1\.)?([0-9]+)[^"]*)"') {
        $script:javaVersion = $Matches[1]
        $script:javaMajor = [int] $Matches[2]
    }
}

# The path of a program given as a path, seen from the own folder, or by its name on the PATH.
function Resolve-Java([string] $Java) {
    if ($Java.IndexOfAny([char[]] '\/') -ge 0) {
        foreach ($name in $Java, "$Java.exe") { if (Test-Own $name) { return Get-OwnPath $name } }
        return ''
    }
    $pattern = [System.Management.Automation.WildcardPattern]::Escape($Java)
    $command = Get-Command -Name $pattern -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $command) { return '' }
    return $command.Path
}

function Get-JavaAdvice {
    $recommended = $settings['RECOMMENDED_JAVA_VERSION']
    if ($recommended -cnotmatch '\A[0-9]{1,3}\z') {
        return 'Install the Java that this version of the game needs, from https://adoptium.net, or set JAVA to it.'
    }
    return "Get Java $recommended from https://adoptium.net/temurin/releases/?version=$recommended and set JAVA in variables.txt to its java program."
}

function Confirm-Java {
    if ($settings['RECOMMENDED_JAVA_VERSION'] -cnotmatch '\A[0-9]{1,3}\z') { return }
    $recommended = [int] $settings['RECOMMENDED_JAVA_VERSION']
    $newest = [int]::MaxValue
    if ($settings['NEWEST_JAVA_VERSION'] -cmatch '\A[0-9]{1,3}\z') { $newest = [int] $settings['NEWEST_JAVA_VERSION'] }
    $major = $script:javaMajor
    if ($major -eq 0) {
        Stop-Start "The version of Java could not be read from: $($script:javaProgram) -version", $script:javaReport,
            'Set SKIP_JAVA_CHECK=true to start all the same.'
    }
    if ($major -lt $recommended -or $major -gt $newest) {
        $needed = "Java $recommended"
        if ($newest -ne $recommended) { $needed = "$needed or newer" }
        Stop-Start "Minecraft $($settings['MINECRAFT_VERSION']) with $($settings['MODLOADER']) needs $needed; found Java $major ($($script:javaVersion)): $($script:javaProgram)",
            (Get-JavaAdvice), 'Set SKIP_JAVA_CHECK=true to start all the same.'
    }
    if ($major -ne $recommended) {
        Write-Host "Note: Java $recommended is recommended, found Java $major. If the server does not start, use Java $recommended."
    }
    if ($script:javaReport -notmatch '64-Bit') {
        Write-Host 'Note: this Java seems to be 32-bit, which can use little memory. Use a 64-bit Java.'
    }
}

function Confirm-Eula {
    if ((Test-Own 'eula.txt') -and [System.IO.File]::ReadAllText((Get-OwnPath 'eula.txt')) -match '(?m)^eula=true\s*$') { return }
    if ([System.Environment]::GetEnvironmentVariable('EULA') -ne 'true') {
        if ([System.Console]::IsInputRedirected) {
            Stop-Start 'The Minecraft EULA is not accepted: https://aka.ms/MinecraftEULA',
                'Read it, then start with EULA=true in the environment, or write eula=true into eula.txt.'
        }
        Write-Host 'Running a server needs your agreement to the Minecraft EULA: https://aka.ms/MinecraftEULA'
        $answer = Read-Host 'Type "I agree" to accept it'
        if ($answer -cne 'I agree') { Stop-Start 'The Minecraft EULA was not accepted.' }
    }
    Write-Own 'eula.txt' 'eula=true'
}

# Where a file of a site is: MIRROR takes the place of the scheme and host.
function Get-Address([string] $Site, [string] $Path) {
    if ($settings['MIRROR'] -cne '') { return $settings['MIRROR'] + $Path }
    return $Site + $Path
}

function Save-Download([string] $Address, [string] $Name) {
    Write-Host "Downloading $Address"
    $client = New-Object System.Net.WebClient
    try { $client.DownloadFile($Address, (Get-OwnPath "$Name.download")) } finally { $client.Dispose() }
    Move-Own "$Name.download" $Name
}

# Downloads a file of a Maven repository and compares it with the checksum published beside it.
function Save-Verified([string] $Site, [string] $Path, [string] $Name) {
    $address = Get-Address $Site $Path
    try { Save-Download $address "$Name.unverified" } catch {
        Stop-Start "The download failed: $address ($($_.Exception.Message))",
            'Check the network, MIRROR, and that these versions exist:',
            "Minecraft $($settings['MINECRAFT_VERSION']), $($settings['MODLOADER']) $($settings['MODLOADER_VERSION'])."
    }
    $expected = ''
    foreach ($algorithm in 'SHA256', 'SHA1') {
        $expected = Get-PublishedChecksum $address $algorithm
        if ($expected -cne '') { break }
    }
    if ($expected -ceq '') {
        Remove-Own "$Name.unverified"
        Stop-Start "No checksum could be had for $address",
            'Looked for it with .sha256 and .sha1 at the end. Try again later, or use another MIRROR.'
    }
    $found = (Get-FileHash -LiteralPath (Get-OwnPath "$Name.unverified") -Algorithm $algorithm).Hash
    if ($found -ne $expected) {
        Remove-Own "$Name.unverified"
        Stop-Start "The download is damaged or was changed: $address", "$algorithm expected $expected", "$algorithm found    $found"
    }
    Move-Own "$Name.unverified" $Name
}

# The checksum published beside a file, or nothing when there is none.
function Get-PublishedChecksum([string] $Address, [string] $Algorithm) {
    $client = New-Object System.Net.WebClient
    try { $text = $client.DownloadString("$Address.$($Algorithm.ToLowerInvariant())") } catch { return '' } finally { $client.Dispose() }
    $length = 64
    if ($Algorithm -ceq 'SHA1') { $length = 40 }
    if ($text -match "\A\s*([0-9a-f]{$length})(\s|\z)") { return $Matches[1] }
    return ''
}

function Invoke-Installer([string[]] $Arguments) {
    Write-Host "Installing the $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) server for Minecraft $($settings['MINECRAFT_VERSION']) ..."
    $process = Start-Java (@('-jar', 'installer.jar') + $Arguments) $false
    $process.WaitForExit()
    if ($process.ExitCode -ne 0) {
        Stop-Start "The installer of $($settings['MODLOADER']) failed; its messages are above.",
            'Start again to retry. It downloads from the game and the modloader directly, so it needs the network.'
    }
    Remove-Own 'installer.jar'
    Remove-Own 'installer.jar.log'
}

function Get-InstalledVersions {
    return "MINECRAFT_VERSION=$($settings['MINECRAFT_VERSION'])`nMODLOADER=$($settings['MODLOADER'])`nMODLOADER_VERSION=$($settings['MODLOADER_VERSION'])"
}

# .previousrun is written when an installation is complete, and names what it installed.
function Initialize-Server([bool] $Cleanup) {
    $previous = ''
    if (Test-Own '.previousrun') { $previous = [System.IO.File]::ReadAllText((Get-OwnPath '.previousrun')).Replace("`r", '').TrimEnd("`n") }
    if ($Cleanup -or ($previous -cne '' -and $previous -cne (Get-InstalledVersions))) {
        Clear-Server
        $previous = ''
    }
    if ($previous -cne '' -and (Test-Server)) { return }
    Install-Server
    if (-not (Test-Server)) {
        Stop-Start "The installation of $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) left no server to run.",
            'Run start.bat --cleanup to install it again.'
    }
    Write-Own '.previousrun' (Get-InstalledVersions)
}

# What installations leave behind, of every modloader, since the pack may have moved from one to another.
function Clear-Server {
    Write-Host 'Deleting the installed server.'
    $names = '.previousrun', 'libraries', 'versions', '.fabric', '.fabric-installer', '.mixin.out', 'ldlib', 'local', 'run.sh', 'run.bat',
        'user_jvm_args.txt', 'server.jar', 'forge.jar', 'fabric-server-launcher.jar', 'fabric-server-launch.jar',
        'fabric-server-launcher.properties', 'quilt-server-launch.jar', 'quilt-server-launcher.properties'
    foreach ($name in $names) { Remove-Own $name }
    foreach ($pattern in '*installer.jar', '*installer.jar.log', 'forge-*-shim.jar', 'minecraft_server.*.jar') {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) { [System.IO.File]::Delete($path) }
    }
}

# Runs Java with the given arguments and, with RESTART, again whenever it ends. Ctrl+C reaches Java by itself.
function Invoke-Java([string[]] $Arguments) {
    Write-Host "Starting $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) for Minecraft $($settings['MINECRAFT_VERSION']) with Java $($script:javaVersion)."
    while ($true) {
        $process = Start-Java $Arguments $false
        $process.WaitForExit()
        $script:exitCode = $process.ExitCode
        if ($settings['RESTART'] -ne 'true') { return }
        Write-Host "The server ended with status $($process.ExitCode) and starts again in 5 seconds. Press Ctrl+C to end it."
        Start-Sleep -Seconds 5
    }
}

# <modloader>

$exitCode = 0
try {
    $cleanup = $false
    foreach ($option in $args) {
        if ($option -cne '--cleanup') { Stop-Start "Unknown option: $option", 'Known: --cleanup' }
        $cleanup = $true
    }
    [System.Net.ServicePointManager]::SecurityProtocol = [System.Net.ServicePointManager]::SecurityProtocol -bor [System.Net.SecurityProtocolType]::Tls12
    Set-Location -LiteralPath $folder
    Read-Variables
    Find-Java
    if ($settings['SKIP_JAVA_CHECK'] -ne 'true') { Confirm-Java }
    Confirm-Eula
    Initialize-Server $cleanup
    Start-Server
} catch {
    Write-Host "ERROR: $($_.Exception.Message)"
    $exitCode = 1
}
# Also when variables.txt could not be read, or the window would close over the message.
if ($settings['WAIT_FOR_USER_INPUT'] -ne 'false' -and -not [System.Console]::IsInputRedirected) {
    [void] (Read-Host 'Press Enter to end')
}
exit $exitCode
