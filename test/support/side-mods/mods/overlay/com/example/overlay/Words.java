package com.example.overlay;

import net.minecraft.network.chat.Component;

class Words {
    static Component title() {
        return Component.literal("Overlay");
    }
}
