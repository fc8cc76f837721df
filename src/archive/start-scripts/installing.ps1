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

# .previousrun is written when an installation is complete, and names what it installed, with the checksum of what is started.
function Initialize-Server([bool] $Cleanup) {
    $previous = ''
    $checksum = ''
    if (Test-Own '.previousrun') {
        $text = [System.IO.File]::ReadAllText((Get-OwnPath '.previousrun')).Replace("`r", '')
        if ($text -cmatch '(?m)^SERVER_SHA256=([0-9a-f]{64})$') { $checksum = $Matches[1] }
        $previous = ($text -creplace '(?m)^SERVER_SHA256=.*$', '').TrimEnd("`n")
    }
    if ($Cleanup -or ($previous -cne '' -and $previous -cne (Get-InstalledVersions))) {
        Clear-Server
        $previous = ''
    }
    if ($previous -cne '' -and (Test-Own (Get-Server))) {
        if ((Get-OwnHash (Get-Server)) -ceq $checksum) { return }
        Write-Host "$(Get-Server) is not what was installed here, or was installed by an older start script: installing again."
    }
    # What lies there already could be taken for what is installed.
    while (Test-Own (Get-Server)) { Remove-Own (Get-Server) }
    Install-Server
    if (-not (Test-Own (Get-Server))) {
        Stop-Start "The installation of $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) left no server to run.",
            'Run start.bat --cleanup to install it again.'
    }
    Write-Own '.previousrun' (Get-InstalledVersions), "SERVER_SHA256=$(Get-OwnHash (Get-Server))"
}

# What installations leave behind, of every modloader, since the pack may have moved from one to another.
function Clear-Server {
    Write-Host 'Deleting the installed server.'
    $names = '.previousrun', 'libraries', 'versions', '.fabric', '.fabric-installer', '.mixin.out', 'ldlib', 'run.sh', 'run.bat',
        'user_jvm_args.txt', 'forge.jar', 'fabric-server-launcher.jar', 'fabric-server-launch.jar',
        'fabric-server-launcher.properties', 'quilt-server-launch.jar', 'quilt-server-launcher.properties'
    foreach ($name in $names) { Remove-Own $name }
    # A copy of start.jar for a host that runs no other name.
    if ((Test-Own 'server.jar') -and (Get-OwnHash 'server.jar') -cne (Get-OwnHash 'start.jar')) { Remove-Own 'server.jar' }
    foreach ($pattern in '*installer.jar', '*installer.jar.log', 'forge-*-shim.jar', 'minecraft_server.*.jar') {
        foreach ($path in [System.IO.Directory]::GetFiles($folder, $pattern)) { [System.IO.File]::Delete($path) }
    }
}

# The SHA-256 of a file, or nothing when it is not there.
function Get-OwnHash([string] $Name) {
    if (-not (Test-Own $Name)) { return '' }
    return (Get-FileHash -LiteralPath (Get-OwnPath $Name) -Algorithm 'SHA256').Hash.ToLowerInvariant()
}
