# UpdateServer in start.jar does the updates, with any Java. Its status is 10 when it has exchanged the files of this
# server, so that the script has to begin anew.
$beginAnew = 10
$anyJava = $false
$javaProgram = ''

function Test-Update([string] $Name) {
    return [System.IO.Directory]::Exists((Get-OwnPath ".update/$Name"))
}

# Runs UpdateServer from a copy of start.jar, which it may replace. An exchange of files ends with the same copy.
function Invoke-Updater([string[]] $Arguments) {
    if ($script:javaProgram -ceq '') {
        $script:anyJava = $true
        Read-Variables
        # The machine that installs servers may have no Java.
        if ($Arguments[0] -ceq 'folder') { $settings['INSTALL_JAVA'] = 'true' }
        Find-Java
    }
    $jar = 'start.jar'
    if ($Arguments[0] -cne 'folder') {
        $jar = '.update/updater.jar'
        if (-not (Test-Own $jar) -or -not ((Test-Update 'ready') -or (Test-Update 'back'))) {
            [void] [System.IO.Directory]::CreateDirectory((Get-OwnPath '.update'))
            [System.IO.File]::Copy((Get-OwnPath 'start.jar'), (Get-OwnPath "$jar.new"), $true)
            Move-Over (Get-OwnPath "$jar.new") (Get-OwnPath $jar)
        }
    }
    [System.Environment]::SetEnvironmentVariable('UPDATE_URL', $settings['UPDATE_URL'])
    $process = Start-Java (@('-cp', $jar, 'UpdateServer') + $Arguments) $false
    $process.WaitForExit()
    if ($script:anyJava) { $script:javaProgram = '' }
    $script:anyJava = $false
    return $process.ExitCode
}

# Goes on with an update that an earlier start was ended in.
function Complete-Update {
    foreach ($name in 'next', 'back', 'ready', 'trial') {
        if (-not (Test-Update $name)) { continue }
        if ((Invoke-Updater 'settle') -ne 0) { Stop-Start 'The update cannot be finished, for the reason above.' }
        return
    }
}

# Whether an update is wanted: yes, ask, or no when nobody can be asked.
function Get-UpdateAnswer {
    if ($script:confirmed) { return 'yes' }
    if ([System.Console]::IsInputRedirected) { return 'no' }
    return 'ask'
}

# Brings the server in a folder to this server pack.
function Update-Server([string] $Target) {
    $server = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($folder, $Target)).TrimEnd('\', '/')
    if (-not [System.IO.File]::Exists([System.IO.Path]::Combine($server, 'server-pack.json'))) {
        Stop-Start "There is no server pack of ours: $server",
            '--update takes the folder of the older server; unpack the new server pack into a folder of its own and start it there.'
    }
    if ($server -eq $folder.TrimEnd('\', '/')) { Stop-Start '--update takes the folder of the older server, not the one that start.bat is in.' }
    Lock-Folder $server
    $script:exitCode = Invoke-Updater 'folder', $server, (Get-UpdateAnswer)
}

# Updates this server where there is something newer; whether the script has to begin anew because of it.
function Update-BeforeStart {
    $status = Invoke-Updater 'unasked'
    if ($status -eq $beginAnew) { return $true }
    if (Test-Update 'ready') { Stop-Start 'The update cannot be finished, for the reason above.' }
    if ($status -ne 0) { Write-Host 'The server starts as it is.' }
    return $false
}

# Installs what a start needs. Where that fails before the first start after an update, the old files come back, and the
# script begins anew: then $isInstalled stays false.
function Install-All([bool] $Cleanup) {
    $script:isInstalled = $false
    try {
        Find-Java
        if ($settings['SKIP_JAVA_CHECK'] -ne 'true') { Confirm-Java }
        Set-Memory
        Initialize-Server $Cleanup
        $script:isInstalled = $true
    } catch {
        if (-not (Test-Update 'trial') -or (Test-Own '.update/trial/started')) { throw }
        Write-Host "ERROR: $(Get-Cause $_.Exception)"
        # The chosen Java may be the fault.
        $script:javaProgram = ''
        if ((Invoke-Updater 'undo') -ne $beginAnew) { throw }
        Restart-Script
    }
}

# Runs the script that an update has put in place of this one, as this one was told to.
function Restart-Script {
    $options = '--updated'
    if ($script:cleanup) { $options += ' --cleanup' }
    if ($script:clean) { $options += ' --clean' }
    if ($script:installOnly) { $options += ' --install-only' }
    $start = New-Object System.Diagnostics.ProcessStartInfo
    $start.FileName = [System.Diagnostics.Process]::GetCurrentProcess().MainModule.FileName
    $start.Arguments = "-NoProfile -ExecutionPolicy Bypass -File `"$(Get-OwnPath 'start.ps1')`" $options"
    $start.WorkingDirectory = $folder
    $start.UseShellExecute = $false
    $script:lock.Dispose()
    $process = [System.Diagnostics.Process]::Start($start)
    $process.WaitForExit()
    $script:exitCode = $process.ExitCode
}
