package com.example.later;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        run(() -> Minecraft.getInstance());
    }

    static void run(Runnable task) {
    }

    void onClient() {
        Minecraft.getInstance();
    }
}


