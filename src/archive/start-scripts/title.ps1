# Names the pack, the game and the modloader, and gives the window the pack's name for its title.
function Show-Title {
    $title = $settings['PACK_TITLE'] -creplace '\p{Cc}', ''
    $game = "Minecraft $($settings['MINECRAFT_VERSION']) with $($settings['MODLOADER']) $($settings['MODLOADER_VERSION'])"
    if ($title -ceq '') {
        Write-Host $game
        return
    }
    Write-Host "${title}: $game"
    # A host may have no window.
    try { $Host.UI.RawUI.WindowTitle = $title } catch { return }
}
