package com.example.overlay;

import net.minecraft.server.MinecraftServer;

class Started {
    void onStart(MinecraftServer server) {
    }
}
