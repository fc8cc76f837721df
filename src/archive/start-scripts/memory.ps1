# Without JAVA_ARGS, Java would take a quarter of the memory: too little on a small machine and a waste on a large one.
# The server gets what is recommended for it. A quarter of the memory, and at least 1 GiB, is left to all else: Java
# itself takes about that much beside its heap.
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
        $recommended = $settings['RECOMMENDED_MEMORY']
        if ($recommended -ceq '') { $recommended = '4096' }
        if ($recommended -cnotmatch '\A[1-9][0-9]{0,5}\z') { Stop-Start "RECOMMENDED_MEMORY has to be a number of MiB, found: $recommended" }
        $heap = [int] $recommended
        $there = 'the memory of this machine is unknown'
        if ($memory -gt 0) {
            $there = "this machine has $(Get-Gib $memory) GiB"
            $most = [System.Math]::Min($memory - [System.Math]::Floor($memory / 4), $memory - 1024)
            $heap = [int] [System.Math]::Min($heap, [System.Math]::Max($most, 1024))
        }
        $settings['JAVA_ARGS'] = "-Xmx${heap}M"
        $purpose = $settings['RECOMMENDED_MEMORY_PURPOSE']
        if ($purpose -ceq '') { $purpose = 'for this pack' }
        Write-Host "-Xmx${heap}M: about $(Get-Gib ([int] $recommended)) GiB are recommended $purpose; $there. JAVA_ARGS in variables.txt changes it."
        if ($heap -lt [int] $recommended) {
            Write-Host 'Note: that is less than recommended, so the server may be slow or run out of memory. Give this machine or container more.'
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

# An amount of MiB in GiB.
function Get-Gib([int] $Mebibytes) {
    $tenths = [System.Math]::Floor(($Mebibytes * 10 + 512) / 1024)
    return ($tenths / 10).ToString([System.Globalization.CultureInfo]::InvariantCulture)
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
