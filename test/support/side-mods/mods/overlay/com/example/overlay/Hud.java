package com.example.overlay;

import net.minecraft.client.Minecraft;
import net.minecraftforge.client.event.RenderGuiEvent;

class Hud {
    private static Object last;

    static void register() {
        last = Minecraft.getInstance();
    }

    void onRender(RenderGuiEvent event) {
        last = Words.title();
    }
}
