# Installs the server of this pack on its first start, then runs it.
#
#   start.bat             start
#   start.bat --cleanup   delete the installed server (never mods, worlds or settings), install it again and start
#   start.bat --clean     move the jars in mods\ that this server pack does not have to mods-set-aside\, and start
#   start.bat --install-only   install all that a start needs, so that it needs no network, and start nothing
#   start.bat --update   bring this server to the newest server pack of its line, where variables.txt has UPDATE_URL
#   start.bat --update FOLDER   bring the older server in that folder to this server pack: shows what it will do and asks;
#                               with --yes at the end it does not ask
#
# Settings are read from variables.txt as plain text. These may also be set in the environment, which wins:
# JAVA, JAVA_17 and its like, JAVA_FOLDERS, INSTALL_JAVA, JAVA_ARGS, ADDITIONAL_ARGS, JVM_PRESET, RESTART,
# SKIP_JAVA_CHECK, WAIT_FOR_USER_INPUT, MIRROR, UPDATE_URL, UPDATE. EULA=true in the environment accepts the Minecraft EULA where nobody can
# type the answer.

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

# <parts>

$exitCode = 0
try {
    # A mark for start.bat that this script ran.
    Remove-Own '.start-bat'
    $cleanup = $false
    $clean = $false
    $installOnly = $false
    $confirmed = $false
    $update = ''
    $updateOnline = $false
    $updated = $false
    # Windows passes "C:\my server\" --yes as one argument, C:\my server" --yes: the backslash escapes the quote.
    $options = @($args -join "`n" -creplace '(?<=".*) +|"', "`n" -split "`n" -cne '')
    for ($i = 0; $i -lt $options.Count; $i++) {
        if ($options[$i] -ceq '--cleanup') {
            $cleanup = $true
        } elseif ($options[$i] -ceq '--clean') {
            $clean = $true
        } elseif ($options[$i] -ceq '--install-only') {
            $installOnly = $true
        } elseif ($options[$i] -ceq '--yes') {
            $confirmed = $true
        } elseif ($options[$i] -ceq '--update') {
            if ($i + 1 -ge $options.Count -or $options[$i + 1].StartsWith('--')) {
                $updateOnline = $true
            } else {
                $i++
                $update = [System.IO.Path]::Combine((Get-Location).ProviderPath, $options[$i])
            }
        } elseif ($options[$i] -ceq '--updated') {
            # Set by this script for its replacement.
            $updated = $true
        } else {
            Stop-Start "Unknown option: $($options[$i])", 'Known: --cleanup, --clean, --install-only, --update [FOLDER], --yes'
        }
    }
    [System.Net.ServicePointManager]::SecurityProtocol = [System.Net.ServicePointManager]::SecurityProtocol -bor [System.Net.SecurityProtocolType]::Tls12
    Set-Location -LiteralPath $folder
    if ($update -cne '') {
        Update-Server $update
    } else {
        Lock-Folder $folder
        Complete-Update
        Read-Variables
        Confirm-Variables
        Show-Title
        if ($updateOnline) {
            $exitCode = Invoke-Updater 'asked', (Get-UpdateAnswer)
        } elseif ($settings['UPDATE'] -match '\A(on|true)\z' -and -not $updated -and (Update-BeforeStart)) {
            Restart-Script
        } else {
            Confirm-Eula
            Install-All $cleanup
            if ($script:isInstalled) {
                Confirm-Mods $clean
                if ($installOnly) {
                    Write-Host 'The server is installed. Start it without --install-only.'
                } else {
                    Start-Server
                }
            }
        }
    }
} catch {
    Write-Host "ERROR: $(Get-Cause $_.Exception)"
    $exitCode = 1
}
# This also runs when variables.txt could not be read, or the window would close over the message.
if ($settings['WAIT_FOR_USER_INPUT'] -ne 'false' -and -not [System.Console]::IsInputRedirected) {
    [void] (Read-Host 'Press Enter to end')
}
exit $exitCode
