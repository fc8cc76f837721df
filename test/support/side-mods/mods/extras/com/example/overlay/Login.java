package com.example.overlay;

import net.minecraftforge.event.entity.player.PlayerEvent;

class Login {
    void onPlayer(PlayerEvent event) {
    }
}
