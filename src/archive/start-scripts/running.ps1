# Runs Java with the given arguments and, with RESTART, again whenever it ends. Ctrl+C reaches Java by itself.
function Invoke-Java([string[]] $Arguments) {
    Write-Host "Starting $($settings['MODLOADER']) $($settings['MODLOADER_VERSION']) for Minecraft $($settings['MINECRAFT_VERSION']) with Java $($script:javaVersion)."
    $quickEnds = 0
    while ($true) {
        $started = [System.DateTime]::UtcNow
        if (Test-Update 'trial') { [void] (Invoke-Updater 'started') }
        $process = Start-Java $Arguments $false
        $process.WaitForExit()
        $script:exitCode = $process.ExitCode
        $seconds = [string] [int] ([System.DateTime]::UtcNow - $started).TotalSeconds
        if ((Test-Update 'trial') -and (Invoke-Updater 'ended', 'false', ([string] $process.ExitCode), $seconds) -eq $beginAnew) {
            Restart-Script
            return
        }
        if ($settings['RESTART'] -ne 'true') { return }
        # A server that repeatedly ends before it is up will not come up by itself.
        $quickEnds++
        if (([System.DateTime]::UtcNow - $started).TotalSeconds -ge 60) { $quickEnds = 0 }
        if ($quickEnds -ge 3) {
            Stop-Start "The server ended three times in a row within 60 seconds of its start, the last time with status $($process.ExitCode).",
                'It is not started again. Why it ended is in logs/latest.log and in crash-reports.'
        }
        Write-Host "The server ended with status $($process.ExitCode) and starts again in 5 seconds. Press Ctrl+C to end it."
        Start-Sleep -Seconds 5
    }
}
