# Without JAVA_ARGS, Java would take a quarter of the memory: too little on a small machine and a waste on a large one.
# The server gets half of it, but at least 2 GiB and at most 8.
function Set-Memory {
    $preset = $settings['JVM_PRESET']
    if (-not ('', 'aikar', 'zgc', 'small' -ccontains $preset)) { Stop-Start "JVM_PRESET may be aikar, zgc, small or blank, found: $preset" }
    if ($preset -ceq 'zgc' -and $script:javaMajor -lt 21) {
        Stop-Start "JVM_PRESET=zgc needs Java 21 or newer; found Java $($script:javaMajor): $($script:javaProgram)",
            'Blank JVM_PRESET in variables.txt, or choose aikar or small.'
    }
    $heap = 0
    if ($settings['JAVA_ARGS'] -ceq '' -and -not (Test-MemoryGiven)) {
        $memory = Get-Memory
        $heap = [int] [System.Math]::Min(8192, [System.Math]::Max(2048, [System.Math]::Floor($memory / 2)))
        $settings['JAVA_ARGS'] = "-Xmx${heap}M"
        Write-Host "JAVA_ARGS is blank: the server may use $heap MiB of memory: half of the $memory MiB there are, between 2048 and 8192."
        Write-Host 'To choose it yourself, set for instance JAVA_ARGS=-Xmx6G in variables.txt.'
        if ($memory -lt $heap + 512) {
            Write-Host 'Note: that is nearly all there is. Give this machine more memory, or set JAVA_ARGS.'
        }
    }
    if ($preset -ceq 'aikar') { Add-AikarFlags $heap }
    if ($preset -ceq 'zgc') { Add-ZgcFlags }
    if ($preset -ceq 'small') { $settings['JAVA_ARGS'] = '-XX:+UseSerialGC ' + $settings['JAVA_ARGS'] }
}

# From Java 23 on, ZGC is generational by default, and Java 24 no longer knows the flag.
function Add-ZgcFlags {
    $flags = '-XX:+UseZGC '
    if ($script:javaMajor -lt 23) { $flags += '-XX:+ZGenerational ' }
    $settings['JAVA_ARGS'] = $flags + $settings['JAVA_ARGS']
}

function Test-MemoryGiven {
    $given = $settings['ADDITIONAL_ARGS']
    foreach ($key in 'JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS') {
        $given = $given + ' ' + [System.Environment]::GetEnvironmentVariable($key)
    }
    return $given -cmatch '-Xmx|MaxRAMPercentage|MaxHeapSize'
}

# The memory of this machine in megabytes; 0 when unknown.
function Get-Memory {
    try {
        $system = Get-CimInstance -ClassName 'Win32_ComputerSystem'
        return [int] [System.Math]::Floor($system.TotalPhysicalMemory / 1048576)
    } catch {
        return 0
    }
}

# Flags for G1 that many servers use, as published at https://mcflags.emc.gs for up to 12 GB. JAVA_ARGS follow and
# override them.
function Add-AikarFlags([int] $Heap) {
    $flags = '-XX:+UseG1GC', '-XX:+ParallelRefProcEnabled', '-XX:MaxGCPauseMillis=200', '-XX:+UnlockExperimentalVMOptions',
        '-XX:+DisableExplicitGC', '-XX:+AlwaysPreTouch', '-XX:G1NewSizePercent=30', '-XX:G1MaxNewSizePercent=40', '-XX:G1HeapRegionSize=8M',
        '-XX:G1ReservePercent=20', '-XX:G1HeapWastePercent=5', '-XX:G1MixedGCCountTarget=4', '-XX:InitiatingHeapOccupancyPercent=15',
        '-XX:G1MixedGCLiveThresholdPercent=90', '-XX:G1RSetUpdatingPauseTimePercent=5', '-XX:SurvivorRatio=32',
        '-XX:+PerfDisableSharedMem', '-XX:MaxTenuringThreshold=1'
    if ($Heap -gt 0) { $flags += "-Xms${Heap}M" }
    $settings['JAVA_ARGS'] = ($flags -join ' ') + ' ' + $settings['JAVA_ARGS']
}
