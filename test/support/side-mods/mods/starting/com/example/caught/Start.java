package com.example.caught;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        try {
            Minecraft.getInstance();
        } catch (NoClassDefFoundError none) {
            return;
        }
    }
}


