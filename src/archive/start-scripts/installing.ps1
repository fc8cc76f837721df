function Invoke-Installer([string[]] $Arguments) {
    Write-Host "Installing the $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) server for Minecraft $($settings['MINECRAFT_VERSION']) ..."
    $process = Start-Java (@('-jar', 'installer.jar') + $Arguments) $false
    $process.WaitForExit()
    if ($process.ExitCode -ne 0) {
        Stop-Start (@("The installer of $($settings['MODLOADER']) failed; its messages are above.",
            'Start again to retry. It downloads from the game and the modloader directly, so it needs the network.') + @(Get-BuildAdvice))
    }
    Remove-Own 'installer.jar'
    Remove-Own 'installer.jar.log'
}

function Get-InstalledVersions {
    return "MINECRAFT_VERSION=$($settings['MINECRAFT_VERSION'])`nMODLOADER=$($settings['MODLOADER'])`nMODLOADER_VERSION=$($settings['MODLOADER_VERSION'])"
}

# .previousrun is written after a complete installation. It names the installed versions, with the checksum of the
# started file.
function Initialize-Server([bool] $Cleanup) {
    # An earlier start was ended during its installation.
    Restore-Server
    $previous = ''
    $checksum = ''
    if (Test-Own '.previousrun') {
        $text = [System.IO.File]::ReadAllText((Get-OwnPath '.previousrun')).Replace("`r", '')
        if ($text -cmatch '(?m)^SERVER_SHA256=([0-9a-f]{64})$') { $checksum = $Matches[1] }
        $previous = ($text -creplace '(?m)^SERVER_SHA256=.*$', '').TrimEnd("`n")
    }
    $isReplaced = $Cleanup -or ($previous -cne '' -and $previous -cne (Get-InstalledVersions))
    if ($isReplaced) { $previous = '' }
    if ($previous -cne '' -and (Test-Own (Get-Server))) {
        if ((Get-OwnHash (Get-Server)) -ceq $checksum) { return }
        Write-Host "$(Get-Server) is not what was installed here, or was installed by an older start script: installing again."
    }
    try {
        if ($isReplaced) { Move-ServerAside }
        # Old files could be mistaken for installed ones.
        while (Test-Own (Get-Server)) { Remove-Own (Get-Server) }
        Install-Server
        if (-not (Test-Own (Get-Server))) {
            Stop-Start "The installation of $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) left no server to run.",
                'Run start.bat --cleanup to install it again.'
        }
    } catch {
        Restore-Server
        throw
    }
    Write-Own '.previousrun' (Get-InstalledVersions), "SERVER_SHA256=$(Get-OwnHash (Get-Server))"
    Remove-Own '.previous-server'
}

# Moves the files of earlier installations into .previous-server until a new one is complete. All modloaders' files
# move, since the pack may have changed its modloader. .previousrun, which marks a complete installation, moves last.
function Move-ServerAside {
    Write-Host 'Setting the installed server aside.'
    [void] [System.IO.Directory]::CreateDirectory((Get-OwnPath '.previous-server'))
    $names = @('libraries', 'versions', '.fabric', '.fabric-installer', '.mixin.out', 'ldlib', 'run.sh', 'run.bat', 'user_jvm_args.txt',
        'forge.jar', 'fabric-server-launcher.jar', 'fabric-server-launch.jar', 'fabric-server-launcher.properties',
        'quilt-server-launch.jar', 'quilt-server-launcher.properties')
    foreach ($pattern in '*installer.jar', '*installer.jar.log', 'forge-*-shim.jar', 'minecraft_server.*.jar') {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) { $names += [System.IO.Path]::GetFileName($path) }
    }
    # A copy of start.jar stays, for a host that runs no other name.
    if ((Get-OwnHash 'server.jar') -cne (Get-OwnHash 'start.jar')) { $names += 'server.jar' }
    foreach ($name in $names + '.previousrun') { Move-Part $name ".previous-server/$name" }
}

# Restores the previously installed server, if one was set aside, in place of the new files.
function Restore-Server {
    $aside = Get-OwnPath '.previous-server'
    if (-not [System.IO.Directory]::Exists($aside)) { return }
    foreach ($path in [System.IO.Directory]::GetFileSystemEntries($aside)) {
        $name = [System.IO.Path]::GetFileName($path)
        Remove-Own $name
        Move-Part ".previous-server/$name" $name
    }
    Remove-Own '.previous-server'
    Write-Host 'The server that was installed before is back in its place.'
}

# Moves a file or folder, if it exists.
function Move-Part([string] $Name, [string] $NewName) {
    $from = Get-OwnPath $Name
    if ([System.IO.File]::Exists($from)) { [System.IO.File]::Move($from, (Get-OwnPath $NewName)) }
    if ([System.IO.Directory]::Exists($from)) { [System.IO.Directory]::Move($from, (Get-OwnPath $NewName)) }
}

# The SHA-256 of a file, or nothing when it does not exist.
function Get-OwnHash([string] $Name) {
    if (-not (Test-Own $Name)) { return '' }
    return Get-Sum ([System.IO.File]::OpenRead((Get-OwnPath $Name))) 'SHA256'
}
