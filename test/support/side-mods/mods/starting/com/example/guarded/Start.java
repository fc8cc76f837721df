package com.example.guarded;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.api.distmarker.Dist;
import net.minecraftforge.fml.loading.FMLEnvironment;

@Mod("start")
public class Start {
    public Start() {
        if (FMLEnvironment.dist == Dist.CLIENT) {
            Client.call();
        }
    }
}

class Client {
    static void call() {
        Minecraft.getInstance();
    }
}
