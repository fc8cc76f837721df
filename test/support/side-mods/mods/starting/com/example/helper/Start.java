package com.example.helper;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.api.distmarker.Dist;
import net.minecraftforge.fml.loading.FMLEnvironment;

@Mod("start")
public class Start {
    public Start() {
        if (!Sides.isClient()) {
            return;
        }
        Minecraft.getInstance();
    }
}

class Sides {
    static boolean isClient() {
        return FMLEnvironment.dist == Dist.CLIENT;
    }
}
