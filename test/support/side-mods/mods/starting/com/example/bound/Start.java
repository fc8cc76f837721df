package com.example.bound;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        run(Minecraft::getInstance);
    }

    static void run(java.util.function.Supplier<Object> task) {
    }
}


